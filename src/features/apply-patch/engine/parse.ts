// The lenient reader: patch text to sections and hunks. Every line is interpreted or an error; none is dropped silently.
// It decides what a line is, never where it belongs.

import { findEnvelope, isEndMarker, isFileHeader, isStarred } from "./envelope.ts"
import type { Hunk, Leniency, MalformedReason, ParseResult, Row, Section } from "./patch.ts"

const sectionHeader = /^\*{2,}\s*(update|add|delete)\s+file\s*:\s*(.*?)\s*$/i
const moveHeader = /^\*{2,}\s*(?:move|rename)\s+to\s*:\s*(.*?)\s*$/i
const endOfFile = /^\*{2,}\s*end\s+of\s+file\b[\s*]*$/i
const rangeHeader = /^@@+\s*-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?\s*(?:@@+)?\s?(.*)$/
const gitNoise =
  /^(?:diff --git |index [0-9a-f]{4,}\.\.|(?:new|deleted) file mode |similarity index )/
const noNewline = /^\\ No newline at end of file/i

class Malformed extends Error {
  readonly reason: MalformedReason
  readonly line: number
  constructor(reason: MalformedReason, line: number) {
    super(reason)
    this.reason = reason
    this.line = line
  }
}

interface Reader {
  readonly lines: readonly string[]
  readonly firstLine: number
  readonly isCarriageReturned: boolean
  readonly leniencies: Set<Leniency>
  index: number
}

export function parsePatch(patchText: string): ParseResult {
  const envelope = findEnvelope(patchText)
  if (envelope === undefined) {
    const reason = patchText.trim() === "" ? "empty" : "no-file-header"
    return { kind: "malformed", reason, line: undefined }
  }
  const leniencies = new Set(envelope.leniencies)
  const reader: Reader = { ...envelope, leniencies, index: 0 }
  try {
    const sections = readSections(reader)
    if (sections.length === 0) return { kind: "malformed", reason: "empty", line: undefined }
    const patch = {
      sections,
      isPlain: leniencies.size === 0,
      leniencies: [...leniencies],
      mayBeCut: !envelope.hasEnd && !envelope.endsWithNewline,
    }
    return { kind: "patch", patch }
  } catch (error) {
    if (error instanceof Malformed) {
      return { kind: "malformed", reason: error.reason, line: error.line }
    }
    throw error
  }
}

function readSections(reader: Reader): Section[] {
  const sections: Section[] = []
  const hunkCounts = new Map<string, number>()
  for (let line = peek(reader); line !== undefined; line = peek(reader)) {
    if (isFileHeader(line)) {
      sections.push(readSection(reader, line, hunkCounts))
      continue
    }
    if (/^(?:@@|[+-](?![+-]{2} ))/.test(line)) throw malformed("stray-hunk", reader)
    if (moveHeader.test(line)) throw malformed("misplaced-move", reader)
    // Remarks between the markers and the first header say nothing about files.
    if (line.trim() !== "") reader.leniencies.add("wrapper")
    reader.index += 1
  }
  return sections
}

function readSection(reader: Reader, line: string, hunkCounts: Map<string, number>): Section {
  const match = sectionHeader.exec(line)
  const written = match?.[2] ?? ""
  const path = written.endsWith("***") ? written.replace(/\s+\*{3,}$/, "") : written
  if (path === "") throw malformed("path-missing", reader)
  if (!/^\*\*\* (?:Update|Add|Delete) File: *\S/.test(line) || line.endsWith("***")) {
    reader.leniencies.add("directive-spelling")
  }
  reader.index += 1
  switch (match?.[1]?.toLowerCase()) {
    case "add":
      return { kind: "add", path, lines: readAdded(reader) }
    case "delete":
      return readDeleted(reader, path)
    default:
      return readUpdate(reader, path, hunkCounts)
  }
}

function readAdded(reader: Reader): string[] {
  skipGitHeaders(reader)
  const rows = takeBody(reader)
  while (rows.at(-1)?.trim() === "") rows.pop()
  while (rows[0]?.startsWith("@@")) {
    rows.shift()
    reader.leniencies.add("range-header")
  }
  const content = rows.filter((row) => !endOfFile.test(row) && !noNewline.test(row))
  const marked = content.filter((row) => row.startsWith("+")).length
  const end = reader.isCarriageReturned ? "\r" : ""
  if (marked === content.length) return content.map((row) => row.slice(1) + end)
  reader.leniencies.add("missing-plus")
  if (marked === 0) return content.map((row) => row + end)
  const isBlankOnly = content.every((row) => row.startsWith("+") || row === "")
  if (!isBlankOnly) throw malformed("mixed-add-lines", reader)
  return content.map((row) => row.slice(1) + end)
}

function readDeleted(reader: Reader, path: string): Section {
  skipGitHeaders(reader)
  const rest = takeBody(reader)
  if (rest.some((row) => row.trim() !== "")) throw malformed("text-after-delete", reader)
  return { kind: "delete", path }
}

