// The host's own apply_patch rules, re-implemented from their observed behaviour (HOST-QUIRK-81 to 88), quirks included.
// The rescue lets a patch through only if these rules turn it into the wanted bytes. Nothing here is lenient.

export interface NativeChunk {
  readonly oldLines: readonly string[]
  readonly newLines: readonly string[]
  /** Text after `@@`, trimmed; undefined when empty. */
  readonly anchor: string | undefined
}

export type NativeSection =
  | { readonly type: "add"; readonly path: string; readonly contents: string }
  | { readonly type: "delete"; readonly path: string }
  | {
      readonly type: "update"
      readonly path: string
      readonly movePath: string | undefined
      readonly chunks: readonly NativeChunk[]
    }

export type NativeParse =
  | { readonly kind: "sections"; readonly sections: readonly NativeSection[] }
  | { readonly kind: "failed"; readonly message: string }

export type NativeDerive =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string }

const heredoc = /^(?:cat\s+)?<<['"]?(\w+)['"]?\s*\n([\s\S]*?)\n\1\s*$/

/** Splits a patch into sections as the host does; unknown lines vanish without a word. */
export function parseNative(patchText: string): NativeParse {
  const trimmed = patchText.trim()
  const lines = (heredoc.exec(trimmed)?.[2] ?? trimmed).split("\n")
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch")
  const end = lines.findIndex((line) => line.trim() === "*** End Patch")
  if (begin === -1 || end === -1 || begin >= end) {
    return { kind: "failed", message: "Invalid patch format: missing Begin/End markers" }
  }
  const sections: NativeSection[] = []
  let index = begin + 1
  while (index < end) {
    const read = readSection(lines, index)
    if (read?.section) sections.push(read.section)
    index = read?.next ?? index + 1
  }
  if (sections.length === 0) return { kind: "failed", message: "no hunks found" }
  return { kind: "sections", sections }
}

interface SectionRead {
  readonly section: NativeSection | undefined
  readonly next: number
}

function readSection(lines: readonly string[], index: number): SectionRead | undefined {
  const line = lines[index] ?? ""
  const added = headerPath(line, "*** Add File:")
  if (added) {
    const { contents, next } = readAdded(lines, index + 1)
    return { section: { type: "add", path: added, contents }, next }
  }
  const deleted = headerPath(line, "*** Delete File:")
  if (deleted) return { section: { type: "delete", path: deleted }, next: index + 1 }
  const updated = headerPath(line, "*** Update File:")
  if (!updated) return undefined
  const moveLine = lines[index + 1]
  const isMove = moveLine?.startsWith("*** Move to:") ?? false
  const movePath = isMove ? moveLine?.slice("*** Move to:".length).trim() || undefined : undefined
  const { chunks, next } = readChunks(lines, index + (isMove ? 2 : 1))
  return { section: { type: "update", path: updated, movePath, chunks }, next }
}

function headerPath(line: string, marker: string): string | undefined {
  return line.startsWith(marker) ? line.slice(marker.length).trim() || undefined : undefined
}

function readAdded(
  lines: readonly string[],
  start: number,
): { readonly contents: string; readonly next: number } {
  const kept: string[] = []
  let next = start
  for (let line = lines[next]; line !== undefined && !line.startsWith("***"); line = lines[next]) {
    if (line.startsWith("+")) kept.push(line.slice(1))
    next += 1
  }
  return { contents: kept.join("\n"), next }
}

function readChunks(
  lines: readonly string[],
  start: number,
): { readonly chunks: readonly NativeChunk[]; readonly next: number } {
  const chunks: NativeChunk[] = []
  let next = start
  for (let line = lines[next]; line !== undefined && !line.startsWith("***"); line = lines[next]) {
    const first = next + 1
    next = first
    if (!line.startsWith("@@")) continue
    while (next < lines.length && !endsChunk(lines[next] ?? "")) next += 1
    chunks.push(readChunk(line, lines.slice(first, next)))
  }
  return { chunks, next }
}

function readChunk(header: string, rows: readonly string[]): NativeChunk {
  const oldLines: string[] = []
  const newLines: string[] = []
  for (const row of rows) {
    const isContext = row.startsWith(" ")
    if (isContext || row.startsWith("-")) oldLines.push(row.slice(1))
    if (isContext || row.startsWith("+")) newLines.push(row.slice(1))
  }
  return { oldLines, newLines, anchor: header.slice(2).trim() || undefined }
}

// The end-of-file marker also starts with three asterisks, so it ends the whole section (HOST-QUIRK-82).
function endsChunk(row: string): boolean {
  return row.startsWith("@@") || row.startsWith("***")
}

/** What an Add section writes. */
export function addedText(contents: string): string {
  return contents.length === 0 || contents.endsWith("\n") ? contents : `${contents}\n`
}

/** What an Update section writes over `text` (a byte order mark included, if the file has one). */
export function deriveNative(
  text: string,
  chunks: readonly NativeChunk[],
  lines: readonly string[] = linesAsHost(text),
): NativeDerive {
  const hasBom = text.startsWith("\uFEFF")
  const found = findReplacements(lines, chunks)
  if (typeof found === "string") return { kind: "failed", message: found }
  const result = spliceAll(lines, found)
  if (result.length === 0 || result.at(-1) !== "") result.push("")
  const joined = result.join("\n")
  const body = joined.startsWith("\uFEFF") ? joined.slice(1) : joined
  return { kind: "text", text: hasBom || body !== joined ? `\uFEFF${body}` : body }
}

/** The lines of a text without its byte order mark, as the host splits them. */
export function linesAsHost(text: string): string[] {
  const lines = (text.startsWith("\uFEFF") ? text.slice(1) : text).split("\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
}

export interface NativeDeriver {
  lines(text: string): readonly string[]
  /** Tells the lines of a text that is split already. */
  know(text: string, lines: readonly string[]): void
  derive(text: string, chunks: readonly NativeChunk[]): NativeDerive
}

/** Remembers the last text and what became of it: the same is asked when a patch is printed and when it is checked. */
export function createNativeDeriver(): NativeDeriver {
  let last: { readonly text: string; readonly lines: readonly string[] } | undefined
  let known: { readonly chunks: readonly NativeChunk[]; readonly result: NativeDerive } | undefined
  const linesOf = (text: string): readonly string[] => {
    if (last?.text !== text) {
      last = { text, lines: linesAsHost(text) }
      known = undefined
    }
    return last.lines
  }
  return {
    lines: linesOf,
    know: (text, lines) => {
      last = { text, lines }
      known = undefined
    },
    derive: (text, chunks) => {
      const lines = linesOf(text)
      if (known === undefined || !isSameChunks(known.chunks, chunks)) {
        known = { chunks, result: deriveNative(text, chunks, lines) }
      }
      return known.result
    },
  }
}

function isSameChunks(left: readonly NativeChunk[], right: readonly NativeChunk[]): boolean {
  return (
    left.length === right.length &&
    left.every((chunk, index) => {
      const other = right[index]
      return (
        other !== undefined &&
        chunk.anchor === other.anchor &&
        isSameLines(chunk.oldLines, other.oldLines) &&
        isSameLines(chunk.newLines, other.newLines)
      )
    })
  )
}

function isSameLines(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index])
}

