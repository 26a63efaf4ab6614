// The proof that a session is really idle: absent from the status map at every read over a stable window.
// A failed read proves nothing; anything busy starts the window anew; the budget ends the check.

import { type Board, type Operation, startLeaseTimer, startRead } from "./board.ts"
import type { Settled } from "./event.ts"
import { enterPhase, type Lease } from "./lease.ts"
import { boardTimes } from "./limits.ts"

/** `isOpen`: the newest answer has no end yet, so the longer window applies. */
export function beginVerify(board: Board, lease: Lease, now: number, isOpen = false) {
  enterPhase(lease, "verify")
  lease.isOpenChecked ||= isOpen
  lease.isDisturbed = false
  const stableMs = isOpen ? boardTimes.verifyOpenStableMs : boardTimes.verifyStableMs
  const budgetMs = isOpen ? boardTimes.verifyOpenBudgetMs : boardTimes.verifyBudgetMs
  lease.verification = { stableMs, quietSince: undefined }
  startLeaseTimer(board, now + budgetMs, lease, "budget")
  readAgain(board, lease, now)
}

export function readAgain(board: Board, lease: Lease, now: number) {
  startRead(board, now, lease, { kind: "statuses" })
}

/** Takes one read into account. True when the proof is complete. */
export function isQuietAfter(
  board: Board,
  lease: Lease,
  read: { readonly operation: Operation; readonly outcome: Settled; readonly now: number },
): boolean {
  const { verification } = lease
  if (!verification) return false
  const startedAt = read.operation.startedAt
  if (isAbsent(lease.taskId, read.outcome)) {
    verification.quietSince ??= startedAt
    if (startedAt - verification.quietSince >= verification.stableMs) return true
  } else {
    verification.quietSince = undefined
  }
  startLeaseTimer(board, read.now + boardTimes.verifyPollMs, lease, "poll")
  return false
}

function isAbsent(taskId: string, outcome: Settled): boolean {
  if (outcome.kind !== "ok" || outcome.value?.kind !== "statuses") return false
  return outcome.value.statuses[taskId] === undefined
}

/** Any event about the session starts the window anew, and a read that began before it counts no more. */
export function disturb(board: Board, lease: Lease, now: number) {
  if (!lease.verification) {
    lease.isDisturbed = true
    return
  }
  lease.verification.quietSince = undefined
  for (const { operation, purpose } of board.operations.values()) {
    if (purpose.kind !== "lease" || purpose.token !== lease.token) continue
    board.operations.delete(operation)
    startLeaseTimer(board, now + boardTimes.verifyPollMs, lease, "poll")
  }
}
