// Names on the disk that hold glob characters, such as the route folder `[id]`: where a path or a pattern means them as
// they are written. A pattern that names something as a pattern is left alone.

import path from "node:path"
import picomatch from "picomatch"
import type { FolderReader } from "./folder-reader.ts"
import {
  escapeGlob,
  hasWildcard,
  plainName,
  type SplitGlob,
  splitBefore,
  withoutEscapes,
} from "./glob-text.ts"
import type { Probe } from "./probe.ts"

/** Divides a path at the first segment that holds a wildcard and, with what is before it, is no folder as written. */
export async function splitBelowNames(
  text: string,
  isFolder: (prefix: string) => Promise<boolean>,
): Promise<SplitGlob> {
  const segments = text.split("/")
  for (const [index, segment] of segments.entries()) {
    if (!hasWildcard(segment)) continue
    if (!(await isFolder(segments.slice(0, index + 1).join("/")))) return splitBefore(text, index)
  }
  return { base: text, rest: "" }
}

export interface NamePlace {
  /** Absolute folder that the pattern is matched below. */
  readonly folder: string
  readonly probe: Probe
  readonly reader: FolderReader
}

/**
 * The pattern with such names escaped, from its front to the first segment that is a pattern indeed. A pattern without a
 * slash matches at any depth, where it may name others: it becomes one of two alternatives.
 */
export async function escapeNames(pattern: string, place: NamePlace): Promise<string> {
  const segments = pattern.split("/")
  if (segments.includes("..")) return pattern
  let folder = place.folder
  const read: string[] = []
  for (const segment of segments) {
    const name = plainName(segment) ?? (await nameAsWritten(segment, { ...place, folder }))
    if (name === undefined) break
    read.push(plainName(segment) === undefined ? escapeGlob(name) : segment)
    folder = path.join(folder, name)
  }
  const escaped = [...read, ...segments.slice(read.length)].join("/")
  if (escaped === pattern || segments.length > 1) return escaped
  return /[{}]/.test(pattern) ? escaped : `{${pattern},${escaped}}`
}

/** The name that a segment with brackets or braces is, where it exists and the segment matches none of its neighbours. */
async function nameAsWritten(segment: string, place: NamePlace): Promise<string | undefined> {
  if (!/[[{]/.test(segment)) return undefined
  const name = withoutEscapes(segment)
  const { kind } = await place.probe.look(path.join(place.folder, name))
  if (kind !== "folder" && kind !== "file") return undefined
  const neighbours = await place.reader.read(place.folder)
  // ripgrep reads `{x}` as `x`, picomatch as it stands.
  const matches = picomatch(segment.replace(/\{([^{},]*)\}/g, "$1"), { dot: true })
  return neighbours.some((entry) => entry.name !== name && matches(entry.name)) ? undefined : name
}
