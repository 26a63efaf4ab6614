// Turns a path that is no folder into arguments that make the host search exactly what was asked. Pure.

import path from "node:path"
import picomatch from "picomatch"
import { anchored, belowGlob, escapeGlob, isFilePattern, type SplitGlob } from "./glob-text.ts"

export type Rewritten =
  | { readonly kind: "search"; readonly path: string; readonly pattern: string }
  | { readonly kind: "mismatch" }

/** grep of one file: its folder, and an include that matches nothing but that file. */
export function fileTarget(file: string, include: string | undefined): Rewritten {
  const name = path.basename(file)
  if (include !== undefined && !matchesName(include, name)) return { kind: "mismatch" }
  return { kind: "search", path: path.dirname(file), pattern: `/${escapeGlob(name)}` }
}

/**
 * A path outside the project that is no folder: whatever it is, only it may be searched once the host's own question
 * has been answered. Decided by the text alone, so that nothing is told about the disk.
 */
export function outsideInclude(file: string, include: string | undefined): string {
  const name = escapeGlob(path.basename(file))
  if (include === undefined || matchesName(include, path.basename(file))) return `/${name}`
  return `/${name}/${include.replace(/^\/+/, "")}`
}

/** grep with a pattern in its path: `packages/*` + `/src` becomes a folder and an include. */
export function grepOfGlob(asked: SplitGlob, include: string | undefined): Rewritten {
  const { base, rest } = asked
  const folder = base === "" ? "." : base
  const clean = rest.replace(/\/+$/, "")
  if (include !== undefined) {
    const isSame = include === clean.slice(clean.lastIndexOf("/") + 1)
    if (isFilePattern(clean) && !isSame) return { kind: "mismatch" }
    const pattern = isSame ? clean : belowGlob(clean, include)
    return { kind: "search", path: folder, pattern: anchored(pattern) }
  }
  if (isFilePattern(clean) || clean.endsWith("**")) {
    return { kind: "search", path: folder, pattern: anchored(clean) }
  }
  return { kind: "search", path: folder, pattern: `/{${clean},${clean}/**}` }
}

/** glob with a pattern in its path: the pattern moves in front of the one that was given. */
export function globOfGlob(asked: SplitGlob, pattern: string): Rewritten {
  const { base, rest } = asked
  const folder = base === "" ? "." : base
  const clean = rest.replace(/\/+$/, "")
  const isBoth = isFilePattern(clean) && !/^\*{1,2}(\/\*{1,2})?$/.test(pattern)
  const last = clean.slice(clean.lastIndexOf("/") + 1)
  if (isBoth && pattern !== last) return { kind: "mismatch" }
  const joined = isBoth ? clean : belowGlob(clean, pattern)
  return { kind: "search", path: folder, pattern: anchored(joined) }
}

/** One call for several folders: the whole project with an include that names them. */
export function includeForFolders(
  folders: readonly string[],
  include: string | undefined,
): string | undefined {
  const clean = folders.map((folder) => folder.replace(/^\.\//, "").replace(/\/+$/, ""))
  if (
    clean.some((folder) => folder === "." || folder.startsWith("..") || path.isAbsolute(folder))
  ) {
    return undefined
  }
  const below = include === undefined || include.includes("/") ? "**" : `**/${include}`
  return `{${clean.map(escapeGlob).join(",")}}/${below}`
}

/** Whether an include of the host's grep can match a file of this name. */
export function matchesName(include: string, name: string): boolean {
  const last = include.slice(include.lastIndexOf("/") + 1)
  return last === name || last === "**" || picomatch.isMatch(name, last, { dot: true })
}
