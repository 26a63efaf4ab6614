// The end of a lease, and the answer to those who wait for it.

import { answerCall, type Board, touchJob } from "./board.ts"
import type { Reply } from "./effect.ts"
import { dropLease, type Lease } from "./lease.ts"
import { acknowledge, oweBlocked } from "./notice-queue.ts"
import { startObserving } from "./observe.ts"

/** Answers every waiting caller of this lease, and the batch entry it belongs to. Later calls do nothing. */
export function answerLease(board: Board, lease: Lease, reply: Reply) {
  const job = board.jobs.get(lease.taskId)
  for (const call of lease.calls.splice(0)) {
    const request = board.calls.get(call)?.request
    answerCall(board, call, reply)
    if (job && request && reply.task?.state === job.state) acknowledge(board, job, request)
  }
  const entry = lease.batch && board.calls.get(lease.batch.call)?.batch?.[lease.batch.index]
  if (entry?.phase === "admitting") {
    entry.outcome = reply
    entry.phase = reply.outcome === "started" ? "running" : "done"
    if (lease.batch) board.dirtyCalls.add(lease.batch.call)
  }
}

/** Frees the task. What was put off while the lease was held is taken up again. */
export function releaseLease(board: Board, lease: Lease, now: number) {
  dropLease(board, lease)
  const job = board.jobs.get(lease.taskId)
  if (!job) return
  touchJob(board, job)
  oweBlocked(board, job, now)
  board.dirtyParents.add(job.parentId)
  if (job.waiter !== undefined) board.dirtyCalls.add(job.waiter)
  board.releasedJobs.add(job.taskId)
  startObserving(board, job, now)
}
