// Where a hunk goes: the file line of every old row and the first line of every change.

import type { Candidate } from "./locate.ts"
import type { Hunk } from "./patch.ts"
import type { Change, Reading } from "./reading.ts"

export type PlacedBy =
  | "exact"
  | "white-space"
  | "anchor"
  | "earlier-hunks"
  | "snapshot"
  | "similarity"

export interface Placement {
  readonly hunk: Hunk
  readonly reading: Reading
  readonly by: PlacedBy
  /** No other place in the text matches equally well. */
  readonly isOnlyHit: boolean
  /** File line of each old row; -1 for a context row without a partner. */
  readonly rowLines: readonly number[]
  /** First file line of each change, in the order of `reading.changes`. */
  readonly changeLines: readonly number[]
}

export function placeCandidate(
  hunk: Hunk,
  { reading, level, start }: Candidate,
  isOnlyHit = true,
): Placement {
  return {
    hunk,
    reading,
    by: level === "equal" && reading.kind === "literal" ? "exact" : "white-space",
    isOnlyHit,
    rowLines: reading.old.map((_, row) => start + row),
    changeLines: reading.changes.map(({ at }) => start + at),
  }
}

/** True when the deleted rows of a change stand on consecutive lines. */
export function isContiguous(change: Change, rowLines: readonly number[]): boolean {
  const first = rowLines[change.at] ?? -1
  for (let offset = 0; offset < change.removed; offset++) {
    if (first === -1 || rowLines[change.at + offset] !== first + offset) return false
  }
  return true
}
