// The reducer: one event in, effects out. `step` is the only way to change a board; the same events in the same order
// always give the same effects.

import { onBatchCallAborted, onCreated, pumpBatch } from "./batch.ts"
import { type Board, type Operation, parentOf } from "./board.ts"
import { onAnswerSettled } from "./boundary.ts"
import { resumeDeadline } from "./deadline.ts"
import { onDeleted } from "./deletion.ts"
import type { Effect } from "./effect.ts"
import type { BoardEvent, Settled } from "./event.ts"
import { onLeaseSettled } from "./lease-flow.ts"
import { onNoteLook } from "./message.ts"
import { flushNotices, onNoticeSettled } from "./notices.ts"
import { applyStatuses, onObserved } from "./observe.ts"
import { onCallRead, onListRead } from "./reads.ts"
import { onRequest } from "./requests.ts"
import { onSaved } from "./revive.ts"
import { onShown } from "./shown.ts"
import { onTimer } from "./timers.ts"

export function step(board: Board, event: BoardEvent, now: number): readonly Effect[] {
  board.effects = []
  dispatch(board, event, now)
  drain(board, now)
  return board.effects
}

function dispatch(board: Board, event: BoardEvent, now: number) {
  switch (event.kind) {
    case "request":
      return onRequest(board, event.call, event.request, now)
    case "call-aborted":
      return onBatchCallAborted(board, event.call)
    case "settled":
      return onSettled(board, event.operation, event.outcome, now)
    case "saved":
      return onSaved(board, event.taskId, event.revision, now)
    case "timer":
      return onTimer(board, event.timer, now)
    default:
      return onShown(board, event, now)
  }
}

function onSettled(board: Board, number: number, outcome: Settled, now: number) {
  const operation = board.operations.get(number)
  if (!operation) return
  board.operations.delete(number)
  const isGone = outcome.kind === "ok" && outcome.value?.kind === "gone"
  if (isGone && "taskId" in operation.purpose) onDeleted(board, operation.purpose.taskId, now)
  route(board, operation, isGone ? { kind: "refused" } : outcome, now)
}

function route(board: Board, operation: Operation, outcome: Settled, now: number) {
  const { purpose } = operation
  const read = { operation, outcome, now }
  switch (purpose.kind) {
    case "lease":
      return onLeaseSettled(board, operation, outcome, now)
    case "note-look":
      return onNoteLook(board, purpose, outcome, now)
    case "observe":
      return onObserved(board, operation, outcome, now)
    case "read":
      return onCallRead(board, purpose, read)
    case "list":
      return onListRead(board, purpose.call, read)
    case "create":
      return onCreated(board, purpose, outcome, now)
    case "answer":
      return onAnswerSettled(board, purpose, outcome, now)
    case "notice":
      return onNoticeSettled(board, operation, outcome, now)
    case "sweep":
      return applyStatuses(board, board.jobs.values(), read)
  }
}

/** What an event set in motion elsewhere: freed tasks, batches, notices. */
function drain(board: Board, now: number) {
  for (const taskId of board.releasedJobs) {
    const job = board.jobs.get(taskId)
    if (job) resumeDeadline(board, job, now)
  }
  board.releasedJobs.clear()
  for (const callNumber of board.dirtyCalls) {
    const call = board.calls.get(callNumber)
    if (call) pumpBatch(board, call, now)
  }
  board.dirtyCalls.clear()
  for (const parentId of board.dirtyParents) {
    if (board.parents.has(parentId)) flushNotices(board, parentOf(board, parentId), now)
  }
  board.dirtyParents.clear()
}
