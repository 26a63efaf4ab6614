// Which step of which procedure comes next when a call or a timer of a lease comes in. A call whose lease is not
// current any more only disappears.

import type { Board, Operation } from "./board.ts"
import {
  finishUnconfirmed,
  onAbortLate,
  onAbortSettled,
  onCancelConfirmed,
  onCancelQuiet,
} from "./cancel.ts"
import { finishCompensation, onCompensationSettled, waitForQuiet } from "./compensate.ts"
import { onOrphanSettled } from "./deletion.ts"
import type { BoardTimer, Settled } from "./event.ts"
import type { Lease } from "./lease.ts"
import { onNoteLate, onNoteSettled } from "./message.ts"
import {
  beginBaseline,
  finishUnsent,
  look,
  onAdmissionLate,
  onBaseline,
  onLook,
  onPromptSettled,
} from "./revive.ts"
import { beginVerify, isQuietAfter, readAgain } from "./verify.ts"

export function onLeaseSettled(board: Board, operation: Operation, outcome: Settled, now: number) {
  const { purpose } = operation
  if (purpose.kind !== "lease") return
  const lease = board.leases.get(purpose.taskId)
  if (lease?.token !== purpose.token) return
  const isMutating = lease.pending.delete(operation.operation)
  if (!isMutating && purpose.stage !== lease.stage) return
  const isOrphan = !board.jobs.has(lease.taskId) && lease.kind !== "compensate"
  if (isOrphan) return onOrphanSettled(board, lease, outcome.kind !== "refused", now)
  advance(board, lease, { operation, outcome, now })
}

interface Arrival {
  readonly operation: Operation
  readonly outcome: Settled
  readonly now: number
}

function advance(board: Board, lease: Lease, arrival: Arrival) {
  const { operation, outcome, now } = arrival
  const job = board.jobs.get(lease.taskId)
  switch (lease.phase) {
    case "write":
      return job && onNoteSettled(board, job, lease, arrival)
    case "abort":
      if (lease.kind === "compensate") {
        return onCompensationSettled(board, lease, outcome.kind === "ok", now)
      }
      return job && onAbortSettled(board, job, lease, now)
    case "verify":
      if (isQuietAfter(board, lease, arrival)) onQuiet(board, lease, now)
      return
    case "confirm":
      return job && onCancelConfirmed(board, job, lease, arrival)
    case "baseline":
      return onBaseline(board, lease, outcome, now)
    case "send":
      return onPromptSettled(board, lease, outcome, now)
    case "look":
      return onLook(board, lease, { startedAt: operation.startedAt, outcome, now })
    case "intent":
    case "quiet-wait":
      return
  }
}

function onQuiet(board: Board, lease: Lease, now: number) {
  const job = board.jobs.get(lease.taskId)
  if (lease.kind === "compensate") return finishCompensation(board, lease)
  if (!job) return
  if (lease.kind === "cancel") return onCancelQuiet(board, job, lease, now)
  beginBaseline(board, lease, now)
}

export function onLeaseTimer(
  board: Board,
  timer: Extract<BoardTimer, { kind: "lease" }>,
  now: number,
) {
  const lease = board.leases.get(timer.taskId)
  if (lease?.token !== timer.token || lease.stage !== timer.stage) return
  switch (timer.name) {
    case "wait":
      return onWaitOver(board, lease, now)
    case "budget":
      return onBudgetOver(board, lease, now)
    case "poll":
      return lease.phase === "verify"
        ? readAgain(board, lease, now)
        : beginVerify(board, lease, now)
    case "look":
      return look(board, lease, now)
  }
}

/** A caller, or a read that must not take longer, has waited long enough. */
function onWaitOver(board: Board, lease: Lease, now: number) {
  const job = board.jobs.get(lease.taskId)
  switch (lease.phase) {
    case "write":
      return onNoteLate(board, lease, now)
    case "abort":
      return job && onAbortLate(board, job, lease, now)
    case "confirm":
      return job && onCancelConfirmed(board, job, lease, { outcome: { kind: "unknown" }, now })
    case "baseline":
    case "intent":
      return finishUnsent(board, lease, now, "baseline_timeout")
    case "send":
    case "look":
      return onAdmissionLate(board, lease, now)
    case "verify":
    case "quiet-wait":
      return
  }
}

/** Quiescence could not be proven in time. */
function onBudgetOver(board: Board, lease: Lease, now: number) {
  const job = board.jobs.get(lease.taskId)
  if (lease.phase !== "verify") return
  if (lease.kind === "compensate") return waitForQuiet(board, lease, now)
  if (!job) return
  if (lease.kind === "cancel") return finishUnconfirmed(board, job, lease, now)
  finishUnsent(board, lease, now, "not_quiescent")
}