function readUpdate(reader: Reader, path: string, hunkCounts: Map<string, number>): Section {
  let movePath: string | undefined
  for (;;) {
    const move = moveHeader.exec(peek(reader) ?? "")
    if (!move) break
    if (!move[1]) throw malformed("path-missing", reader)
    if (!/^\*\*\* Move to:/.test(peek(reader) ?? "")) reader.leniencies.add("directive-spelling")
    movePath = move[1]
    reader.index += 1
  }
  skipGitHeaders(reader)
  const first = (hunkCounts.get(path) ?? 0) + 1
  const hunks = readHunks(reader, first)
  hunkCounts.set(path, first + hunks.length - 1)
  if (hunks.length === 0 && movePath === undefined) throw malformed("no-hunks", reader)
  return { kind: "update", path, movePath, hunks }
}

// Headers of a unified diff under our own header. A lone `--- x` may be a deleted SQL comment, so both must be there.
function skipGitHeaders(reader: Reader): void {
  while (gitNoise.test(peek(reader) ?? "")) {
    reader.leniencies.add("git-headers")
    reader.index += 1
  }
  const [old, updated] = [reader.lines[reader.index], reader.lines[reader.index + 1]]
  if (!old?.startsWith("--- ") || !updated?.startsWith("+++ ")) return
  const after = reader.lines[reader.index + 2] ?? ""
  const isPathLike = /^--- (?:a\/|\.?\/|"|\/dev\/null)/.test(old)
  if (!after.startsWith("@@") && !isPathLike) return
  reader.leniencies.add("git-headers")
  reader.index += 2
}

interface OpenHunk {
  headers: string[]
  lineHint: number | undefined
  rows: Row[]
  isAtEnd: boolean
}

function readHunks(reader: Reader, firstNumber: number): Hunk[] {
  const hunks: Hunk[] = []
  let open: OpenHunk | undefined
  const close = (): void => {
    if (open && open.rows.length > 0) {
      const { headers, lineHint, rows, isAtEnd } = open
      hunks.push({ headers, lineHint, rows, isAtEnd, number: firstNumber + hunks.length })
    } else if (open?.isAtEnd) reader.leniencies.add("end-of-file-marker")
    open = undefined
  }
  for (let line = peek(reader); line !== undefined && !endsSection(line); line = peek(reader)) {
    reader.index += 1
    if (line.startsWith("@@")) {
      if (open && open.rows.length > 0) close()
      open = addHeader(open, line, reader)
    } else if (isEndOfFile(line)) {
      // The host drops everything behind this marker, so a patch with one is never plain.
      reader.leniencies.add("end-of-file-marker")
      if (open) open.isAtEnd = true
      close()
    } else if (!isRemark(line)) {
      open ??= openWithoutHeader(reader)
      open.rows.push(readRow(line, reader))
    }
  }
  close()
  return hunks
}

function isEndOfFile(line: string): boolean {
  return isStarred(line) && endOfFile.test(line)
}

/** A unified diff's remark about a missing final newline: it belongs to no line. */
function isRemark(line: string): boolean {
  return line.startsWith("\\") && noNewline.test(line)
}

function openWithoutHeader(reader: Reader): OpenHunk {
  reader.leniencies.add("missing-hunk-header")
  return { headers: [], lineHint: undefined, rows: [], isAtEnd: false }
}

function addHeader(open: OpenHunk | undefined, line: string, reader: Reader): OpenHunk {
  const hunk = open ?? { headers: [], lineHint: undefined, rows: [], isAtEnd: false }
  const range = rangeHeader.exec(line)
  if (range) {
    reader.leniencies.add("range-header")
    hunk.lineHint = Number(range[1])
  }
  const text = (range ? (range[2] ?? "") : line.replace(/^@@+/, "")).replace(/\s*@@+\s*$/, "")
  if (text.trim() !== "") hunk.headers.push(text.trim())
  return hunk
}

function readRow(line: string, reader: Reader): Row {
  const text = line.slice(1)
  if (line.startsWith(" ")) return { kind: "context", text, raw: line, isBare: false }
  if (line.startsWith("-")) return { kind: "delete", text, raw: line, isBare: false }
  if (line.startsWith("+")) return { kind: "add", text, raw: line, isBare: false }
  reader.leniencies.add("missing-space")
  return { kind: "context", text: line, raw: line, isBare: true }
}

function takeBody(reader: Reader): string[] {
  const start = reader.index
  while (reader.index < reader.lines.length && !endsSection(peek(reader) ?? "")) reader.index += 1
  return reader.lines.slice(start, reader.index)
}

function endsSection(line: string): boolean {
  return isFileHeader(line) || isEndMarker(line)
}

function peek(reader: Reader): string | undefined {
  return reader.lines[reader.index]
}

function malformed(reason: MalformedReason, reader: Reader): Malformed {
  return new Malformed(reason, reader.firstLine + reader.index)
}
