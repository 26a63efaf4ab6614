// Requests of tools: who is meant, whether it may start now, and which procedure it starts.

import { answerCall, type BatchEntry, type Board, type Call } from "./board.ts"
import { startAnswer, startWait } from "./boundary.ts"
import { alreadyCode, startCancel } from "./cancel.ts"
import { capReached, countLaunch } from "./caps.ts"
import type { Reply } from "./effect.ts"
import type { BoardRequest } from "./event.ts"
import { isTerminal, type Job } from "./job.ts"
import { acquireLease, isExcluded, type Lease, type Plan } from "./lease.ts"
import { boardCounts } from "./limits.ts"
import { startMessage } from "./message.ts"
import { onNativeRequest } from "./native.ts"
import { answerStatus, startList, startRead } from "./reads.ts"
import { beginVerify } from "./verify.ts"
import { findTarget, type Target, viewOf } from "./view.ts"

type RequestOf<Tool extends BoardRequest["tool"]> = Extract<BoardRequest, { tool: Tool }>

/** A call whose target is known. */
interface Asked {
  readonly call: Call
  readonly job: Job
  readonly now: number
}

export function onRequest(board: Board, call: number, request: BoardRequest, now: number) {
  const batch = request.tool === "batch" ? entriesOf(request) : undefined
  const opened: Call = { call, request, startedAt: now, batch, isAborted: false, reads: 0 }
  board.calls.set(call, opened)
  if (request.tool === "native") return onNativeRequest(board, call, request, now)
  if (request.tool === "wait") return startWait(board, call, request, now)
  if (request.tool === "batch") return onBatch(board, opened, request, now)
  if (request.task === undefined) return startList(board, opened, now)
  const target = findTarget(board, request.caller, request.task)
  if (target.kind === "job") return onTask(board, { call: opened, job: target.job, now })
  answerCall(board, call, unresolved(target))
}

function unresolved(target: Exclude<Target, { kind: "job" }>): Reply {
  if (target.kind === "foreign") return { outcome: "refused", reason: "foreign" }
  if (target.kind === "deleted") return { outcome: "deleted" }
  return { outcome: "unknown_task", detail: target.nearest }
}

function onTask(board: Board, asked: Asked) {
  const { call, job, now } = asked
  const { request } = call
  switch (request.tool) {
    case "status":
      return job.isForeign ? answerStatus(board, job, call, now) : startRead(board, job, call, now)
    case "result":
      return startRead(board, job, call, now)
    case "message":
      return onMessage(board, asked, request)
    case "cancel":
      return onCancel(board, asked, request)
    case "revive":
      return onRevive(board, asked, request)
    case "reply":
      return onAnswer(board, asked, request)
    default:
      return
  }
}

function answer(board: Board, asked: Asked, reply: Reply) {
  const task = viewOf(board, asked.job, asked.now)
  answerCall(board, asked.call.call, { ...reply, task })
}

/** True, and answered, where another host or a lease stands in the way. */
function isBlocked(board: Board, asked: Asked, kind: Parameters<typeof isExcluded>[0]): boolean {
  if (asked.job.isForeign) {
    answer(board, asked, { outcome: "refused", reason: "other_host" })
    return true
  }
  if (!isExcluded(kind, board.leases.get(asked.job.taskId))) return false
  answer(board, asked, { outcome: "busy" })
  return true
}

function onMessage(board: Board, asked: Asked, request: RequestOf<"message">) {
  const { job, now, call } = asked
  if (isBlocked(board, asked, "message")) return
  if (isTerminal(job)) return answer(board, asked, { outcome: "refused", reason: "not_running" })
  startMessage(board, job, now, { call: call.call, text: request.text })
}

function onCancel(board: Board, asked: Asked, request: RequestOf<"cancel">) {
  const { job, now, call } = asked
  const held = board.leases.get(job.taskId)
  if (held && canJoin(held)) {
    held.calls.push(call.call)
    return
  }
  if (isBlocked(board, asked, "cancel")) return
  if (isTerminal(job)) return answer(board, asked, { outcome: alreadyCode(job) })
  startCancel(board, job, now, { call: call.call, reason: request.reason })
}

/** A second cancel reports the outcome of the first while that one is still waited for. */
function canJoin(held: Lease): boolean {
  return held.kind === "cancel" && !held.isDetached && held.plan === undefined
}

function onRevive(board: Board, asked: Asked, request: RequestOf<"revive">) {
  const { job, now, call } = asked
  if (isBlocked(board, asked, "revive")) return
  const refusal = refuseRevive(board, job, now)
  if (refusal) return answer(board, asked, refusal)
  resume(board, job, now, { text: request.prompt, call: call.call })
}

/** Why a task may not be resumed now, apart from leases. */
function refuseRevive(board: Board, job: Job, now: number): Reply | undefined {
  if (job.nativeCalls.size > 0) return { outcome: "refused", reason: "native_pending" }
  const cap = isTerminal(job) ? capReached(board, job.parentId, job.rootId, now) : undefined
  return cap ? { outcome: "refused", ...cap } : undefined
}

function resume(
  board: Board,
  job: Job,
  now: number,
  prompt: { readonly text: string; readonly call?: number; readonly batch?: Lease["batch"] },
) {
  const { text, ...caller } = prompt
  const plan: Plan = { text, promptId: "", generation: 0 }
  countLaunch(board, job.rootId, now)
  if (!isTerminal(job)) return startCancel(board, job, now, { ...caller, plan })
  const { taskId, generation } = job
  const opened = { taskId, kind: "revive", generation, openedAt: now, phase: "verify" } as const
  beginVerify(board, acquireLease(board, { ...opened, plan, ...caller }), now)
}

function onAnswer(board: Board, asked: Asked, request: RequestOf<"reply">) {
  const { job, now, call } = asked
  if (isBlocked(board, asked, "answer")) return
  startAnswer(board, job, { call: call.call, answer: request.answer, now })
}

function entriesOf(request: RequestOf<"batch">): BatchEntry[] {
  return request.items.map(({ title, prompt }) => ({
    title,
    prompt,
    phase: "queued",
    alias: "",
    taskId: undefined,
    outcome: { outcome: "not_started" },
    isCancelTried: false,
  }))
}

function onBatch(board: Board, call: Call, request: RequestOf<"batch">, now: number) {
  const { items, task } = request
  const isWrongSize =
    items.length === 0 ||
    items.length > boardCounts.batchTasksMax ||
    (task !== undefined && items.length !== 1)
  if (isWrongSize) return answerCall(board, call.call, { outcome: "refused", reason: "batch_size" })
  if (task === undefined) {
    board.dirtyCalls.add(call.call)
    return
  }
  const target = findTarget(board, request.caller, task)
  if (target.kind !== "job") return answerCall(board, call.call, unresolved(target))
  continueTask(board, { call, job: target.job, now }, request)
}

/** `session_id` of task_batch: one more prompt for a task of the caller, which keeps its agent. */
function continueTask(board: Board, asked: Asked, request: RequestOf<"batch">) {
  const { call, job, now } = asked
  const entry = call.batch?.[0]
  if (!entry || isBlocked(board, asked, "revive")) return
  if (job.agent !== request.agent) {
    return answer(board, asked, { outcome: "refused", reason: "agent_differs" })
  }
  if (!isTerminal(job)) return answer(board, asked, { outcome: "refused", reason: "still_running" })
  const refusal = refuseRevive(board, job, now)
  if (refusal) return answer(board, asked, refusal)
  entry.phase = "admitting"
  entry.taskId = job.taskId
  resume(board, job, now, { text: entry.prompt, batch: { call: call.call, index: 0 } })
}
