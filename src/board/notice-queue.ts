// Which notices are owed to a parent. Sending them is `notices.ts`.

import { type Board, type Notice, type Parent, parentOf } from "./board.ts"
import type { NoticeKind } from "./effect.ts"
import type { BoardRequest } from "./event.ts"
import type { Job } from "./job.ts"
import { viewOf } from "./view.ts"

/** What makes a notice one and the same: a task, one run of it, and what there is to tell. */
export function noticeKeyOf(taskId: string, generation: number, kind: string): string {
  return `${taskId}:${generation}:${kind}`
}

export function noticeKey(job: Job, kind: NoticeKind): string {
  return noticeKeyOf(job.taskId, job.generation, kind)
}

/** A child may ask before its run is registered: the request is one, whatever generation it turns out to belong to. */
function blockedKey(job: Job, requestId: string): string {
  return [job.taskId, "blocked", requestId].join(":")
}

/** True where the host itself shows this ending to the parent. */
function isToldByHost(job: Job): boolean {
  if (job.origin !== "native") return false
  return !job.isBackground || job.state === "completed" || job.state === "errored"
}

/** Owes the parent the ending of a task, unless the host tells it; after a restart the host tells nothing. */
export function oweEnding(board: Board, job: Job, now: number, revision: number) {
  if (job.state === "running" || (isToldByHost(job) && !board.isRestoring)) return
  const key = noticeKey(job, job.state)
  // It ended the same way before, was told so, and then went on: the parent has that notice already.
  if (parentOf(board, job.parentId).told.has(key)) job.acknowledgement = "told"
  else owe(board, job, { kind: job.state, now, revision, key })
}

/** Owes the parent a word about a child that waits for a permission or an answer. */
export function oweBlocked(board: Board, job: Job, now: number) {
  if (!job.isBackground || !job.blocked) return
  const key = blockedKey(job, job.blocked.requestId)
  owe(board, job, { kind: "blocked", now, revision: 0, key })
}

function owe(
  board: Board,
  job: Job,
  notice: {
    readonly kind: NoticeKind
    readonly key: string
    readonly now: number
    readonly revision: number
  },
) {
  const parent = parentOf(board, job.parentId)
  if (parent.told.has(notice.key) || parent.outbox.has(notice.key)) return
  parent.outbox.set(notice.key, {
    key: notice.key,
    taskId: job.taskId,
    generation: job.generation,
    kind: notice.kind,
    messageId: board.mint(`notice:${notice.key}`, job.ending?.at ?? notice.now),
    owedAt: notice.now,
    revision: notice.revision,
    isStoredOnly: board.isRestoring && !board.caps.wakeAfterRestart,
    phase: "owed",
    attempts: 0,
    isHeld: false,
    dueAt: notice.now,
    view: viewOf(board, job, notice.now),
  })
  board.dirtyParents.add(parent.parentId)
}

/** Takes back what was not sent yet. */
export function withdrawNotices(board: Board, job: Job) {
  const parent = parentOf(board, job.parentId)
  for (const notice of parent.outbox.values()) {
    if (notice.taskId === job.taskId && isUnsent(notice)) parent.outbox.delete(notice.key)
  }
}

export function withdrawBlocked(parent: Parent, job: Job, requestId: string) {
  const notice = parent.outbox.get(blockedKey(job, requestId))
  if (notice && isUnsent(notice)) parent.outbox.delete(notice.key)
}

function isUnsent(notice: Notice): boolean {
  return notice.attempts === 0 && (notice.phase === "owed" || notice.phase === "looking")
}

/** The parent's own tool call reports an ending, so no notice of it is due any more. */
export function acknowledge(board: Board, job: Job, request: BoardRequest) {
  const isByUser = "byUser" in request && request.byUser === true
  if (isByUser || request.caller !== job.parentId) return
  if (job.state === "running" || job.acknowledgement !== "none") return
  const parent = parentOf(board, job.parentId)
  const notice = parent.outbox.get(noticeKey(job, job.state))
  if (notice && !isUnsent(notice)) return
  if (notice) parent.outbox.delete(notice.key)
  job.acknowledgement = "reported"
  parent.told.add(noticeKey(job, job.state))
  job.revision += 1
  board.effects.push({ kind: "save-task", taskId: job.taskId })
}
