// Carries a place found in an older text over to the newer one (P12): through a map of unchanged lines.
// Fails rather than guesses when the lines at the place itself changed.

import { isInformative } from "./normalize.ts"
import { isContiguous, type Placement } from "./placement.ts"

export interface CarryOver {
  /** For each line of the older text its line in the newer one, or -1. */
  readonly map: Int32Array
  /** Number of lines of the newer text. */
  readonly newCount: number
}

/** Undefined when a deleted line is gone, too little of the context is left, or lines were put where the hunk inserts. */
export function carryPlacement(placement: Placement, carry: CarryOver): Placement | undefined {
  const { reading } = placement
  const rowLines = placement.rowLines.map((line) => (line === -1 ? -1 : (carry.map[line] ?? -1)))
  if (!reading.changes.every((change) => isContiguous(change, rowLines))) return undefined
  if (!isContextKept(placement, rowLines)) return undefined
  const changeLines: number[] = []
  for (const [index, change] of reading.changes.entries()) {
    const line =
      change.removed > 0
        ? rowLines[change.at]
        : carryInsertion(placement.changeLines[index] ?? 0, carry)
    if (line === undefined) return undefined
    changeLines.push(line)
  }
  return { ...placement, by: "snapshot", rowLines, changeLines }
}

function isContextKept(
  { reading, rowLines: before }: Placement,
  rowLines: readonly number[],
): boolean {
  let informative = 0
  let kept = 0
  for (const [row, text] of reading.old.entries()) {
    if (reading.isDeleted[row] || !isInformative(text) || before[row] === -1) continue
    informative += 1
    if (rowLines[row] !== -1) kept += 1
  }
  return kept * 2 >= informative
}

// The gap between the nearest unchanged lines around the insertion must be empty, or as long as it was.
function carryInsertion(line: number, { map, newCount }: CarryOver): number | undefined {
  let above = line - 1
  while (above >= 0 && map[above] === -1) above -= 1
  let below = line
  while (below < map.length && map[below] === -1) below += 1
  const newAbove = above === -1 ? -1 : (map[above] ?? -1)
  const newBelow = below === map.length ? newCount : (map[below] ?? newCount)
  const gap = newBelow - newAbove - 1
  if (gap === 0) return newBelow
  const isChangedInPlace = gap === below - above - 1
  return isChangedInPlace ? newAbove + (line - above) : undefined
}
