// The outbox: every owed notice ends in the parent's transcript exactly once. It is looked up before every send, and
// its fixed message and part ids make even a doubled send one message (HOST-QUIRK-31).

import {
  type Board,
  type Notice,
  type Operation,
  type Parent,
  startCall,
  startTimer,
  touchJob,
} from "./board.ts"
import type { Settled } from "./event.ts"
import type { Job } from "./job.ts"
import { boardCounts, boardTimes } from "./limits.ts"
import { countLive } from "./view.ts"

/** Sends what is due to this parent. */
export function flushNotices(board: Board, parent: Parent, now: number) {
  for (const notice of parent.outbox.values()) {
    if (notice.phase === "owed" && notice.dueAt <= now && isFree(board, parent, notice, now)) {
      look(board, parent, notice, now)
    }
  }
}

/** False while something else will tell the parent, or while it must not be told. */
function isFree(board: Board, parent: Parent, notice: Notice, now: number): boolean {
  if (parent.waiting && !notice.isStoredOnly) return false
  const job = board.jobs.get(notice.taskId)
  if (job && notice.kind === "blocked" && isWaitedFor(board, job)) return false
  if (!job || job.generation !== notice.generation) return true
  if (job.savedRevision < notice.revision) return false
  if (job.waiter !== undefined && board.calls.has(job.waiter)) return false
  if ((board.leases.get(job.taskId)?.calls.length ?? 0) > 0) return false
  return !isHeldByChildren(board, parent, notice, now)
}

/** The parent is blocked in the call that starts the task or waits for its end: it could not act on a request. */
function isWaitedFor(board: Board, job: Job): boolean {
  const lease = board.leases.get(job.taskId)
  const starter = lease?.isDetached ? undefined : lease?.batch?.call
  const request = board.calls.get(starter ?? job.waiter ?? -1)?.request
  return request?.tool === "batch" && !request.isBackground
}

/** The end of a task that has live children of its own is told when they have ended too. */
function isHeldByChildren(board: Board, parent: Parent, notice: Notice, now: number): boolean {
  if (notice.kind === "blocked" || countLive(board, notice.taskId) === 0) return false
  const heldUntil = notice.owedAt + boardTimes.noticeChildrenMs
  if (now >= heldUntil) return false
  if (!notice.isHeld) startNoticeTimer(board, parent, notice, heldUntil)
  notice.isHeld = true
  return true
}

function startNoticeTimer(board: Board, parent: Parent, notice: Notice, at: number) {
  const { key, attempts } = notice
  startTimer(board, at, {
    kind: "notice",
    parentId: parent.parentId,
    key,
    attempt: attempts,
  })
}

function look(board: Board, parent: Parent, notice: Notice, now: number) {
  notice.phase = notice.phase === "sending" ? "confirming" : "looking"
  startCall(
    board,
    now,
    { kind: "look", sessionId: parent.parentId, messageId: notice.messageId },
    { kind: "notice", parentId: parent.parentId, key: notice.key },
  )
}

function send(board: Board, parent: Parent, notice: Notice, now: number) {
  notice.phase = "sending"
  const { key, kind, view, messageId } = notice
  startCall(
    board,
    now,
    {
      kind: "notice",
      parentId: parent.parentId,
      messageId,
      notice: { key, kind, task: view },
      wakes: !notice.isStoredOnly && !parent.isInterrupted,
    },
    { kind: "notice", parentId: parent.parentId, key },
  )
}

export function onNoticeSettled(board: Board, operation: Operation, outcome: Settled, now: number) {
  const { purpose } = operation
  if (purpose.kind !== "notice") return
  const parent = board.parents.get(purpose.parentId)
  const notice = parent?.outbox.get(purpose.key)
  if (!parent || !notice) return
  if (operation.call.kind === "notice") {
    if (outcome.kind === "ok") look(board, parent, notice, now)
    else retry(board, parent, notice, now)
    return
  }
  const value = outcome.kind === "ok" ? outcome.value : undefined
  if (value?.kind !== "found") return retry(board, parent, notice, now)
  if (value.isFound) return admit(board, parent, notice)
  if (notice.phase !== "looking") return retry(board, parent, notice, now)
  if (isFree(board, parent, notice, now)) return send(board, parent, notice, now)
  notice.phase = "owed"
}

/** A few quick tries, then slow ones; it is never given up while the parent exists. */
function retry(board: Board, parent: Parent, notice: Notice, now: number) {
  notice.attempts += 1
  const isQuick = notice.attempts < boardCounts.noticeTriesMax
  notice.dueAt = now + (isQuick ? boardTimes.noticeRetryMs : boardTimes.noticeSlowRetryMs)
  notice.phase = "owed"
  startNoticeTimer(board, parent, notice, notice.dueAt)
}

function admit(board: Board, parent: Parent, notice: Notice) {
  parent.outbox.delete(notice.key)
  parent.told.add(notice.key)
  const job = board.jobs.get(notice.taskId)
  const isCurrent = job?.generation === notice.generation && job.state === notice.kind
  if (!job || !isCurrent || job.acknowledgement === "consumed") return
  job.acknowledgement = "told"
  touchJob(board, job)
}

export function onNoticeTimer(
  board: Board,
  timer: { readonly parentId: string; readonly key: string; readonly attempt: number },
) {
  const notice = board.parents.get(timer.parentId)?.outbox.get(timer.key)
  if (notice?.attempts === timer.attempt) board.dirtyParents.add(timer.parentId)
}
