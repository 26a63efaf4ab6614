// Resuming a session with a new prompt, and the first prompt of a new one: quiescence, baseline, intent, send, proof.
// The prompt's own message id makes its storage provable; a broken transport is looked up, never taken for a "no".

import {
  answerCall,
  type Board,
  startCall,
  startLeased,
  startLeaseTimer,
  startRead,
  startTimer,
  touchJob,
} from "./board.ts"
import type { OutcomeCode } from "./effect.ts"
import type { Settled } from "./event.ts"
import type { Job } from "./job.ts"
import { enterPhase, type Lease } from "./lease.ts"
import { boardTimes } from "./limits.ts"
import { oweBlocked } from "./notice-queue.ts"
import { answerLease, releaseLease } from "./release.ts"
import { beginGeneration } from "./state-change.ts"
import { beginVerify } from "./verify.ts"
import { viewOf } from "./view.ts"

/** Nothing has been sent; the task is free again. */
export function finishUnsent(
  board: Board,
  lease: Lease,
  now: number,
  outcome: OutcomeCode,
  detail?: string,
) {
  const job = board.jobs.get(lease.taskId)
  if (job?.intent && job.intent.promptId === lease.plan?.promptId) job.intent = undefined
  const task = job && viewOf(board, job, now)
  answerLease(board, lease, { outcome, task, detail })
  releaseLease(board, lease, now)
}

/** Reads the newest message and writes the intent, both within the baseline time, or nothing is sent. */
export function beginBaseline(board: Board, lease: Lease, now: number) {
  enterPhase(lease, "baseline")
  startRead(board, now, lease, { kind: "baseline", taskId: lease.taskId })
  startLeaseTimer(board, now + boardTimes.baselineMs, lease, "wait")
}

export function onBaseline(board: Board, lease: Lease, outcome: Settled, now: number) {
  const value = outcome.kind === "ok" ? outcome.value : undefined
  if (value?.kind !== "baseline") return finishUnsent(board, lease, now, "baseline_timeout")
  if (value.isOpen && !lease.isOpenChecked) return beginVerify(board, lease, now, true)
  beginIntent(board, lease, now)
}

/** Writes down what is about to be sent. A launch comes here straight away: its session has never run. */
export function beginIntent(board: Board, lease: Lease, now: number) {
  const job = board.jobs.get(lease.taskId)
  const { plan } = lease
  if (!job || !plan) return
  lease.phase = "intent"
  plan.generation = board.nextGeneration++
  plan.promptId = board.mint(`prompt:${job.taskId}:${plan.generation}:${board.owner}`, now)
  job.intent = { generation: plan.generation, promptId: plan.promptId, at: now }
  lease.intentRevision = touchJob(board, job)
}

/** The record is written up to this revision; an intent that waited for it goes out. */
export function onSaved(board: Board, taskId: string, revision: number, now: number) {
  const job = board.jobs.get(taskId)
  if (!job) return
  job.savedRevision = Math.max(job.savedRevision, revision)
  board.dirtyParents.add(job.parentId)
  const lease = board.leases.get(taskId)
  if (lease?.phase === "intent" && job.savedRevision >= lease.intentRevision) {
    send(board, job, lease, now)
  }
}

function send(board: Board, job: Job, lease: Lease, now: number) {
  const { plan } = lease
  if (!plan) return
  if (job.generation !== lease.generation) return finishUnsent(board, lease, now, "superseded")
  if (lease.isDisturbed) return beginVerify(board, lease, now)
  enterPhase(lease, "send")
  startLeased(board, now, lease, {
    kind: "prompt",
    taskId: job.taskId,
    messageId: plan.promptId,
    text: plan.text,
    agent: job.agent,
  })
  startLeaseTimer(board, now + boardTimes.admissionWaitMs, lease, "wait")
}

/** The caller has waited long enough. The snapshot is from before the prompt. */
export function onAdmissionLate(board: Board, lease: Lease, now: number) {
  lease.isDetached = true
  const job = board.jobs.get(lease.taskId)
  answerLease(board, lease, {
    outcome: "admission_unknown",
    task: job && viewOf(board, job, now),
  })
  if (job) oweBlocked(board, job, now)
}

/** The request settled. Only a definite "no" ends it here; everything else is looked up. */
export function onPromptSettled(board: Board, lease: Lease, outcome: Settled, now: number) {
  if (outcome.kind === "refused") {
    return finishUnsent(board, lease, now, "rejected", outcome.detail)
  }
  lease.phase = "look"
  look(board, lease, now)
}

export function look(board: Board, lease: Lease, now: number) {
  const messageId = lease.plan?.promptId ?? ""
  startRead(board, now, lease, { kind: "look", sessionId: lease.taskId, messageId })
}

export function onLook(
  board: Board,
  lease: Lease,
  read: { readonly startedAt: number; readonly outcome: Settled; readonly now: number },
) {
  const { outcome, startedAt, now } = read
  const value = outcome.kind === "ok" ? outcome.value : undefined
  if (value?.kind === "found") {
    if (value.isFound) return accept(board, lease, now)
    lease.absentSince ??= startedAt
    if (startedAt - lease.absentSince >= boardTimes.admissionAbsentMs) {
      return finishUnsent(board, lease, now, "rejected", "the host stored no such prompt")
    }
  }
  startLeaseTimer(board, now + boardTimes.admissionLookMs, lease, "look")
}

/** The prompt is in the transcript: exactly one new generation, unless a newer one came in between. */
function accept(board: Board, lease: Lease, now: number) {
  const job = board.jobs.get(lease.taskId)
  const { plan } = lease
  if (!job || !plan) return
  if (job.generation !== lease.generation) {
    job.strayPromptAt = now
    return finishUnsent(board, lease, now, "superseded")
  }
  const entry = lease.batch && board.calls.get(lease.batch.call)
  const isForeground = entry?.request.tool === "batch" && !entry.request.isBackground
  const call = lease.calls.splice(0)[0]
  beginGeneration(board, job, now, {
    generation: plan.generation,
    origin: "plugin",
    baseline: { promptId: plan.promptId, sinceMs: now },
    isBackground: !isForeground || lease.isDetached,
  })
  job.waiter = isForeground && !lease.isDetached ? lease.batch?.call : undefined
  answerLease(board, lease, { outcome: "started", task: viewOf(board, job, now) })
  if (call !== undefined) readStarted(board, job, call, now)
  releaseLease(board, lease, now)
}

/** One look at the new run before the caller hears of it; its failure makes the start uncertain, never an error. */
function readStarted(board: Board, job: Job, call: number, now: number) {
  if (!board.calls.has(call)) return
  const { taskId, generation, baseline } = job
  startCall(
    board,
    now,
    { kind: "observe", taskId, since: baseline, withText: false },
    { kind: "read", call, taskId, generation },
  )
  startTimer(board, now + boardTimes.readMs, { kind: "call", call })
}

/** Answers a caller whose run was started. */
export function answerStarted(board: Board, job: Job, call: number, now: number) {
  const outcome: OutcomeCode = job.uncertain === undefined ? "started" : "started_uncertain"
  answerCall(board, call, { outcome, task: viewOf(board, job, now) })
}
