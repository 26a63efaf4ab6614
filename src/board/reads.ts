// task_status and task_result: always answered, whatever is held, from a bounded look at the host.

import {
  answerCall,
  type Board,
  type Call,
  type Operation,
  startCall,
  startTimer,
} from "./board.ts"
import type { OutcomeCode, Reply } from "./effect.ts"
import type { Observation, Settled } from "./event.ts"
import { isTerminal, type Job } from "./job.ts"
import { boardCounts, boardTimes } from "./limits.ts"
import { acknowledge } from "./notice-queue.ts"
import { applyRead, applyStatuses } from "./observe.ts"
import { answerStarted } from "./revive.ts"
import { childrenOf, findTarget, viewOf } from "./view.ts"

export function startRead(board: Board, job: Job, call: Call, now: number) {
  const { taskId, generation } = job
  startCall(
    board,
    now,
    { kind: "observe", taskId, since: job.baseline, withText: call.request.tool === "result" },
    { kind: "read", call: call.call, taskId, generation },
  )
  startTimer(board, now + boardTimes.readMs, { kind: "call", call: call.call })
}

export function startList(board: Board, call: Call, now: number) {
  startCall(board, now, { kind: "statuses" }, { kind: "list", call: call.call })
  startTimer(board, now + boardTimes.readMs, { kind: "call", call: call.call })
}

export function onListRead(
  board: Board,
  callNumber: number,
  read: { readonly operation: Operation; readonly outcome: Settled; readonly now: number },
) {
  const call = board.calls.get(callNumber)
  if (!call) return
  applyStatuses(board, childrenOf(board, call.request.caller), read)
  answerList(board, call, read.now)
}

function answerList(board: Board, call: Call, now: number) {
  const children = childrenOf(board, call.request.caller)
  const tasks = children.map((job) => viewOf(board, job, now))
  answerCall(board, call.call, { outcome: "board", tasks })
  for (const job of children) acknowledge(board, job, call.request)
}

/** A look for a caller settled: the job learns from it, then the caller is answered. */
export function onCallRead(
  board: Board,
  purpose: { readonly call: number; readonly taskId: string },
  read: { readonly operation: Operation; readonly outcome: Settled; readonly now: number },
) {
  const call = board.calls.get(purpose.call)
  const job = board.jobs.get(purpose.taskId)
  if (job) applyRead(board, job, read)
  if (!call) return
  if (!job) return answerCall(board, call.call, { outcome: "deleted" })
  if (call.request.tool === "status") return answerStatus(board, job, call, read.now)
  if (call.request.tool === "revive") return answerStarted(board, job, call.call, read.now)
  answerResult(board, job, call, read)
}

/** The look took too long: the answer comes from memory and says that it is uncertain. */
export function onCallLate(board: Board, callNumber: number, now: number) {
  const call = board.calls.get(callNumber)
  if (!call) return
  const { request } = call
  if (request.tool === "status" && request.task === undefined) return answerList(board, call, now)
  const target = "task" in request && request.task !== undefined ? request.task : ""
  const found = findTarget(board, request.caller, target)
  const job = found.kind === "job" ? found.job : undefined
  const code = lateCodes[request.tool] ?? "unreadable"
  if (!job) return answerCall(board, callNumber, { outcome: code === "running" ? "deleted" : code })
  if (code === "running") {
    if (!isTerminal(job)) job.uncertain = "the last look at the task took too long"
    return answerStatus(board, job, call, now)
  }
  answerCall(board, callNumber, { outcome: code, task: viewOf(board, job, now) })
}

const lateCodes: Readonly<Record<string, OutcomeCode>> = {
  status: "running",
  result: "unreadable",
  message: "delivery_unknown",
  revive: "started_uncertain",
  reply: "reply_unknown",
}

/** Answers from what the board knows. */
export function answerStatus(board: Board, job: Job, call: Call, now: number) {
  answerCall(board, call.call, { outcome: statusCode(job), task: viewOf(board, job, now) })
  acknowledge(board, job, call.request)
}

/** The state as task_status names it. */
export function statusCode(job: Job): OutcomeCode {
  if (job.state !== "running") return job.state
  if (job.blocked)
    return job.blocked.kind === "permission" ? "blocked_on_permission" : "blocked_on_question"
  return job.retrying ? "retry" : "running"
}

function answerResult(
  board: Board,
  job: Job,
  call: Call,
  read: { readonly operation: Operation; readonly outcome: Settled; readonly now: number },
) {
  const { operation, outcome, now } = read
  const task = viewOf(board, job, now)
  if (operation.generation !== job.generation) {
    return answerCall(board, call.call, { outcome: "changed_generation", task })
  }
  const value = outcome.kind === "ok" ? outcome.value : undefined
  if (value?.kind !== "observation") {
    return answerCall(board, call.call, { outcome: "unreadable", task })
  }
  if (shouldReadAgain(job, call, value.text)) {
    const { taskId, generation } = job
    startTimer(board, now + boardTimes.emptyReadMs, {
      kind: "reread",
      call: call.call,
      taskId,
      generation,
    })
    return
  }
  answerCall(board, call.call, resultReply(job, task, value))
  acknowledge(board, job, call.request)
}

function shouldReadAgain(job: Job, call: Call, text: string | undefined): boolean {
  if (job.state !== "completed" || (text ?? "") !== "") return false
  call.reads += 1
  return call.reads < boardCounts.emptyReadsMax
}

function resultReply(
  job: Job,
  task: Reply["task"],
  value: { readonly observation: Observation; readonly text?: string },
): Reply {
  const text = value.text ?? ""
  if (!isTerminal(job)) return { outcome: "not_ready", task, text }
  const isFinished = job.state === "completed" || value.observation.evidence.kind === "completed"
  if (isFinished) return { outcome: text === "" ? "empty" : "completed", task, text }
  return { outcome: text === "" ? "empty" : "partial", task, text }
}

export function onRereadTimer(
  board: Board,
  timer: { readonly call: number; readonly taskId: string; readonly generation: number },
  now: number,
) {
  const call = board.calls.get(timer.call)
  const job = board.jobs.get(timer.taskId)
  if (!call) return
  if (!job) return answerCall(board, call.call, { outcome: "deleted" })
  if (job.generation !== timer.generation) {
    return answerCall(board, call.call, {
      outcome: "changed_generation",
      task: viewOf(board, job, now),
    })
  }
  const { taskId, generation } = job
  startCall(
    board,
    now,
    { kind: "observe", taskId, since: job.baseline, withText: true },
    { kind: "read", call: call.call, taskId, generation },
  )
}
