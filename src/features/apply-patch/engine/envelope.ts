// Finds the patch inside what a model sent: fences, prose, heredocs, JSON wrappers and decorated or missing markers.
// Yields the lines between the markers; says which tolerance was needed. Drops only text outside the envelope.

import { isRecord } from "../../../lib/json.ts"
import type { Leniency } from "./patch.ts"

export interface Envelope {
  /** Lines between the markers, without line endings. */
  readonly lines: readonly string[]
  /** Number of the first of them in the whole text, from 1. */
  readonly firstLine: number
  readonly hasEnd: boolean
  readonly endsWithNewline: boolean
  readonly leniencies: readonly Leniency[]
  /** Every line of the patch ended with a carriage return. */
  readonly isCarriageReturned: boolean
}

const beginMarker = /^\s*\*{2,}\s*begin\s+patch\b[\s*:]*$/i
const endMarker = /^\*{2,}\s*end\s+patch\b[\s*:]*$/i
const fileHeader = /^\*{2,}\s*(?:update|add|delete)\s+file\s*:/i
const fence = /^\s*(?:`{3,}|~{3,})/
const asterisk = 42
const heredocStart = /<<-?\s*['"]?(\w+)['"]?\s*$/

/** True for a line that may be a directive at all: the cheap test before every expression, as nearly no line is one. */
export function isStarred(line: string): boolean {
  return line.charCodeAt(0) === asterisk
}

export function isFileHeader(line: string): boolean {
  return isStarred(line) && fileHeader.test(line)
}

export function isEndMarker(line: string): boolean {
  return isStarred(line) && endMarker.test(line)
}

/** Undefined when there is neither a begin marker nor a file header. */
export function findEnvelope(patchText: string): Envelope | undefined {
  const unwrapped = unwrapJson(patchText)
  const rawLines = unwrapped.split("\n")
  const endsWithNewline = rawLines.at(-1)?.trim() === ""
  const carriageReturns = unwrapped.includes("\r")
    ? rawLines.filter((line) => line.endsWith("\r")).length
    : 0
  const lines = carriageReturns === 0 ? rawLines : rawLines.map(dropCarriageReturn)
  const begin = findBegin(lines)
  const start = begin === -1 ? lines.findIndex(isFileHeader) : begin + 1
  if (start === -1) return undefined
  const end = findEnd(lines, start)
  const leniencies: Leniency[] = []
  const isWrapped = unwrapped !== patchText || !isBlank(lines.slice(0, Math.max(begin, 0)))
  if (isWrapped || (end !== -1 && !isBlank(lines.slice(end + 1)))) leniencies.push("wrapper")
  const isExact = lines[begin]?.trim() === "*** Begin Patch" && lines[end] === "*** End Patch"
  if (begin === -1 || end === -1 || !isExact) leniencies.push("markers")
  if (carriageReturns > 0) leniencies.push("carriage-returns")
  const body = end === -1 ? withoutClosing(lines, start, begin) : lines.slice(start, end)
  return {
    lines: end === -1 ? body : body.concat(furtherBodies(lines, end + 1)),
    firstLine: start + 1,
    hasEnd: end !== -1,
    endsWithNewline,
    leniencies,
    isCarriageReturned: carriageReturns >= rawLines.length - 1 && carriageReturns > 0,
  }
}

// The host reads the first envelope alone and drops the others without a word.
function furtherBodies(lines: readonly string[], start: number): string[] {
  const bodies: string[] = []
  for (let index = start; index < lines.length; index++) {
    if (!beginMarker.test(lines[index] ?? "")) continue
    const end = findEnd(lines, index + 1)
    const close = end === -1 ? lines.length : end
    bodies.push(...lines.slice(index + 1, close))
    index = close
  }
  return bodies
}

// The begin marker that a file header follows before the next one: prose may quote the marker alone.
function findBegin(lines: readonly string[]): number {
  let last = -1
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ""
    if (isFileHeader(line)) return last
    if (beginMarker.test(line)) last = index
  }
  return last
}

// The first end marker at the margin; an indented one may be a context line, so it counts only as the last word.
function findEnd(lines: readonly string[], start: number): number {
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]
    if (line !== undefined && isEndMarker(line)) return index
  }
  for (let index = lines.length - 1; index >= start; index--) {
    const line = lines[index]?.trim() ?? ""
    if (endMarker.test(line)) return index
    if (line !== "" && !fence.test(line)) return -1
  }
  return -1
}

// Without an end marker the closing fence or heredoc word, if one was opened, is not part of the patch.
function withoutClosing(lines: readonly string[], start: number, begin: number): string[] {
  const preamble = lines.slice(0, begin === -1 ? start : begin)
  const isFenced = preamble.some((line) => fence.test(line))
  const tag = preamble
    .map((line) => heredocStart.exec(line)?.[1])
    .find((word) => word !== undefined)
  const body = lines.slice(start)
  while (body.at(-1)?.trim() === "") body.pop()
  const last = body.at(-1)?.trim() ?? ""
  if ((isFenced && fence.test(last)) || (tag !== undefined && last === tag)) body.pop()
  return body
}

// Some models send the call as JSON text, or with escaped line ends in one line.
function unwrapJson(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return unwrapStructure(trimmed) ?? text
  const isOneLine = !trimmed.includes("\n") && /\\n\*{2,} /.test(trimmed)
  if (!isOneLine) return text
  const parsed = parseJson(`"${trimmed.replace(/^"|"$/g, "")}"`)
  return typeof parsed === "string" ? parsed : text
}

function unwrapStructure(text: string): string | undefined {
  const parsed = parseJson(text)
  const values = isRecord(parsed) || Array.isArray(parsed) ? Object.values(parsed) : []
  const patches = values.filter((value) => typeof value === "string" && value.includes("*** "))
  return patches.length === 1 ? String(patches[0]) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function dropCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "")
}
