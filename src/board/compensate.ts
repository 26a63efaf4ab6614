// A session was deleted while a run of ours was, or became, active: the host does not stop it, so we do. Exactly one
// abort; the task stays fenced until the run is proven quiet. No generation, no notice, no other session is touched.

import { type Board, startLeased, startLeaseTimer } from "./board.ts"
import { acquireLease, convertLease, dropLease, enterPhase, type Lease } from "./lease.ts"
import { boardTimes } from "./limits.ts"
import { beginVerify } from "./verify.ts"

export function startCompensation(board: Board, taskId: string, generation: number, now: number) {
  const lease = acquireLease(board, {
    taskId,
    kind: "compensate",
    generation,
    openedAt: now,
    phase: "abort",
  })
  startLeased(board, now, lease, { kind: "abort", taskId })
}

/** Takes over a lease whose last call has settled; nothing else can slip in. */
export function convertToCompensation(board: Board, lease: Lease, now: number) {
  convertLease(lease, "compensate", "abort")
  startLeased(board, now, lease, { kind: "abort", taskId: lease.taskId })
}

export function onCompensationSettled(board: Board, lease: Lease, isDone: boolean, now: number) {
  if (!isDone) lease.isUnconfirmed = true
  beginVerify(board, lease, now)
}

export function finishCompensation(board: Board, lease: Lease) {
  dropLease(board, lease)
}

/** Not quiet within one check: look again later, ever more rarely, and never give the task free. */
export function waitForQuiet(board: Board, lease: Lease, now: number) {
  lease.isUnconfirmed = true
  enterPhase(lease, "quiet-wait")
  const doubled = lease.backoffMs * 2
  lease.backoffMs = Math.min(
    Math.max(doubled, boardTimes.compensateFirstMs),
    boardTimes.compensateLastMs,
  )
  startLeaseTimer(board, now + lease.backoffMs, lease, "poll")
}
