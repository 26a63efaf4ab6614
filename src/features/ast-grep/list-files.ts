// The files that a search goes through: below the asked folders as the host's own search lists them, and every
// file that was named itself. Sorted, so that the same search gives the same bytes.

import path from "node:path"
import { engineEnvironment, runProcess } from "./engine/run-process.ts"
import type { AstGrepLimits } from "./limits.ts"
import { walkFiles } from "./walk-files.ts"

export interface SearchRoot {
  /** Absolute. */
  readonly path: string
  readonly isFolder: boolean
  /** Globs that hold for this root alone, relative to it. */
  readonly globs: readonly string[]
}

export interface ListRequest {
  readonly roots: readonly SearchRoot[]
  /** Of the whole call: `!` excludes; without a slash a glob holds at any depth. */
  readonly globs: readonly string[]
  /** Session directory: globs may be relative to it. */
  readonly directory: string
  /** Absolute path of ripgrep, where there is one. */
  readonly ripgrep: string | undefined
  readonly limits: AstGrepLimits
  readonly signal: AbortSignal
}

export interface ListedFiles {
  readonly files: readonly string[]
  /** Files that were named one by one. */
  readonly named: ReadonlySet<string>
  readonly isTooMany: boolean
}

export async function listFiles(request: ListRequest): Promise<ListedFiles> {
  const { default: picomatch } = await import("picomatch")
  const compile: Compile = (glob) =>
    picomatch(glob, { dot: true, basename: !glob.includes("/"), nonegate: true })
  const files = new Set<string>()
  const named = new Set<string>()
  let isTooMany = false
  for (const root of request.roots) {
    if (!root.isFolder) {
      files.add(root.path)
      named.add(root.path)
      continue
    }
    const listed = await listFolder(request, root.path)
    isTooMany ||= listed.length > request.limits.listedFilesMax
    const bases = [root.path, request.directory]
    const isWanted = createFilter(request.globs, bases, compile)
    const isOfRoot = createFilter(root.globs, [root.path], compile)
    for (const file of listed) if (isWanted(file) && isOfRoot(file)) files.add(file)
  }
  return { files: [...files].sort(), named, isTooMany }
}

async function listFolder(request: ListRequest, folder: string): Promise<readonly string[]> {
  const { ripgrep, limits, signal } = request
  if (ripgrep !== undefined) {
    const listed = await listWithRipgrep(ripgrep, folder, request)
    if (listed) return listed
  }
  return walkFiles(folder, limits.listedFilesMax, signal)
}

/** Undefined when ripgrep does not run here; its flags are those of the host's grep. */
async function listWithRipgrep(
  ripgrep: string,
  folder: string,
  { limits, signal }: ListRequest,
): Promise<readonly string[] | undefined> {
  const result = await runProcess({
    command: ripgrep,
    args: ["--no-config", "--files", "--hidden", "--no-messages", "--glob=!**/.git/**", "."],
    env: engineEnvironment(),
    directory: folder,
    bytesMax: limits.listedBytesMax,
    errorBytesMax: limits.engineErrorBytesMax,
    signal,
  })
  // Exit code 2 comes with partial results: folders that may not be read.
  const hasRun = result.kind === "ended" && result.exitCode !== null && result.exitCode <= 2
  if (!hasRun) return undefined
  const names = result.output.split(/\r?\n/).filter((name) => name !== "")
  return names.map((name) => path.join(folder, name))
}

type Filter = (file: string) => boolean
type Compile = (glob: string) => (text: string) => boolean

function createFilter(
  globs: readonly string[],
  bases: readonly string[],
  compile: Compile,
): Filter {
  if (globs.length === 0) return () => true
  const clean = (glob: string) => glob.replace(/^\.\//, "")
  const included = globs.filter((glob) => !glob.startsWith("!"))
  const includes = included.map((glob) => compile(clean(glob)))
  const excludes = globs
    .filter((glob) => glob.startsWith("!"))
    .map((glob) => compile(clean(glob.slice(1)).replace(/\/$/, "/**")))
  return (file) => {
    const names = bases.map((base) => path.relative(base, file).split(path.sep).join("/"))
    const isHit = (matches: (name: string) => boolean) => names.some((name) => matches(name))
    return (includes.length === 0 || includes.some(isHit)) && !excludes.some(isHit)
  }
}
