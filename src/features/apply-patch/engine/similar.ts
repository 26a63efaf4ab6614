// Finds the place of a hunk whose context differs from the file (P6): rare rows vote for places, each is aligned,
// and one is accepted only if it fits closely and no other place could be meant.

import { type Alignment, type AlignTask, alignRows } from "./align.ts"
import { createLikeness } from "./likeness.ts"
import type { LineView } from "./line-view.ts"
import { isInformative, lineKey } from "./normalize.ts"
import type { Hunk } from "./patch.ts"
import { isContiguous, type Placement } from "./placement.ts"
import type { Change, Reading } from "./reading.ts"

export const similarityLimits = {
  /** Places that are compared for one hunk. */
  placesMax: 48,
  /** A row votes only if its line occurs at most this often. */
  occurrencesMax: 24,
  /** Lines that an alignment may wander from its diagonal. */
  bandLines: 6,
  /** Places closer together than this are compared as one. */
  mergedLines: 2,
  /** Lines of the file between rows of the hunk, in all. */
  skippedLinesMax: 6,
  /** The same between two neighbouring rows. */
  gapLinesMax: 3,
  /** Least share of the hunk's weight that must match. */
  scoreMin: 0.55,
  /** Informative rows that must match word for word. */
  exactRowsMin: 2,
  /** Cells of all alignment tables of one hunk. */
  cellsMax: 2_000_000,
  /** Weight of a row that says little: blank, a bracket. */
  weakWeight: 0.15,
} as const

/** `none`: nothing is near enough. `several`: another place is as near. */
export type Similar =
  | { readonly kind: "placed"; readonly placement: Placement }
  | { readonly kind: "none" }
  | { readonly kind: "several" }

const none: Similar = { kind: "none" }

export function findSimilar(view: LineView, hunk: Hunk, reading: Reading): Similar {
  const task = createTask(view, reading)
  const diagonals = votedDiagonals(view, task)
  const width = 2 * similarityLimits.bandLines + 2
  if (diagonals.length * task.rows.length * width * 2 > similarityLimits.cellsMax) return none
  const best = bestAlignment(task, diagonalsOfDeleted(view, task, diagonals))
  if (!best) return none
  const changeLines = reading.changes.map((change) => changeLine(change, best.rowLines))
  if (changeLines.some((line) => line === undefined)) return none
  if (!isCloseFit(task, reading, best)) return none
  if (!isDominant(view, task, best, diagonals)) return { kind: "several" }
  const placement: Placement = {
    hunk,
    reading,
    by: "similarity",
    isOnlyHit: true,
    rowLines: best.rowLines,
    changeLines: changeLines.map((line) => line ?? 0),
  }
  return { kind: "placed", placement }
}

/** The place that resembles the hunk most, for messages only. */
export function nearestPlace(
  view: LineView,
  reading: Reading,
): { readonly row: number; readonly line: number } | undefined {
  const task = createTask(view, reading)
  const [diagonal] = votedDiagonals(view, task)
  if (diagonal === undefined) return undefined
  const row = task.rows.findIndex((key, index) => task.keyAt(diagonal + index) !== key)
  const isInFile = diagonal + row >= 0 && diagonal + row < task.lineCount
  return row === -1 || !isInFile ? undefined : { row, line: diagonal + row }
}

function createTask(view: LineView, reading: Reading): AlignTask {
  return {
    rows: reading.old.map(lineKey),
    weights: reading.old.map((row) => (isInformative(row) ? 1 : similarityLimits.weakWeight)),
    isDeleted: reading.isDeleted,
    lineCount: view.lines.length,
    keyAt: view.keyAt,
    ...createLikeness(reading, view.hasWord),
  }
}

// Diagonals (line minus row) by the weight of the rare rows on them, heaviest first. One stands for its close neighbours,
// which its band covers.
function votedDiagonals(view: LineView, task: AlignTask): readonly number[] {
  const votes = new Map<number, number>()
  for (const [row, key] of task.rows.entries()) {
    const positions = key === "" ? [] : rarePositions(view, key)
    for (const line of positions) {
      votes.set(line - row, (votes.get(line - row) ?? 0) + (task.weights[row] ?? 0))
    }
  }
  const ranked = [...votes].sort((left, right) => right[1] - left[1] || left[0] - right[0])
  const kept: number[] = []
  for (const [diagonal, weight] of ranked) {
    if (kept.length === similarityLimits.placesMax || weight < 1) break
    const isCovered = kept.some(
      (other) => Math.abs(other - diagonal) <= similarityLimits.mergedLines,
    )
    if (!isCovered) kept.push(diagonal)
  }
  return kept
}

function isFrequent(view: LineView, key: string): boolean {
  const { occurrencesMax } = similarityLimits
  return view.positions(key, occurrencesMax + 1).length > occurrencesMax
}

function rarePositions(view: LineView, key: string): readonly number[] {
  return isFrequent(view, key) ? [] : view.positions(key)
}