type Replacement = readonly [start: number, removed: number, added: readonly string[]]

function findReplacements(
  lines: readonly string[],
  chunks: readonly NativeChunk[],
): Replacement[] | string {
  const replacements: Replacement[] = []
  let cursor = 0
  for (const chunk of chunks) {
    if (chunk.anchor !== undefined) {
      const anchorAt = seek(lines, [chunk.anchor], cursor)
      if (anchorAt === -1) return `Failed to find context '${chunk.anchor}'`
      cursor = anchorAt + 1
    }
    if (chunk.oldLines.length === 0) {
      replacements.push([lines.at(-1) === "" ? lines.length - 1 : lines.length, 0, chunk.newLines])
      continue
    }
    const replacement = seekChunk(lines, chunk, cursor)
    if (replacement === undefined) return "Failed to find expected lines"
    replacements.push(replacement)
    cursor = replacement[0] + replacement[1]
  }
  return replacements.sort((left, right) => left[0] - right[0])
}

function seekChunk(
  lines: readonly string[],
  chunk: NativeChunk,
  cursor: number,
): Replacement | undefined {
  const at = seek(lines, chunk.oldLines, cursor)
  if (at !== -1) return [at, chunk.oldLines.length, chunk.newLines]
  if (chunk.oldLines.at(-1) !== "") return undefined
  const oldLines = chunk.oldLines.slice(0, -1)
  const newLines = chunk.newLines.at(-1) === "" ? chunk.newLines.slice(0, -1) : chunk.newLines
  const retryAt = seek(lines, oldLines, cursor)
  return retryAt === -1 ? undefined : [retryAt, oldLines.length, newLines]
}

// From the last replacement to the first, so that earlier positions stay valid. Overlaps are not checked by the host.
function spliceAll(lines: readonly string[], replacements: readonly Replacement[]): string[] {
  if (replacements.some(([start], index) => start < endOf(replacements[index - 1]))) {
    const result = [...lines]
    for (const [start, removed, added] of replacements.toReversed()) {
      result.splice(start, removed, ...added)
    }
    return result
  }
  const result: string[] = []
  let copied = 0
  for (const [start, removed, added] of replacements) {
    for (; copied < start; copied++) result.push(lines[copied] ?? "")
    for (const line of added) result.push(line)
    copied += removed
  }
  for (; copied < lines.length; copied++) result.push(lines[copied] ?? "")
  return result
}

function endOf(replacement: Replacement | undefined): number {
  return replacement === undefined ? 0 : replacement[0] + replacement[1]
}

type Same = (left: string, right: string) => boolean

const levels: readonly Same[] = [
  (left, right) => left === right,
  (left, right) => left.trimEnd() === right.trimEnd(),
  (left, right) => left.trim() === right.trim(),
  (left, right) => foldNative(left.trim()) === foldNative(right.trim()),
]

// First hit of the first level that has one; never a test for a second hit (HOST-QUIRK-83).
function seek(lines: readonly string[], wanted: readonly string[], cursor: number): number {
  if (wanted.length === 0) return -1
  for (const isSame of levels) {
    for (let start = cursor; start <= lines.length - wanted.length; start++) {
      if (standsAt(lines, wanted, { start, isSame })) return start
    }
  }
  return -1
}

function standsAt(
  lines: readonly string[],
  wanted: readonly string[],
  { start, isSame }: { readonly start: number; readonly isSame: Same },
): boolean {
  for (let offset = 0; offset < wanted.length; offset++) {
    if (!isSame(lines[start + offset] ?? "", wanted[offset] ?? "")) return false
  }
  return true
}

function foldNative(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\u2026/g, "...")
    .replace(/\u00A0/g, " ")
}
