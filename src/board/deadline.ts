// Wall-clock limits of runs: claimed first, then one abort, then the ending is published after a grace period, whatever
// the run does later.

import { type Board, startTimer, touchJob } from "./board.ts"
import { startCancel } from "./cancel.ts"
import type { Job } from "./job.ts"
import { boardTimes } from "./limits.ts"
import { endJob } from "./state-change.ts"

export function onDeadline(board: Board, taskId: string, generation: number, now: number) {
  const job = board.jobs.get(taskId)
  if (job?.generation !== generation || job.state !== "running" || job.isForeign) return
  if (job.deadlineClaimedAt === undefined) return claim(board, job, now)
  if (now - job.deadlineClaimedAt < boardTimes.deadlineGraceMs) return
  endJob(board, job, now, { state: "errored", reason: "deadline" })
}

function claim(board: Board, job: Job, now: number) {
  const { taskId, generation } = job
  job.deadlineClaimedAt = now
  touchJob(board, job)
  startTimer(board, now + boardTimes.deadlineGraceMs, { kind: "deadline", taskId, generation })
  resumeDeadline(board, job, now)
}

/** A message in flight is not overtaken: the abort goes out when its lease ends. */
export function resumeDeadline(board: Board, job: Job, now: number) {
  if (job.deadlineClaimedAt === undefined) return
  if (job.state !== "running" && job.ending?.reason !== "deadline") return
  if (job.isDeadlineSent || board.leases.has(job.taskId)) return
  job.isDeadlineSent = true
  startCancel(board, job, now, { endReason: "deadline", reason: "the time limit was reached" })
}
