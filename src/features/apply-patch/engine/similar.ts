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
  /** Lines of the file between rows of the hunk, in all. */
  skippedLinesMax: 6,
  /** Least share of the hunk's weight that must match. */
  scoreMin: 0.55,
  /** Informative rows that must match word for word. */
  exactRowsMin: 2,
  /** Cells of all alignment tables of one hunk. */
  cellsMax: 2_000_000,
  /** Weight of a row that says little: blank, a bracket. */
  weakWeight: 0.15,
} as const

/** The place, or undefined: nothing near enough, or more than one place. */
export function findSimilar(view: LineView, hunk: Hunk, reading: Reading): Placement | undefined {
  const task = createTask(view, reading)
  const diagonals = votedDiagonals(view, task)
  const width = 2 * similarityLimits.bandLines + 2
  if (diagonals.length * task.rows.length * width * 2 > similarityLimits.cellsMax) return undefined
  const best = bestAlignment(task, diagonals)
  if (!best) return undefined
  const changeLines = reading.changes.map((change) => changeLine(change, best.rowLines))
  if (changeLines.some((line) => line === undefined)) return undefined
  if (!isCloseFit(task, reading, best)) return undefined
  if (!isDominant(task, best, diagonals)) return undefined
  return {
    hunk,
    reading,
    by: "similarity",
    isOnlyHit: true,
    rowLines: best.rowLines,
    changeLines: changeLines.map((line) => line ?? 0),
  }
}

/** The place that resembles the hunk most, for messages only. */
export function nearestPlace(
  view: LineView,
  reading: Reading,
): { readonly row: number; readonly line: number } | undefined {
  const task = createTask(view, reading)
  const [diagonal] = votedDiagonals(view, task)
  if (diagonal === undefined) return undefined
  const row = task.rows.findIndex((key, index) => task.lines[diagonal + index] !== key)
  const isInFile = diagonal + row >= 0 && diagonal + row < task.lines.length
  return row === -1 || !isInFile ? undefined : { row, line: diagonal + row }
}

function createTask(view: LineView, reading: Reading): AlignTask {
  return {
    rows: reading.old.map(lineKey),
    weights: reading.old.map((row) => (isInformative(row) ? 1 : similarityLimits.weakWeight)),
    isDeleted: reading.isDeleted,
    lines: view.keys(),
    ...createLikeness(reading, view.words),
  }
}

// Diagonals (line minus row) by the weight of the rare rows on them, heaviest first.
function votedDiagonals(view: LineView, task: AlignTask): readonly number[] {
  const votes = new Map<number, number>()
  for (const [row, key] of task.rows.entries()) {
    const positions = view.index().get(key) ?? []
    if (key === "" || positions.length > similarityLimits.occurrencesMax) continue
    for (const line of positions) {
      votes.set(line - row, (votes.get(line - row) ?? 0) + (task.weights[row] ?? 0))
    }
  }
  return [...votes]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .slice(0, similarityLimits.placesMax)
    .map(([diagonal]) => diagonal)
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
  const skipped = skippedLines(best)
  if (skipped.length > similarityLimits.skippedLinesMax) return false
  const added = new Set(
    reading.changes.flatMap((change) => change.added.filter(isInformative).map(lineKey)),
  )
  if (skipped.some((line) => added.has(task.lines[line] ?? ""))) return false
  return task.rows.every((_, row) => best.rowLines[row] !== -1 || mayStayOpen(task, best, row))
}

// A row without a partner is a slip only if it says nothing, or says what its neighbour says.
function mayStayOpen(task: AlignTask, best: Alignment, row: number): boolean {
  if (weightOf(task, row) < 1) return true
  return [row - 1, row + 1].some(
    (other) => task.rows[other] === task.rows[row] && best.isExact[other] === true,
  )
}

function skippedLines(best: Alignment): number[] {
  const skipped: number[] = []
  let previous: number | undefined
  for (const line of best.rowLines) {
    if (line === -1) continue
    for (let between = (previous ?? line - 1) + 1; between < line; between++) skipped.push(between)
    previous = line
  }
  return skipped
}

// At every other place, no telling row may match that stays open here; and one must match here that does not there.
function isDominant(task: AlignTask, best: Alignment, diagonals: readonly number[]): boolean {
  const ours = exactRows(task, best)
  const repeated = task.rows.flatMap((_, row) =>
    best.rowLines[row] === -1 && mayStayOpen(task, best, row) ? [row] : [],
  )
  const covered = new Set([...ours, ...repeated])
  const limits = {
    bandLines: similarityLimits.bandLines,
    isStrict: false,
    forbidden: best.rowLines,
  }
  return diagonals.every((diagonal) => {
    const rival = alignRows(task, diagonal, limits)
    const theirs = rival ? exactRows(task, rival) : new Set<number>()
    return [...theirs].every((row) => covered.has(row)) && [...ours].some((row) => !theirs.has(row))
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
