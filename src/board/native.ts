// The host's own `task` tool: what is let through (T8, T13), and how its runs show up on the board.

import { nextAlias } from "./alias.ts"
import { answerCall, type Board, type Parent, parentOf, touchJob, touchParent } from "./board.ts"
import { capReached, countLaunch } from "./caps.ts"
import type { Reply } from "./effect.ts"
import type { BoardEvent, BoardRequest } from "./event.ts"
import { createJob, isTerminal, type Job } from "./job.ts"
import { isExcluded } from "./lease.ts"
import { noticeKey, oweBlocked, oweEnding, withdrawNotices } from "./notice-queue.ts"
import { startObserving } from "./observe.ts"
import { beginGeneration, endJob } from "./state-change.ts"
import { findTarget, viewOf } from "./view.ts"

type NativeRequest = Extract<BoardRequest, { tool: "native" }>

export function onNativeRequest(board: Board, call: number, request: NativeRequest, now: number) {
  answerCall(board, call, judgeNative(board, request, now))
}

function judgeNative(board: Board, request: NativeRequest, now: number): Reply {
  const { caller, rootId, callId, agent, description } = request
  if (request.task !== undefined) return judgeResume(board, request, request.task, now)
  const cap = capReached(board, caller, rootId, now)
  if (cap) return { outcome: "refused", ...cap }
  countLaunch(board, rootId, now)
  parentOf(board, caller).reservations.set(callId, { agent, description })
  return { outcome: "pass" }
}

function judgeResume(board: Board, request: NativeRequest, name: string, now: number): Reply {
  const { caller, rootId, callId } = request
  if (name === caller) return { outcome: "refused", reason: "own_session" }
  if (request.ancestors.includes(name)) return { outcome: "refused", reason: "ancestor" }
  const target = findTarget(board, caller, name)
  if (target.kind === "foreign") return { outcome: "refused", reason: "foreign" }
  if (target.kind === "deleted") return { outcome: "deleted" }
  if (target.kind === "unknown") return { outcome: "unknown_task", detail: target.nearest }
  const { job } = target
  const task = viewOf(board, job, now)
  if (job.isForeign) return { outcome: "refused", reason: "other_host", task }
  if (isExcluded("native", board.leases.get(job.taskId))) return { outcome: "busy", task }
  if (job.agent !== request.agent) return { outcome: "refused", reason: "agent_differs", task }
  if (isTerminal(job)) {
    const cap = job.nativeCalls.size === 0 ? capReached(board, caller, rootId, now) : undefined
    if (cap) return { outcome: "refused", ...cap, task }
    countLaunch(board, rootId, now)
    job.nativeCalls.add(callId)
  }
  return { outcome: "pass", task, detail: job.taskId }
}

/** A child session of the host's `task` tool appeared, or one of ours was started by it again. */
export function onNativeLaunched(
  board: Board,
  event: Extract<BoardEvent, { kind: "native-launched" }>,
  now: number,
) {
  const { taskId, parentId, rootId, agent, description } = event
  if (board.tombstones.has(taskId)) return
  const parent = parentOf(board, parentId)
  useReservation(parent, agent, description)
  const known = board.jobs.get(taskId)
  if (known) return beginNative(board, known, now)
  const alias = nextAlias(parent, agent)
  const { owner } = board
  const job = createJob({ taskId, parentId, rootId, alias, agent, description, owner, now })
  board.jobs.set(taskId, job)
  parent.children.add(taskId)
  touchParent(board, parent)
  beginNative(board, job, now)
}

/** A native run on a task: a new generation, or, while one is running, an extension of it. */
export function beginNative(board: Board, job: Job, now: number) {
  if (!isTerminal(job)) return
  beginGeneration(board, job, now, {
    generation: board.nextGeneration,
    origin: "native",
    baseline: { promptId: undefined, sinceMs: job.generation === 0 ? 0 : (job.ending?.at ?? now) },
    isBackground: false,
  })
}

function useReservation(parent: Parent, agent: string, description: string) {
  for (const [callId, reserved] of parent.reservations) {
    if (reserved.agent === agent && reserved.description === description) {
      parent.reservations.delete(callId)
      return
    }
  }
}

export function onNativeBackground(board: Board, taskId: string, now: number) {
  const job = board.jobs.get(taskId)
  if (job?.origin !== "native" || job.isBackground) return
  job.isBackground = true
  const revision = touchJob(board, job)
  oweBlocked(board, job, now)
  if (job.acknowledgement === "none") oweEnding(board, job, now, revision)
}

/** The host has shown, or is showing, this ending to the parent. */
export function onNativeEnded(
  board: Board,
  event: Extract<BoardEvent, { kind: "native-ended" }>,
  now: number,
) {
  const job = board.jobs.get(event.taskId)
  if (job?.origin !== "native" || event.at < job.launchedAt) return
  const { state, detail } = event
  const reason = state === "completed" ? "answer" : "model_error"
  endJob(board, job, now, { state, reason, detail })
  if (job.state !== state || job.acknowledgement !== "none") return
  withdrawNotices(board, job)
  const parent = parentOf(board, job.parentId)
  const key = noticeKey(job, state)
  if (parent.outbox.has(key)) return
  job.acknowledgement = "told"
  parent.told.add(key)
  touchJob(board, job)
}

/** A call of the host's `task` tool is over: what it had reserved is free. */
export function onNativeSettled(board: Board, parentId: string, callId: string, now: number) {
  const parent = board.parents.get(parentId)
  if (!parent) return
  parent.reservations.delete(callId)
  for (const taskId of parent.children) {
    const job = board.jobs.get(taskId)
    if (job?.nativeCalls.delete(callId)) startObserving(board, job, now)
  }
}

/** An idle parent has no call in flight. */
export function forgetNativeCalls(board: Board, parentId: string) {
  const parent = board.parents.get(parentId)
  if (!parent) return
  parent.reservations.clear()
  for (const taskId of parent.children) board.jobs.get(taskId)?.nativeCalls.clear()
}
