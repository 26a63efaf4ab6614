// The exact ladder: where the old rows of a hunk stand in a text. Collects every hit of the first level that has one.
// Levels: equal, equal up to trailing white space, equal by key. It never picks among hits.

import type { LineView } from "./line-view.ts"
import { lineKey } from "./normalize.ts"
import type { Reading } from "./reading.ts"

export type MatchLevel = "equal" | "trailing-space" | "key"

export interface Candidate {
  readonly reading: Reading
  readonly level: MatchLevel
  /** First line of the hit. */
  readonly start: number
}

/** All hits of the best level over all readings; readings rank only among equals of one level. */
export function locateExactly(
  view: LineView,
  readings: readonly Reading[],
  positionsOf: PositionsOf = searchedIn(view.lines),
): readonly Candidate[] {
  for (const reading of readings) {
    const hits = equalHits(view.lines, reading.old, positionsOf)
    if (hits.length > 0) return hits.map((start) => ({ reading, level: "equal", start }))
  }
  const byKey = readings.map((reading) => ({ reading, hits: keyHits(view, reading.old) }))
  for (const { reading, hits } of byKey) {
    const close = hits.filter((start) => isSameButTrailing(view.lines, reading.old, start))
    if (close.length > 0) {
      return close.map((start) => ({ reading, level: "trailing-space", start }))
    }
  }
  for (const { reading, hits } of byKey) {
    if (hits.length > 0) return hits.map((start) => ({ reading, level: "key", start }))
  }
  return []
}

/** Where a line stands, ascending. */
export type PositionsOf = (line: string) => readonly number[]

/** Searches the lines anew for each question: right for one or two hunks. */
function searchedIn(lines: readonly string[]): PositionsOf {
  return (wanted) => {
    const positions: number[] = []
    for (let at = lines.indexOf(wanted); at !== -1; at = lines.indexOf(wanted, at + 1)) {
      positions.push(at)
    }
    return positions
  }
}

/** Looks for the longest rows of all readings in one pass over the lines: right for many hunks. */
export function positionsInOnePass(
  lines: readonly string[],
  readings: readonly Reading[],
): PositionsOf {
  const positions = new Map<string, number[]>()
  const lengths = new Set<number>()
  for (const { old } of readings) {
    const pivot = old[longestIndex(old)]
    if (pivot === undefined) continue
    positions.set(pivot, [])
    lengths.add(pivot.length)
  }
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? ""
    if (lengths.has(text.length)) positions.get(text)?.push(line)
  }
  return (line) => positions.get(line) ?? []
}

/** Starts of all places where `block` stands line for line. */
function equalHits(
  lines: readonly string[],
  block: readonly string[],
  positionsOf: PositionsOf,
): number[] {
  if (block.length === 0) return []
  const pivot = longestIndex(block)
  const starts = positionsOf(block[pivot] ?? "").map((line) => line - pivot)
  return starts.filter((start) => start >= 0 && isEqualAt(lines, block, start))
}

/** Starts of all places where `block` stands by key. */
export function keyHits(view: LineView, block: readonly string[]): number[] {
  if (block.length === 0 || block.length > view.lines.length) return []
  const wanted = block.map(lineKey)
  const pivot = rarestIndex(view, wanted)
  const last = view.lines.length - block.length
  const starts = view.positions(wanted[pivot] ?? "").map((line) => line - pivot)
  // With many starts each line is compared often, and making all keys once is cheaper.
  if (starts.length > manyStarts) view.keys()
  return starts.filter(
    (start) =>
      start >= 0 &&
      start <= last &&
      wanted.every((key, offset) => view.keyAt(start + offset) === key),
  )
}

const manyStarts = 1_000

/** Rows that occur more often are not told apart when the rarest one is looked for. */
const oftenMin = 64

function rarestIndex(view: LineView, wanted: readonly string[]): number {
  let rarest = 0
  let least = oftenMin
  for (const [row, key] of wanted.entries()) {
    const count = view.positions(key, least).length
    if (count >= least) continue
    least = count
    rarest = row
  }
  return rarest
}

function isEqualAt(lines: readonly string[], block: readonly string[], start: number): boolean {
  for (let offset = 0; offset < block.length; offset++) {
    if (lines[start + offset] !== block[offset]) return false
  }
  return true
}

function isSameButTrailing(
  lines: readonly string[],
  block: readonly string[],
  start: number,
): boolean {
  return block.every((row, offset) => lines[start + offset]?.trimEnd() === row.trimEnd())
}

// The longest row is likely the rarest one, and comparing lengths is cheap.
function longestIndex(block: readonly string[]): number {
  let longest = 0
  for (let index = 1; index < block.length; index++) {
    if ((block[index]?.length ?? 0) > (block[longest]?.length ?? 0)) longest = index
  }
  return longest
}
