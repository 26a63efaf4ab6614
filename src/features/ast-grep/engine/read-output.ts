// What an engine prints, line by line, turned into matches. Anything else is reported, never skipped.

import { isRecord, readNumber, readRecord, readString } from "../../../lib/json.ts"
import type { Capture, EngineMatch, MatchOutcome, Span } from "./matcher.ts"
import type { ProcessResult } from "./run-process.ts"

/** Exit code of both engines for a pattern or rule that they do not accept. */
export const invalidQueryExitCode = 8

/** What both engines print when they parsed a pattern with an error in it, and it matched nothing. */
const patternErrorWarning = "Warning: Pattern contains an ERROR node"

type EndedProcess = Extract<ProcessResult, { kind: "ended" }>

const reasonCharactersMax = 600

/** Judges a finished process: 0 means matches, 1 none, 8 an unusable query, all else a failure. */
export function readOutcome(result: ProcessResult): MatchOutcome {
  if (result.kind === "not-started") return { kind: "failed", reason: result.reason }
  if (result.isCut) return readMatches(result, true)
  if (result.exitCode === invalidQueryExitCode) {
    return { kind: "invalid", reason: readReason(result.errorText) }
  }
  const complaint = complaintOf(result.errorText)
  const hasEnded = result.exitCode === 0 || result.exitCode === 1
  if (hasEnded && complaint === "") return readMatches(result, false)
  return { kind: "failed", reason: `${describeEnd(result)}: ${clip(complaint || "no message")}` }
}

/** What remains of standard error without the engine's warnings and files that vanished meanwhile. */
function complaintOf(errorText: string): string {
  const isWarning = errorText.startsWith("Warning:")
  const isVanished = (line: string) => /^ERROR: .*\(os error 2\)$/.test(line)
  const lines = isWarning ? [] : errorText.split("\n").filter((line) => !isVanished(line))
  return lines.join("\n").trim()
}

function describeEnd(result: EndedProcess): string {
  return result.exitSignal ? `ended by ${result.exitSignal}` : `exit code ${result.exitCode}`
}

function readMatches({ output, errorText }: EndedProcess, isCut: boolean): MatchOutcome {
  const matches: EngineMatch[] = []
  for (const line of output.split("\n")) {
    if (line === "") continue
    const match = readMatch(line)
    if (!match) return { kind: "failed", reason: `unreadable result: ${clip(line, 80)}` }
    matches.push(match)
  }
  const hasPatternError = errorText.startsWith(patternErrorWarning)
  return { kind: "matches", matches, isCut, hasPatternError }
}

/** The innermost cause comes last in the reports of both engines. */
function readReason(errorText: string): string {
  const cause = errorText.split(/╰▻ |\|->/).at(-1) ?? ""
  const sentence = cause
    .replace(/^Error: /, "")
    .replace(/ at line \d+, column \d+\s*$/, "")
    .replace(/\s+/g, " ")
    .trim()
  // The engine shows its own stand-ins for `$`, which differ by language.
  return clip((sentence || "the engine gave no reason").replace(/[µ\u{10000}]/gu, "$$"))
}

function clip(text: string, charactersMax = reasonCharactersMax): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`
}

function readMatch(line: string): EngineMatch | undefined {
  const value = parseJson(line)
  const file = readString(value, "file")
  const text = readString(value, "text")
  const range = readRecord(value, "range")
  const span = readSpan(range)
  const lineNumber = readNumber(readRecord(range, "start"), "line")
  const isComplete = file !== undefined && text !== undefined && span !== undefined
  if (!isComplete || lineNumber === undefined) return undefined
  const variables = readRecord(value, "metaVariables")
  return {
    file,
    text,
    span,
    line: lineNumber,
    single: readSingle(readRecord(variables, "single")),
    list: readLists(readRecord(variables, "multi")),
    transformed: readTransformed(readRecord(variables, "transformed")),
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function readSpan(range: unknown): Span | undefined {
  const offsets = readRecord(range, "byteOffset")
  const start = readNumber(offsets, "start")
  const end = readNumber(offsets, "end")
  return start === undefined || end === undefined ? undefined : { start, end }
}

function readSingle(record: Record<string, unknown> = {}): Record<string, Capture> {
  const captures: Record<string, Capture> = {}
  for (const [name, value] of Object.entries(record)) {
    const span = readSpan(readRecord(value, "range"))
    const text = readString(value, "text")
    if (span && text !== undefined) captures[name] = { span, text }
  }
  return captures
}

function readLists(record: Record<string, unknown> = {}): Record<string, Span | undefined> {
  const lists: Record<string, Span | undefined> = {}
  for (const [name, value] of Object.entries(record)) {
    // The binary keeps the nodes that relations matched under a name of its own, "secondary".
    if (!/^[A-Z_]/.test(name)) continue
    const nodes: unknown[] = Array.isArray(value) ? value.filter(isRecord) : []
    const first = readSpan(readRecord(nodes[0], "range"))
    const last = readSpan(readRecord(nodes.at(-1), "range"))
    lists[name] = first && last ? { start: first.start, end: last.end } : undefined
  }
  return lists
}

function readTransformed(record: Record<string, unknown> = {}): Record<string, string> {
  const entries = Object.entries(record)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}
