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
  const compile: Compile = (glob) => picomatch(glob, { dot: true, nonegate: true })
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
    const isOfRoot = createRootFilter(root, compile)
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

/** A glob that was part of a path says exactly where, as in a shell. */
function createRootFilter({ path: root, globs }: SearchRoot, compile: Compile): Filter {
  if (globs.length === 0) return () => true
  const matchers = globs.map(compile)
  return (file) => matchers.some((matches) => matches(nameBelow(root, file)))
}

function createFilter(
  globs: readonly string[],
  bases: readonly string[],
  compile: Compile,
): Filter {
  if (globs.length === 0) return () => true
  const included = globs.filter((glob) => !glob.startsWith("!"))
  const includes = included.map((glob) => createMatcher(glob, compile))
  const excludes = globs
    .filter((glob) => glob.startsWith("!"))
    .map((glob) => createMatcher(glob.slice(1), compile))
  return (file) => {
    const names = bases.map((base) => nameBelow(base, file))
    const isHit = (matches: (name: string) => boolean) => names.some((name) => matches(name))
    return (includes.length === 0 || includes.some(isHit)) && !excludes.some(isHit)
  }
}

/**
 * As in an ignore file: without a slash a glob holds for a file or folder at any depth, and what is below a folder
 * goes with it. A last part with a wildcard names files alone.
 */
function createMatcher(glob: string, compile: Compile): (name: string) => boolean {
  const clean = glob.replace(/^\.\//, "").replace(/^\//, "").replace(/\/+$/, "")
  const matches = compile(clean)
  const isAnywhere = !clean.includes("/")
  const namesFolders = !/[*?[{][^/]*$/.test(clean)
  return (name) => {
    const parts = name.split("/")
    const file = parts.at(-1) ?? ""
    if (isAnywhere ? matches(file) : matches(name)) return true
    if (!namesFolders) return false
    const folders = parts.slice(0, -1)
    return folders.some((folder, index) =>
      matches(isAnywhere ? folder : folders.slice(0, index + 1).join("/")),
    )
  }
}

function nameBelow(base: string, file: string): string {
  return path.relative(base, file).split(path.sep).join("/")
}
