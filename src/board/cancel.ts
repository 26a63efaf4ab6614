// Cancelling a run: abort once, wait until the host settled it, prove quiescence, look at the transcript, and only
// then publish. The session is kept. A deadline and the revive of a running task take the same way.

import { type Board, startLeased, startLeaseTimer, startRead, touchJob } from "./board.ts"
import type { OutcomeCode, Reply } from "./effect.ts"
import type { Settled } from "./event.ts"
import { type EndReason, isTerminal, type Job } from "./job.ts"
import { acquireLease, convertLease, enterPhase, type Lease, type Plan } from "./lease.ts"
import { boardTimes } from "./limits.ts"
import { endingOf } from "./observe.ts"
import { answerLease, releaseLease } from "./release.ts"
import { beginBaseline } from "./revive.ts"
import { endJob } from "./state-change.ts"
import { beginVerify } from "./verify.ts"
import { viewOf } from "./view.ts"

export interface CancelOptions {
  readonly call?: number
  readonly batch?: Lease["batch"]
  readonly reason?: string | undefined
  readonly endReason?: EndReason
  /** Resume with this prompt once the run is quiet. */
  readonly plan?: Plan
}

export function startCancel(board: Board, job: Job, now: number, options: CancelOptions) {
  const lease = acquireLease(board, {
    taskId: job.taskId,
    kind: "cancel",
    generation: job.generation,
    openedAt: now,
    phase: "abort",
    ...options,
  })
  job.cancelRequested = true
  job.cancelCause = { reason: lease.endReason, detail: lease.reason }
  startLeased(board, now, lease, { kind: "abort", taskId: job.taskId })
  startLeaseTimer(board, now + boardTimes.abortWaitMs, lease, "wait")
  touchJob(board, job)
}

/** The abort settled. Nothing is proven yet. */
export function onAbortSettled(board: Board, job: Job, lease: Lease, now: number) {
  if (lease.isDetached) return finishUnconfirmed(board, job, lease, now)
  beginVerify(board, lease, now)
}

/** The caller has waited long enough; the lease stays until the abort settles. */
export function onAbortLate(board: Board, job: Job, lease: Lease, now: number) {
  if (lease.phase !== "abort") return
  lease.isDetached = true
  job.uncertain = "an abort was sent and has not settled"
  answerLease(board, lease, unconfirmed(board, job, lease, now))
}

/** Quiescence is proven: the transcript tells how the run ended. */
export function onCancelQuiet(board: Board, job: Job, lease: Lease, now: number) {
  enterPhase(lease, "confirm")
  startRead(board, now, lease, {
    kind: "observe",
    taskId: job.taskId,
    since: job.baseline,
    withText: false,
  })
  startLeaseTimer(board, now + boardTimes.readMs, lease, "wait")
}

export function onCancelConfirmed(
  board: Board,
  job: Job,
  lease: Lease,
  read: { readonly outcome: Settled; readonly now: number },
) {
  const { outcome, now } = read
  if (job.generation !== lease.generation) return finishSuperseded(board, job, lease, now)
  const value = outcome.kind === "ok" ? outcome.value : undefined
  const seen = value?.kind === "observation" ? value.observation : undefined
  if (seen?.live === "busy" || seen?.live === "retry") {
    return finishUnconfirmed(board, job, lease, now)
  }
  if (lease.isDisturbed) return beginVerify(board, lease, now)
  if (seen?.isOpen && !lease.isOpenChecked) {
    return beginVerify(board, lease, now, true)
  }
  const ending = seen && endingOf(job, seen.evidence, false)
  if (ending && ending.state !== "cancelled") endJob(board, job, now, ending)
  finishCancelled(board, job, lease, now)
}

/** Quiet for certain: `cancelled`, unless the run came to another end first. */
export function finishCancelled(board: Board, job: Job, lease: Lease, now: number) {
  const isOurs = endJob(board, job, now, {
    state: "cancelled",
    reason: lease.endReason,
    detail: lease.reason,
  })
  job.cancelRequested = false
  if (lease.plan) {
    convertLease(lease, "revive", "baseline")
    return beginBaseline(board, lease, now)
  }
  const isCancelled = job.state === "cancelled" && (isOurs || isCancelledByUs(job))
  const outcome = isCancelled ? "cancelled" : alreadyCode(job)
  answerLease(board, lease, { outcome, task: viewOf(board, job, now) })
  releaseLease(board, lease, now)
}

/** A newer run began meanwhile: nothing is published about it, and nothing is sent into it. */
function finishSuperseded(board: Board, job: Job, lease: Lease, now: number) {
  const outcome = lease.plan ? "superseded" : alreadyCode(job)
  answerLease(board, lease, { outcome, task: viewOf(board, job, now) })
  releaseLease(board, lease, now)
}

export function finishUnconfirmed(board: Board, job: Job, lease: Lease, now: number) {
  if (job.generation !== lease.generation) return finishSuperseded(board, job, lease, now)
  job.cancelRequested = false
  if (!isTerminal(job)) job.uncertain = "an abort was sent; it is not proven that the run ended"
  answerLease(board, lease, unconfirmed(board, job, lease, now))
  releaseLease(board, lease, now)
}

function isCancelledByUs(job: Job): boolean {
  return job.state === "cancelled" && job.ending?.reason === "task_cancel"
}

function unconfirmed(board: Board, job: Job, lease: Lease, now: number): Reply {
  const task = viewOf(board, job, now)
  if (isTerminal(job) && !lease.plan) return { outcome: alreadyCode(job), task }
  return { outcome: lease.plan ? "not_quiescent" : "cancel_unconfirmed", task }
}

export function alreadyCode(job: Job): OutcomeCode {
  switch (job.state) {
    case "completed":
      return "already_completed"
    case "errored":
      return "already_errored"
    case "cancelled":
      return "already_cancelled"
    case "stopped":
      return "already_stopped"
    case "running":
      return "cancel_unconfirmed"
  }
}
