// A note to a running task: stored without starting a run. A caller's time-out proves nothing about delivery, so the
// lease stays until the write settles.

import {
  answerCall,
  type Board,
  startCall,
  startLeased,
  startLeaseTimer,
  startTimer,
} from "./board.ts"
import type { Settled } from "./event.ts"
import { isTerminal, type Job } from "./job.ts"
import { acquireLease, type Lease } from "./lease.ts"
import { boardTimes } from "./limits.ts"
import { answerLease, releaseLease } from "./release.ts"
import { viewOf } from "./view.ts"

export function startMessage(
  board: Board,
  job: Job,
  now: number,
  message: { readonly call: number; readonly text: string },
) {
  const lease = acquireLease(board, {
    taskId: job.taskId,
    kind: "message",
    generation: job.generation,
    openedAt: now,
    phase: "write",
    call: message.call,
  })
  const messageId = board.mint(`note:${job.taskId}:${lease.token}:${board.owner}`, now)
  lease.plan = { text: message.text, promptId: messageId, generation: job.generation }
  startLeased(board, now, lease, {
    kind: "note",
    taskId: job.taskId,
    messageId,
    text: message.text,
  })
  startLeaseTimer(board, now + boardTimes.messageWaitMs, lease, "wait")
}

export function onNoteLate(board: Board, lease: Lease, now: number) {
  lease.isDetached = true
  const job = board.jobs.get(lease.taskId)
  answerLease(board, lease, { outcome: "delivery_unknown", task: job && viewOf(board, job, now) })
}

export function onNoteSettled(
  board: Board,
  job: Job,
  lease: Lease,
  settled: { readonly outcome: Settled; readonly now: number },
) {
  const { outcome, now } = settled
  const task = viewOf(board, job, now)
  if (outcome.kind === "ok") {
    answerLease(board, lease, { outcome: isTerminal(job) ? "queued_after_end" : "queued", task })
  } else if (outcome.kind === "refused") {
    answerLease(board, lease, { outcome: "not_queued", task, detail: outcome.detail })
  } else {
    const messageId = lease.plan?.promptId ?? ""
    for (const call of lease.calls.splice(0)) lookUpNote(board, job, { call, messageId, now })
  }
  releaseLease(board, lease, now)
}

/** The transport broke: the transcript tells whether the note arrived. */
function lookUpNote(
  board: Board,
  job: Job,
  note: { readonly call: number; readonly messageId: string; readonly now: number },
) {
  const { call, messageId, now } = note
  startCall(
    board,
    now,
    { kind: "look", sessionId: job.taskId, messageId },
    { kind: "note-look", call, taskId: job.taskId },
  )
  startTimer(board, now + boardTimes.readMs, { kind: "call", call })
}

export function onNoteLook(
  board: Board,
  look: { readonly call: number; readonly taskId: string },
  outcome: Settled,
  now: number,
) {
  if (!board.calls.has(look.call)) return
  const job = board.jobs.get(look.taskId)
  if (!job) return answerCall(board, look.call, { outcome: "deleted" })
  const value = outcome.kind === "ok" ? outcome.value : undefined
  const isFound = value?.kind === "found" && value.isFound
  const queued = isTerminal(job) ? "queued_after_end" : "queued"
  answerCall(board, look.call, {
    outcome: isFound ? queued : "delivery_unknown",
    task: viewOf(board, job, now),
  })
}
