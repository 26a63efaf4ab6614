// Where people come in: answering a child's question (task_reply), and waiting for the user (wait_for_user).

import { answerCall, type Board, parentOf, startCall, startTimer, touchParent } from "./board.ts"
import type { BoardRequest, ReplyAnswer, Settled } from "./event.ts"
import type { Job } from "./job.ts"
import { boardTimes } from "./limits.ts"
import { oweBlocked, withdrawBlocked } from "./notice-queue.ts"
import { countLive, viewOf } from "./view.ts"

export function startAnswer(
  board: Board,
  job: Job,
  asked: { readonly call: number; readonly answer: ReplyAnswer; readonly now: number },
) {
  const { call, answer, now } = asked
  const task = viewOf(board, job, now)
  if (!job.blocked) return answerCall(board, call, { outcome: "nothing_pending", task })
  if (job.blocked.kind === "permission" && answer.kind === "answers") {
    return answerCall(board, call, { outcome: "refused", reason: "cannot_grant", task })
  }
  const { taskId } = job
  const { requestId, kind } = job.blocked
  startCall(
    board,
    now,
    { kind: "answer", taskId, request: kind, requestId, answer },
    { kind: "answer", call, taskId },
  )
  startTimer(board, now + boardTimes.readMs, { kind: "call", call })
}

export function onAnswerSettled(
  board: Board,
  asked: { readonly call: number; readonly taskId: string },
  outcome: Settled,
  now: number,
) {
  if (!board.calls.has(asked.call)) return
  const job = board.jobs.get(asked.taskId)
  if (!job) return answerCall(board, asked.call, { outcome: "deleted" })
  const code = { ok: "answered", refused: "nothing_pending", unknown: "reply_unknown" } as const
  answerCall(board, asked.call, { outcome: code[outcome.kind], task: viewOf(board, job, now) })
}

/** A child waits for a permission or an answer. */
export function onAsked(
  board: Board,
  job: Job,
  request: { readonly kind: "permission" | "question"; readonly requestId: string },
  now: number,
) {
  job.blocked = { ...request, at: now }
  job.lastActivityAt = now
  oweBlocked(board, job, now)
}

export function onAnswered(board: Board, job: Job, requestId: string, now: number) {
  withdrawBlocked(parentOf(board, job.parentId), job, requestId)
  if (job.blocked?.requestId !== requestId) return
  job.blocked = undefined
  job.lastActivityAt = now
}

export function startWait(
  board: Board,
  call: number,
  request: Extract<BoardRequest, { tool: "wait" }>,
  now: number,
) {
  const { caller, reason, isGuarded } = request
  if (isGuarded && countLive(board, caller) > 0) {
    return answerCall(board, call, { outcome: "waiting_for_user_skipped" })
  }
  const parent = parentOf(board, caller)
  parent.waiting = { reason, at: now }
  touchParent(board, parent)
  answerCall(board, call, { outcome: "waiting_for_user" })
}

/** A real message of the user ends the wait and the silence after an interruption. */
export function onUserSpoke(board: Board, sessionId: string, now: number) {
  const parent = board.parents.get(sessionId)
  if (!parent) return
  parent.isInterrupted = false
  parent.spokeAt = now
  board.dirtyParents.add(sessionId)
  if (!parent.waiting) return
  parent.waiting = undefined
  touchParent(board, parent)
}
