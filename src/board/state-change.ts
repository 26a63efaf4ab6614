// The only writer of states. Allowed changes: running -> an ending; stopped -> a better ending of the same generation,
// or running again while nobody was told; anything -> running as the next generation.

import { invariant } from "../lib/invariant.ts"
import { type Board, keepSweeping, parentOf, startTimer, touchJob } from "./board.ts"
import {
  type Baseline,
  clipDetail,
  type EndReason,
  type Job,
  type JobState,
  type Origin,
} from "./job.ts"
import { oweBlocked, oweEnding, withdrawNotices } from "./notice-queue.ts"

export interface NewEnding {
  readonly state: Exclude<JobState, "running">
  readonly reason: EndReason
  readonly detail?: string | undefined
}

/** Publishes an ending unless this generation already has one. Returns whether it was published. */
export function endJob(board: Board, job: Job, now: number, ending: NewEnding): boolean {
  const isUpgrade = job.state === "stopped" && ending.state !== "stopped"
  if (job.state !== "running" && !isUpgrade) return false
  const isDeadline = ending.state === "errored" && ending.reason === "deadline"
  if (job.deadlineClaimedAt !== undefined && !isDeadline) {
    return endJob(board, job, now, { state: "errored", reason: "deadline" })
  }
  if (isUpgrade) withdrawNotices(board, job)
  job.state = ending.state
  job.ending = { reason: ending.reason, at: now, detail: clipDetail(ending.detail) }
  job.acknowledgement = "none"
  job.uncertain = undefined
  job.cancelRequested = false
  job.blocked = undefined
  job.tool = undefined
  job.retrying = false
  job.quietSeenAt = undefined
  oweEnding(board, job, now, touchJob(board, job))
  if (job.waiter !== undefined) board.dirtyCalls.add(job.waiter)
  markParents(board, job)
  return true
}

export interface NewGeneration {
  readonly generation: number
  readonly origin: Origin
  readonly baseline: Baseline
  readonly isBackground: boolean
}

/** Registers the next run of a task. Generations rise strictly over the whole board. */
export function beginGeneration(board: Board, job: Job, now: number, run: NewGeneration) {
  invariant(run.generation > job.generation, "I3 generations rise")
  withdrawNotices(board, job)
  board.nextGeneration = Math.max(board.nextGeneration, run.generation + 1)
  job.generation = run.generation
  job.origin = run.origin
  job.baseline = run.baseline
  job.isBackground = run.isBackground
  job.owner = board.owner
  job.state = "running"
  job.ending = undefined
  job.acknowledgement = "none"
  job.cancelRequested = false
  job.cancelCause = undefined
  job.uncertain = undefined
  job.tool = undefined
  job.launchedAt = now
  job.lastActivityAt = now
  job.quietSeenAt = undefined
  job.emptyReads = 0
  job.deadlineClaimedAt = undefined
  job.isDeadlineSent = false
  job.intent = undefined
  // A run of ours begins only where the session was proven quiet; beside another one our prompt may still arrive.
  if (run.origin === "plugin") job.strayPromptAt = undefined
  else if (isSending(board, job)) job.strayPromptAt = now
  job.nativeCalls.clear()
  armDeadline(board, job, now)
  // An ending clears what a run waits for: this was asked by the run that is just being registered.
  oweBlocked(board, job, now)
  keepSweeping(board, now)
  touchJob(board, job)
}

function isSending(board: Board, job: Job): boolean {
  const phase = board.leases.get(job.taskId)?.phase
  return phase === "send" || phase === "look"
}

/** A stopped task shows signs of life before anybody was told of its end. */
export function resumeGeneration(board: Board, job: Job, now: number): boolean {
  if (job.state !== "stopped" || job.acknowledgement !== "none" || job.generation === 0)
    return false
  withdrawNotices(board, job)
  job.state = "running"
  job.ending = undefined
  job.quietSeenAt = undefined
  job.lastActivityAt = now
  keepSweeping(board, now)
  touchJob(board, job)
  return true
}

export function armDeadline(board: Board, job: Job, now: number) {
  job.deadlineAt = board.caps.deadlineMs > 0 ? now + board.caps.deadlineMs : undefined
  if (job.deadlineAt === undefined) return
  const { taskId, generation } = job
  startTimer(board, job.deadlineAt, { kind: "deadline", taskId, generation })
}

/** The parent may have a notice to get, and so may the parent's parent, which waited for it. */
function markParents(board: Board, job: Job) {
  board.dirtyParents.add(parentOf(board, job.parentId).parentId)
  const above = board.jobs.get(job.parentId)
  if (above) board.dirtyParents.add(above.parentId)
}
