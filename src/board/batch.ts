// task_batch: several launches in one call. Each is a new child session and then an ordinary admission; one failure
// does not touch the others. In the foreground the call waits for every end and starts the next as places get free.

import { nextAlias } from "./alias.ts"
import {
  answerCall,
  type BatchEntry,
  type Board,
  type Call,
  parentOf,
  startCall,
  touchParent,
} from "./board.ts"
import { startCancel } from "./cancel.ts"
import { capReached, countLaunch } from "./caps.ts"
import type { BatchOutcome } from "./effect.ts"
import type { Settled } from "./event.ts"
import { createJob, isTerminal } from "./job.ts"
import { acquireLease } from "./lease.ts"
import { acknowledge } from "./notice-queue.ts"
import { beginIntent } from "./revive.ts"
import { viewOf } from "./view.ts"

/** Moves one batch call on: starts what may start, and answers when all is done. */
export function pumpBatch(board: Board, call: Call, now: number) {
  if (!call.batch) return
  for (const entry of call.batch) if (entry.phase === "running") followRun(board, call, entry, now)
  for (const [index, entry] of call.batch.entries()) {
    if (entry.phase === "queued") startEntry(board, call, { entry, index, now })
  }
  if (call.batch.every((entry) => entry.phase === "done")) answerBatch(board, call, call.batch, now)
}

function startEntry(
  board: Board,
  call: Call,
  place: { readonly entry: BatchEntry; readonly index: number; readonly now: number },
) {
  const { request, batch } = call
  const { entry, index, now } = place
  if (request.tool !== "batch" || !batch) return
  if (call.isAborted) {
    entry.phase = "done"
    return
  }
  const cap = capReached(board, request.caller, request.rootId, now)
  if (cap) {
    const hasActive = batch.some((other) => other.phase !== "queued" && other.phase !== "done")
    if (!request.isBackground && hasActive && cap.reason !== "hour_limit") return
    entry.phase = "done"
    entry.outcome = { outcome: "refused", ...cap }
    return
  }
  countLaunch(board, request.rootId, now)
  entry.alias = nextAlias(parentOf(board, request.caller), request.agent)
  entry.phase = "creating"
  startCall(
    board,
    now,
    { kind: "create", parentId: request.caller, agent: request.agent, title: entry.title },
    { kind: "create", call: call.call, index },
  )
}

/** The child session exists, or not. */
export function onCreated(
  board: Board,
  created: { readonly call: number; readonly index: number },
  outcome: Settled,
  now: number,
) {
  const call = board.calls.get(created.call)
  const entry = call?.batch?.[created.index]
  if (!call || !entry || call.request.tool !== "batch") return
  board.dirtyCalls.add(call.call)
  const value = outcome.kind === "ok" ? outcome.value : undefined
  if (value?.kind !== "created") {
    entry.phase = "done"
    const code = outcome.kind === "unknown" ? "creation_unknown" : "not_created"
    entry.outcome = { outcome: code, detail: outcome.kind === "ok" ? undefined : outcome.detail }
    return
  }
  const { caller, rootId, agent } = call.request
  const parent = parentOf(board, caller)
  const { taskId } = value
  const { owner } = board
  const { alias, title: description } = entry
  const job = createJob({ taskId, parentId: caller, rootId, alias, description, agent, owner, now })
  board.jobs.set(taskId, job)
  parent.children.add(taskId)
  touchParent(board, parent)
  entry.taskId = taskId
  entry.phase = "admitting"
  const lease = acquireLease(board, {
    taskId,
    kind: "revive",
    generation: job.generation,
    openedAt: now,
    phase: "intent",
    batch: created,
    plan: { text: entry.prompt, promptId: "", generation: 0 },
  })
  beginIntent(board, lease, now)
}

/** A started entry: done at once in the background, at the end of its run in the foreground. */
function followRun(board: Board, call: Call, entry: BatchEntry, now: number) {
  const job = entry.taskId === undefined ? undefined : board.jobs.get(entry.taskId)
  const isBackground = call.request.tool === "batch" && call.request.isBackground
  if (!job) {
    entry.phase = "done"
    entry.outcome = { outcome: "deleted" }
    return
  }
  if (isBackground) {
    entry.phase = "done"
    return
  }
  if (isTerminal(job)) {
    if (board.leases.has(job.taskId)) return
    entry.phase = "done"
    entry.outcome = { outcome: job.state, task: viewOf(board, job, now) }
    return
  }
  if (!call.isAborted || board.leases.has(job.taskId)) return
  if (!entry.isCancelTried) {
    entry.isCancelTried = true
    const reason = "the call that waited for it was interrupted"
    startCancel(board, job, now, { reason, endReason: "parent_aborted" })
    return
  }
  job.waiter = undefined
  entry.phase = "done"
  entry.outcome = { outcome: "cancel_unconfirmed", task: viewOf(board, job, now) }
}

function answerBatch(board: Board, call: Call, entries: readonly BatchEntry[], now: number) {
  const batch = entries.map((entry) => describeEntry(board, entry, now))
  answerCall(board, call.call, { outcome: "batch_done", batch })
  for (const entry of entries) {
    const job = entry.taskId === undefined ? undefined : board.jobs.get(entry.taskId)
    if (!job || job.waiter !== call.call) continue
    job.waiter = undefined
    acknowledge(board, job, call.request)
    board.dirtyParents.add(job.parentId)
  }
}

function describeEntry(board: Board, entry: BatchEntry, now: number): BatchOutcome {
  const job = entry.taskId === undefined ? undefined : board.jobs.get(entry.taskId)
  const { outcome, reason, detail, task } = entry.outcome
  return {
    title: entry.title,
    outcome,
    reason,
    detail,
    task: job ? viewOf(board, job, now) : task,
  }
}

/** The caller was interrupted: what waits is not started, what runs is cancelled. */
export function onBatchCallAborted(board: Board, callNumber: number) {
  const call = board.calls.get(callNumber)
  if (!call?.batch) return
  call.isAborted = true
  board.dirtyCalls.add(callNumber)
}
