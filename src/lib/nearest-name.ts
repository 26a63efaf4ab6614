// "Did you mean": the closest of a small set of names, by optimal string alignment distance.

/**
 * Edits (insert, delete, replace, swap of neighbours) that turn `left` into `right`. O(n*m). As soon as it is
 * certain that there are more than `limit`, the answer is Infinity.
 */
export function editDistance(
  left: string,
  right: string,
  limit = Number.POSITIVE_INFINITY,
): number {
  let beforePrevious: readonly number[] = []
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = nextRow({ left, right, row, previous, beforePrevious })
    // A swap reaches back two rows, so one row over the limit is not yet the end.
    if (Math.min(...current) > limit + 1) return Number.POSITIVE_INFINITY
    beforePrevious = previous
    previous = current
  }
  const edits = previous[right.length] ?? 0
  return edits > limit ? Number.POSITIVE_INFINITY : edits
}

interface RowInput {
  readonly left: string
  readonly right: string
  readonly row: number
  readonly previous: readonly number[]
  readonly beforePrevious: readonly number[]
}

function nextRow({ left, right, row, previous, beforePrevious }: RowInput): readonly number[] {
  const current = [row]
  for (let column = 1; column <= right.length; column++) {
    const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1)
    const edited = Math.min(
      (previous[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
    )
    const swapped = isSwap(left, right, row, column)
      ? (beforePrevious[column - 2] ?? 0) + 1
      : Number.POSITIVE_INFINITY
    current.push(Math.min(edited, swapped))
  }
  return current
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
    left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
  )
}

/** The nearest candidate within a third of the name's length (at least 2 edits), or undefined. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(name.length / 3))
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate
}
