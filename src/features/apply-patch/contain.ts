// Which files a patch speaks about, and whether they may be touched (P8). Judged on real paths, before anything is read.
// A name that does not exist is tried without quotes, without a diff prefix and with forward slashes.

import { lstat } from "node:fs/promises"
import path from "node:path"
import { judgeInside, type Workspace } from "../../lib/inside.ts"

export interface PatchPath {
  /** As the patch spells it. */
  readonly named: string
  /** As a rewritten patch spells it: relative to the session directory. */
  readonly printPath: string
  readonly realPath: string
  /** The name does not exist as it stands; another spelling of it was taken. */
  readonly isRespelled: boolean
}

export type Containment =
  | { readonly kind: "inside"; readonly paths: ReadonlyMap<string, PatchPath> }
  | { readonly kind: "outside" | "escapes"; readonly named: string }

export async function containPaths(
  named: readonly string[],
  workspace: Workspace,
): Promise<Containment> {
  const paths = new Map<string, PatchPath>()
  let outside: string | undefined
  for (const name of named) {
    const spelling = await existingSpelling(name, workspace.directory)
    const verdict = await judgeInside(spelling, workspace)
    if (verdict.kind === "escapes") return { kind: "escapes", named: name }
    if (verdict.kind === "outside" || (await isHome(spelling, workspace))) outside ??= name
    const printPath = printed(path.relative(workspace.directory, verdict.path), spelling)
    const isRespelled = spelling !== name
    paths.set(name, { named: name, printPath, realPath: verdict.realPath, isRespelled })
  }
  if (outside !== undefined) return { kind: "outside", named: outside }
  return { kind: "inside", paths }
}

async function existingSpelling(name: string, directory: string): Promise<string> {
  for (const spelling of spellings(name)) {
    if (await exists(path.resolve(directory, spelling))) return spelling
  }
  return spellings(name)[0] ?? name
}

// The host knows no shell: it would make a folder called "~" in the project, which nobody means.
async function isHome(name: string, { directory }: Workspace): Promise<boolean> {
  return name.startsWith("~/") && !(await exists(path.resolve(directory, "~")))
}

function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}

// The literal name first: a file may really be called "a/x" or carry quotes.
function spellings(name: string): readonly string[] {
  const unquoted = /^(["'`])(.+)\1$/.exec(name)?.[2] ?? name
  const slashed = path.sep === "/" ? unquoted.replaceAll("\\", "/") : unquoted
  const withoutPrefix = slashed.replace(/^[ab]\//, "")
  return [...new Set([name, unquoted, slashed, withoutPrefix])]
}

function printed(relative: string, spelling: string): string {
  // A path that equals the directory itself has no relative form; the host's own error names it.
  return relative === "" ? spelling : relative.split(path.sep).join("/")
}
