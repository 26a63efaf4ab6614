// Deleted sessions: the record becomes a tombstone, with everything below it, in one step. A run of ours that the host
// would let go on is aborted once; leases outlive their jobs.

import { answerCall, type Board } from "./board.ts"
import { convertToCompensation, startCompensation } from "./compensate.ts"
import type { Job } from "./job.ts"
import { dropLease, type Lease } from "./lease.ts"
import { boardCounts } from "./limits.ts"
import { answerLease } from "./release.ts"
import { childrenOf } from "./view.ts"

export function onDeleted(board: Board, sessionId: string, now: number) {
  for (const child of childrenOf(board, sessionId)) onDeleted(board, child.taskId, now)
  const job = board.jobs.get(sessionId)
  if (job) buryJob(board, job, now)
  dropParent(board, sessionId)
}

function buryJob(board: Board, job: Job, now: number) {
  const isOurRun = !job.isForeign && mayRun(job)
  board.jobs.delete(job.taskId)
  const parent = board.parents.get(job.parentId)
  parent?.children.delete(job.taskId)
  for (const notice of parent?.outbox.values() ?? []) {
    if (notice.taskId === job.taskId) parent?.outbox.delete(notice.key)
  }
  addTombstone(board, job.taskId, now)
  if (job.waiter !== undefined) board.dirtyCalls.add(job.waiter)
  const lease = board.leases.get(job.taskId)
  if (lease) takeLease(board, lease, isOurRun, now)
  else if (isOurRun) startCompensation(board, job.taskId, job.generation, now)
}

/** A run that the host would let go on after the deletion: ours, or a prompt of ours beside a run of the host's. */
function mayRun(job: Job): boolean {
  if (job.strayPromptAt !== undefined) return true
  const isLive = job.state === "running" || job.ending?.reason === "deadline"
  return isLive && job.origin !== "native"
}

/** What becomes of an operation whose task is gone. */
function takeLease(board: Board, lease: Lease, isOurRun: boolean, now: number) {
  if (lease.kind === "compensate") return
  lease.mustCompensate = isOurRun
  if (lease.phase === "send") return
  const isStored = lease.phase === "look"
  answerLease(board, lease, { outcome: isStored ? "invalidated_compensating" : "deleted" })
  if (lease.pending.size > 0) return
  if (isOurRun || isStored) convertToCompensation(board, lease, now)
  else dropLease(board, lease)
}

/** The last call of a lease without a job settled. `isStored`: it may have started a run. */
export function onOrphanSettled(board: Board, lease: Lease, isStored: boolean, now: number) {
  const isAdmission = lease.phase === "send" && isStored
  answerLease(board, lease, { outcome: isAdmission ? "invalidated_compensating" : "deleted" })
  if (lease.mustCompensate || isAdmission) convertToCompensation(board, lease, now)
  else dropLease(board, lease)
}

function addTombstone(board: Board, taskId: string, now: number) {
  board.tombstones.set(taskId, now)
  if (board.tombstones.size <= boardCounts.tombstonesMax) return
  const oldest = board.tombstones.keys().next().value
  if (oldest !== undefined) board.tombstones.delete(oldest)
}

/** A deleted parent receives nothing; its own callers are told, except those whose prompt is still in flight. */
function dropParent(board: Board, sessionId: string) {
  board.parents.delete(sessionId)
  const held = new Set([...board.leases.values()].flatMap((lease) => lease.calls))
  for (const { call, request } of board.calls.values()) {
    if (request.caller === sessionId && !held.has(call)) {
      answerCall(board, call, { outcome: "deleted" })
    }
  }
}
