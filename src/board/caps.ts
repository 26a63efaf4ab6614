// Limits on running tasks and launches (T13).

import type { Board } from "./board.ts"
import type { RefusalReason } from "./effect.ts"
import { boardTimes } from "./limits.ts"
import { countOccupied, countOccupiedBelow } from "./view.ts"

export interface CapReached {
  readonly reason: RefusalReason
  /** The limit itself. */
  readonly detail: string
}

/** The cap that one more launch below this parent would break. */
export function capReached(
  board: Board,
  parentId: string,
  rootId: string,
  now: number,
): CapReached | undefined {
  const { runningPerParentMax, runningPerRootMax, launchesPerHourMax } = board.caps
  if (countOccupied(board, parentId) >= runningPerParentMax) {
    return { reason: "parent_limit", detail: String(runningPerParentMax) }
  }
  if (countOccupiedBelow(board, rootId) >= runningPerRootMax) {
    return { reason: "root_limit", detail: String(runningPerRootMax) }
  }
  if (recentLaunches(board, rootId, now).length >= launchesPerHourMax) {
    return { reason: "hour_limit", detail: String(launchesPerHourMax) }
  }
  return undefined
}

export function countLaunch(board: Board, rootId: string, now: number) {
  board.launches.set(rootId, [...recentLaunches(board, rootId, now), now])
}

/** A launch of before a restart. Of each task only its newest run is known. */
export function countEarlierLaunch(board: Board, rootId: string, at: number, now: number) {
  if (now - at >= boardTimes.launchWindowMs) return
  board.launches.set(rootId, [...recentLaunches(board, rootId, now), at])
}

function recentLaunches(board: Board, rootId: string, now: number): readonly number[] {
  const times = board.launches.get(rootId) ?? []
  return times.filter((time) => now - time < boardTimes.launchWindowMs)
}