// All deleted rows must match, so a place without the rarest of them in its band is none.
function diagonalsOfDeleted(
  view: LineView,
  task: AlignTask,
  diagonals: readonly number[],
): readonly number[] {
  let nearby = diagonals
  for (const [row, key] of task.rows.entries()) {
    if (!task.isDeleted[row] || key === "" || isFrequent(view, key)) continue
    const positions = rarePositions(view, key)
    nearby = nearby.filter((diagonal) =>
      positions.some((line) => Math.abs(line - row - diagonal) <= similarityLimits.bandLines + 1),
    )
  }
  return nearby
}

function bestAlignment(task: AlignTask, diagonals: readonly number[]): Alignment | undefined {
  const { bandLines } = similarityLimits
  let best: Alignment | undefined
  for (const diagonal of diagonals) {
    const alignment = alignRows(task, diagonal, { bandLines, isStrict: true, forbidden: undefined })
    if (alignment && (!best || alignment.score > best.score)) best = alignment
  }
  return best
}

// Deleted rows name the place themselves. A mere insertion needs a neighbour, and no file line in between.
function changeLine(change: Change, rowLines: readonly number[]): number | undefined {
  if (change.removed > 0) {
    return isContiguous(change, rowLines) ? rowLines[change.at] : undefined
  }
  const above = change.at === 0 ? undefined : rowLines[change.at - 1]
  const below = rowLines[change.at]
  if (above === -1 && below === -1) return undefined
  const nearestAbove = rowLines.slice(0, change.at).findLast((line) => line !== -1)
  const nearestBelow = rowLines.slice(change.at).find((line) => line !== -1)
  if (nearestAbove === undefined) return below === -1 ? undefined : nearestBelow
  if (nearestBelow === undefined) return above === -1 ? undefined : nearestAbove + 1
  return nearestBelow === nearestAbove + 1 ? nearestBelow : undefined
}

function isCloseFit(task: AlignTask, reading: Reading, best: Alignment): boolean {
  const total = task.weights.reduce((sum, weight) => sum + weight, 0)
  const matched = best.isExact.reduce(
    (sum, isExact, row) => sum + (isExact ? weightOf(task, row) : 0),
    0,
  )
  if (matched / total < similarityLimits.scoreMin) return false
  if (exactRows(task, best).size < similarityLimits.exactRowsMin) return false
  const gaps = skippedLines(best)
  const skipped = gaps.flat()
  if (skipped.length > similarityLimits.skippedLinesMax) return false
  if (gaps.some((gap) => gap.length > similarityLimits.gapLinesMax)) return false
  const added = new Set(
    reading.changes.flatMap((change) => change.added.filter(isInformative).map(lineKey)),
  )
  if (skipped.some((line) => added.has(task.keyAt(line) ?? ""))) return false
  return task.rows.every((_, row) => best.rowLines[row] !== -1 || mayStayOpen(task, best, row))
}

// A context row without a partner is a slip only if it says nothing, or says what the context row beside it says.
function mayStayOpen(task: AlignTask, best: Alignment, row: number): boolean {
  if (weightOf(task, row) < 1) return true
  return [row - 1, row + 1].some(
    (other) =>
      task.rows[other] === task.rows[row] &&
      best.isExact[other] === true &&
      task.isDeleted[other] === false,
  )
}

// Lines of the file between matched rows, gap by gap.
function skippedLines(best: Alignment): readonly (readonly number[])[] {
  const matched = best.rowLines.filter((line) => line !== -1)
  return matched.map((line, index) => {
    const previous = matched[index - 1] ?? line - 1
    return Array.from({ length: line - previous - 1 }, (_, offset) => previous + 1 + offset)
  })
}

// At every other place, no telling row may match that stays open here; and one must match here that does not there.
function isDominant(
  view: LineView,
  task: AlignTask,
  best: Alignment,
  diagonals: readonly number[],
): boolean {
  const ours = exactRows(task, best)
  const isCovered = (row: number): boolean =>
    ours.has(row) || (best.rowLines[row] === -1 && mayStayOpen(task, best, row))
  const occurrences = (row: number): number => view.positions(task.rows[row] ?? "", 2).length
  const isOpenElsewhere = task.rows.some(
    (_, row) => weightOf(task, row) === 1 && !isCovered(row) && occurrences(row) > 0,
  )
  // A row that the file holds once settles both questions without a look at the other places.
  if (!isOpenElsewhere && [...ours].some((row) => occurrences(row) === 1)) return true
  const limits = {
    bandLines: similarityLimits.bandLines,
    isStrict: false,
    forbidden: best.rowLines,
  }
  return diagonals.every((diagonal) => {
    const rival = alignRows(task, diagonal, limits)
    const theirs = rival ? exactRows(task, rival) : new Set<number>()
    return [...theirs].every(isCovered) && [...ours].some((row) => !theirs.has(row))
  })
}

function exactRows(task: AlignTask, alignment: Alignment): Set<number> {
  const rows = new Set<number>()
  for (const [row, isExact] of alignment.isExact.entries()) {
    if (isExact && weightOf(task, row) === 1) rows.add(row)
  }
  return rows
}

function weightOf(task: AlignTask, row: number): number {
  return task.weights[row] ?? 0
}
