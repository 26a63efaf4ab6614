// Prints the canonical patch: the file's own lines as old rows, so that the host's first exact hit is the wanted place.
// Each update is tried with growing context against the host's rules until they give the wanted text.

import { mapLines } from "./line-map.ts"
import { linesAsHost, type NativeChunk, type NativeDeriver } from "./native.ts"
import type { Edit } from "./text-file.ts"

/** One effect of a patch on one file, ready to print. Paths are as the host shall read them. */
export type Operation =
  | { readonly kind: "add"; readonly path: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update"
      readonly path: string
      readonly movePath: string | undefined
      readonly before: string
      readonly after: string
      /** How the lines of `before` become those of `after`, where known; otherwise they are compared. */
      readonly edits?: readonly Edit[] | undefined
    }

/** Lines of context around a change, in the order in which they are tried; the file as a whole comes last but two. */
const contextSizes: readonly number[] = [3, 8, 20, Number.POSITIVE_INFINITY, 1, 0]

/** Undefined when the host's rules cannot express one of the operations. */
export function printPatch(
  operations: readonly Operation[],
  deriver: NativeDeriver,
): string | undefined {
  const lines = ["*** Begin Patch"]
  for (const operation of operations) {
    const printed = printOperation(operation, deriver)
    if (printed === undefined) return undefined
    lines.push(...printed)
  }
  lines.push("*** End Patch")
  return lines.join("\n")
}

function printOperation(
  operation: Operation,
  deriver: NativeDeriver,
): readonly string[] | undefined {
  switch (operation.kind) {
    case "add":
      return [`*** Add File: ${operation.path}`, ...printAdded(operation.text)]
    case "delete":
      return [`*** Delete File: ${operation.path}`]
    case "update": {
      const rows = printChanges(operation, deriver)
      if (rows === undefined) return undefined
      const move = operation.movePath === undefined ? [] : [`*** Move to: ${operation.movePath}`]
      return [`*** Update File: ${operation.path}`, ...move, ...rows]
    }
  }
}

// The host drops one empty line at the end and adds one line feed if none is there (HOST-QUIRK-86).
function printAdded(text: string): readonly string[] {
  if (text === "") return []
  const isBlankTail = text === "\n" || text.endsWith("\n\n")
  const body = isBlankTail || !text.endsWith("\n") ? text : text.slice(0, -1)
  return body.split("\n").map((line) => `+${line}`)
}

/** True when `result` is `wanted`, or `wanted` with the final newline that the host always adds (HOST-QUIRK-85). */
export function isAsWanted(result: string, wanted: string): boolean {
  return result === wanted || (!wanted.endsWith("\n") && result === `${wanted}\n`)
}

function printChanges(
  { before, after, edits }: Operation & { readonly kind: "update" },
  deriver: NativeDeriver,
): readonly string[] | undefined {
  const old = deriver.lines(before)
  const changes = edits ? changesOf(edits, after) : findChanges(old, linesAsHost(after))
  // A file that shall end with a blank line needs one more, for the host eats one (HOST-QUIRK-84).
  if (endsWithBlankLine(after)) appendLine(changes, old.length)
  for (const size of contextSizes) {
    const hunks = groupChanges(changes, old.length, size).map((group) => printHunk(group, old))
    if (hunks.some(hasMarker)) continue
    const derived = deriver.derive(before, hunks.map(toChunk))
    if (derived.kind === "text" && isAsWanted(derived.text, after)) {
      return hunks.flatMap((rows) => ["@@", ...rows])
    }
  }
  return undefined
}

/** A run of old lines that gives way to a run of new lines. */
interface LineChange {
  readonly oldStart: number
  readonly oldEnd: number
  readonly added: readonly string[]
}

// Edits know nothing of carriage returns; the host takes them for a part of the line.
function changesOf(edits: readonly Edit[], after: string): LineChange[] {
  const wanted = after.includes("\r") ? linesAsHost(after) : undefined
  let shift = 0
  return edits.map(({ start, removed, added }) => {
    const newStart = start + shift
    shift += added.length - removed
    const lines = wanted?.slice(newStart, newStart + added.length) ?? added
    return { oldStart: start, oldEnd: start + removed, added: lines }
  })
}

function endsWithBlankLine(text: string): boolean {
  return text.endsWith("\n\n") || text === "\n" || text === "\uFEFF\n"
}

function appendLine(changes: LineChange[], oldCount: number): void {
  const last = changes.at(-1)
  if (last?.oldEnd === oldCount) {
    changes[changes.length - 1] = { ...last, added: [...last.added, ""] }
  } else changes.push({ oldStart: oldCount, oldEnd: oldCount, added: [""] })
}

function findChanges(old: readonly string[], wanted: readonly string[]): LineChange[] {
  const map = mapLines(old, wanted)
  const changes: LineChange[] = []
  let oldStart = 0
  let newStart = 0
  for (let line = 0; line <= old.length; line++) {
    const target = line === old.length ? wanted.length : (map[line] ?? -1)
    if (target === -1) continue
    if (line > oldStart || target > newStart) {
      changes.push({ oldStart, oldEnd: line, added: wanted.slice(newStart, target) })
    }
    oldStart = line + 1
    newStart = target + 1
  }
  return changes
}

interface ChangeGroup {
  readonly changes: readonly LineChange[]
  readonly start: number
  readonly end: number
}

function groupChanges(
  changes: readonly LineChange[],
  count: number,
  context: number,
): readonly ChangeGroup[] {
  const groups: { changes: LineChange[]; start: number; end: number }[] = []
  for (const change of changes) {
    const start = Math.max(0, change.oldStart - context)
    const end = Math.min(count, change.oldEnd + context)
    const last = groups.at(-1)
    if (last && start <= last.end) {
      last.changes.push(change)
      last.end = end
    } else groups.push({ changes: [change], start, end })
  }
  return groups
}

function printHunk(group: ChangeGroup, old: readonly string[]): readonly string[] {
  const rows: string[] = []
  let copied = group.start
  for (const change of group.changes) {
    for (; copied < change.oldStart; copied++) rows.push(` ${old[copied] ?? ""}`)
    for (; copied < change.oldEnd; copied++) rows.push(`-${old[copied] ?? ""}`)
    for (const line of change.added) rows.push(`+${line}`)
  }
  for (; copied < group.end; copied++) rows.push(` ${old[copied] ?? ""}`)
  return rows
}

// A context row that reads like a marker would end the patch for the host (HOST-QUIRK-87).
function hasMarker(rows: readonly string[]): boolean {
  return rows.some((row) => row.trim() === "*** End Patch" || row.trim() === "*** Begin Patch")
}

function toChunk(rows: readonly string[]): NativeChunk {
  const isOld = (row: string): boolean => !row.startsWith("+")
  const isNew = (row: string): boolean => !row.startsWith("-")
  return {
    oldLines: rows.filter(isOld).map((row) => row.slice(1)),
    newLines: rows.filter(isNew).map((row) => row.slice(1)),
    anchor: undefined,
  }
}
