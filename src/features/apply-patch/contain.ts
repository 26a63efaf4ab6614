// Which files a patch speaks about, and whether they may be touched (P8). Judged on real paths, before anything is read.
// A name that does not exist is tried without quotes, without a diff prefix, with forward slashes, and in the Unicode form
// that a file of the project has.

import { lstat, readdir } from "node:fs/promises"
import path from "node:path"
import { isWithin, judgeInside, type Workspace, workspaceRoots } from "../../lib/inside.ts"

export interface PatchPath {
  /** As the patch spells it. */
  readonly named: string
  /** As a rewritten patch spells it: relative to the session directory. */
  readonly printPath: string
  readonly realPath: string
  /** The name does not exist as it stands; another spelling of it was taken. */
  readonly isRespelled: boolean
  /** That spelling differs in its Unicode form, which nobody sees. */
  readonly hasOtherForm: boolean
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
    const spelling = await existingSpelling(name, workspace)
    const verdict = await judgeInside(spelling, workspace)
    if (verdict.kind === "escapes") return { kind: "escapes", named: name }
    if (verdict.kind === "outside" || (await isHome(spelling, workspace))) outside ??= name
    const printPath = printed(path.relative(workspace.directory, verdict.path), spelling)
    const isRespelled = spelling !== name
    const hasOtherForm = !spellings(name).includes(spelling)
    const { realPath } = verdict
    paths.set(name, { named: name, printPath, realPath, isRespelled, hasOtherForm })
  }
  if (outside !== undefined) return { kind: "outside", named: outside }
  return { kind: "inside", paths }
}

async function existingSpelling(name: string, workspace: Workspace): Promise<string> {
  for (const spelling of spellings(name)) {
    if (await exists(path.resolve(workspace.directory, spelling))) return spelling
  }
  return (await otherForm(name, workspace)) ?? name
}

/**
 * The same path in the Unicode form of what lies on disk, component by component as long as each has exactly one
 * partner. Undefined where nothing differs. Nothing outside the project is looked at.
 */
async function otherForm(name: string, workspace: Workspace): Promise<string | undefined> {
  const wanted = path.resolve(workspace.directory, name)
  const root = workspaceRoots(workspace).find((folder) => isWithin(folder, wanted))
  if (root === undefined || !/[^ -~]/.test(name)) return undefined
  let found = root
  for (const component of path.relative(root, wanted).split(path.sep)) {
    found = path.join(found, await formOnDisk(found, component))
  }
  return found === wanted ? undefined : path.relative(workspace.directory, found)
}

async function formOnDisk(folder: string, component: string): Promise<string> {
  if (await exists(path.join(folder, component))) return component
  const form = component.normalize("NFC")
  const entries = await readdir(folder).catch(() => [])
  const [only, ...others] = entries.filter((entry) => entry.normalize("NFC") === form)
  return only !== undefined && others.length === 0 ? only : component
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
