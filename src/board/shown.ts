// What the host showed by events: launches, status, deletions, questions, and what the user and the parent did.

import { type Board, touchJob } from "./board.ts"
import { onAnswered, onAsked, onUserSpoke } from "./boundary.ts"
import { onDeleted } from "./deletion.ts"
import type { BoardEvent } from "./event.ts"
import type { Job } from "./job.ts"
import {
  beginNative,
  forgetNativeCalls,
  onNativeBackground,
  onNativeEnded,
  onNativeLaunched,
  onNativeSettled,
} from "./native.ts"
import { noteBusy, startObserving } from "./observe.ts"
import { onParentRestored, onTaskRestored } from "./restore.ts"
import { disturb } from "./verify.ts"
import { childrenOf } from "./view.ts"

export type ShownEvent = Exclude<
  BoardEvent,
  { kind: "request" | "call-aborted" | "settled" | "saved" | "timer" }
>

export function onShown(board: Board, event: ShownEvent, now: number) {
  switch (event.kind) {
    case "native-launched":
      return onNativeLaunched(board, event, now)
    case "native-background":
      return onNativeBackground(board, event.taskId, now)
    case "native-ended":
      return onNativeEnded(board, event, now)
    case "native-settled":
      return onNativeSettled(board, event.parentId, event.callId, now)
    case "status":
      return onStatus(board, event, now)
    case "failed":
      return onFailed(board, event.sessionId, event.name, now)
    case "deleted":
      return onDeleted(board, event.sessionId, now)
    case "parent-restored":
      return onParentRestored(board, event)
    case "task-restored":
      return onTaskRestored(board, event.found, now)
    case "user-spoke":
      return onUserSpoke(board, event.sessionId, now)
    case "parent-answered":
      return onParentAnswered(board, event.parentId)
    default:
      return onChild(board, event, now)
  }
}

type ChildEvent = Extract<ShownEvent, { kind: "activity" | "asked" | "answered" }>

function onChild(board: Board, event: ChildEvent, now: number) {
  const job = board.jobs.get(event.taskId)
  if (!job || job.isForeign) return
  switch (event.kind) {
    case "activity":
      job.lastActivityAt = now
      job.tool = event.tool
      return
    case "asked":
      return onAsked(board, job, { kind: event.request, requestId: event.requestId }, now)
    case "answered":
      return onAnswered(board, job, event.requestId, now)
  }
}

function onStatus(board: Board, event: Extract<BoardEvent, { kind: "status" }>, now: number) {
  const { sessionId, status } = event
  const lease = board.leases.get(sessionId)
  if (lease) disturb(board, lease, now)
  if (status === "idle") forgetNativeCalls(board, sessionId)
  const job = board.jobs.get(sessionId)
  if (!job || job.isForeign) return
  if (status === "idle") {
    job.tool = undefined
    if (job.state === "running") startObserving(board, job, now)
    return
  }
  onBusy(board, job, status, now)
}

/** A finished task that gets busy was started by the host's `task` tool, or by somebody outside. */
function onBusy(board: Board, job: Job, status: "busy" | "retry", now: number) {
  const isFinished = job.state !== "running" && !board.leases.has(job.taskId)
  if (isFinished && job.nativeCalls.size > 0) beginNative(board, job, now)
  noteBusy(board, job, { at: now, now, live: status })
  if (job.state === "running") job.lastActivityAt = now
  else if (!board.leases.has(job.taskId)) startObserving(board, job, now)
}

/** An error event is a hint; on a parent it tells that the user interrupted it. */
function onFailed(board: Board, sessionId: string, name: string, now: number) {
  const parent = board.parents.get(sessionId)
  if (parent && name === "MessageAbortedError" && parent.children.size > 0) {
    parent.isInterrupted = true
  }
  const job = board.jobs.get(sessionId)
  if (job?.state === "running") startObserving(board, job, now)
}

function onParentAnswered(board: Board, parentId: string) {
  for (const job of childrenOf(board, parentId)) {
    if (job.acknowledgement !== "told") continue
    job.acknowledgement = "consumed"
    touchJob(board, job)
  }
}
