// I24: launches that the board admits never break a cap. What others start behind its back counts, but is not admitted.

import type { Board } from "../src/board/board.ts"
import type { Job } from "../src/board/job.ts"

/** Everything that holds a place below these parents: running tasks, launches under way, places kept for the host. */
function placesTaken(board: Board, parentIds: ReadonlySet<string>): number {
  let taken = 0
  for (const job of board.jobs.values()) {
    if (parentIds.has(job.parentId) && isTaking(board, job)) taken += 1
  }
  for (const parentId of parentIds) taken += board.parents.get(parentId)?.reservations.size ?? 0
  for (const { request, batch } of board.calls.values()) {
    if (!parentIds.has(request.caller)) continue
    taken += batch?.filter((entry) => entry.phase === "creating").length ?? 0
  }
  return taken
}

function isTaking(board: Board, job: Job): boolean {
  if (job.state === "running" || job.nativeCalls.size > 0) return true
  const lease = board.leases.get(job.taskId)
  return lease?.plan !== undefined && (lease.kind === "revive" || lease.kind === "cancel")
}

export interface Launch {
  readonly parentId: string
  readonly rootId: string
}

/** The cap that these launches, admitted together, have broken. */
export function brokenCap(board: Board, launches: readonly Launch[]): string | undefined {
  for (const { parentId, rootId } of launches) {
    if (placesTaken(board, new Set([parentId])) > board.caps.runningPerParentMax) {
      return "I24 the cap of a parent was broken"
    }
    const below = [...board.jobs.values()].filter((job) => job.rootId === rootId)
    const parentIds = new Set([rootId, ...below.flatMap((job) => [job.parentId, job.taskId])])
    if (placesTaken(board, parentIds) > board.caps.runningPerRootMax) {
      return "I24 the cap of a root was broken"
    }
  }
  return undefined
}
