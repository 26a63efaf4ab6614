// What the host shows about runs: status events, reads of status and transcript. Evidence changes states; idle and
// absence alone never prove an ending, they only lead to another look.

import {
  type Board,
  keepSweeping,
  type Operation,
  parentOf,
  startCall,
  startTimer,
} from "./board.ts"
import type { Evidence, Liveness, Observation, Settled } from "./event.ts"
import type { Job } from "./job.ts"
import { boardCounts, boardTimes } from "./limits.ts"
import { beginGeneration, endJob, type NewEnding, resumeGeneration } from "./state-change.ts"

/** Starts one look at status and transcript, unless one is in flight. */
export function startObserving(board: Board, job: Job, now: number) {
  if (job.isForeign || job.generation === 0) return
  if (job.probe !== undefined) {
    job.probeAgain = true
    return
  }
  const { taskId, generation } = job
  job.probe = startCall(
    board,
    now,
    { kind: "observe", taskId, since: job.baseline, withText: false },
    { kind: "observe", taskId, generation },
  )
}

/** The end of a look that the board started by itself. */
export function onObserved(board: Board, operation: Operation, outcome: Settled, now: number) {
  const { purpose } = operation
  if (purpose.kind !== "observe") return
  const job = board.jobs.get(purpose.taskId)
  if (!job) return
  if (job.probe === operation.operation) job.probe = undefined
  applyRead(board, job, { operation, outcome, now })
  if (!job.probeAgain || job.probe !== undefined) return
  job.probeAgain = false
  startObserving(board, job, now)
}

export interface Read {
  readonly operation: Operation
  readonly outcome: Settled
  readonly now: number
}

/** Applies a settled read to the job. A read of an older generation, and a failed one, change no state. */
export function applyRead(board: Board, job: Job, read: Read) {
  if (job.isForeign || read.operation.generation !== job.generation) return
  const value = read.outcome.kind === "ok" ? read.outcome.value : undefined
  if (value?.kind !== "observation") {
    if (job.state === "running") job.uncertain = "the last look at the task failed"
    return
  }
  applyObservation(board, job, value.observation, read)
}

function applyObservation(board: Board, job: Job, seen: Observation, read: Read) {
  const startedAt = read.operation.startedAt
  if (seen.live === "busy" || seen.live === "retry") {
    noteOutsideRun(board, job, seen, read.now)
    if (job.state === "running") job.newestPromptId = seen.promptId
    noteBusy(board, job, { at: startedAt, now: read.now, live: seen.live })
    return
  }
  if (seen.live === "unknown") {
    if (job.state === "running") job.uncertain = "the status of the task could not be read"
    return
  }
  if (startedAt < job.busySeenAt) return
  forgetStray(board, job, startedAt)
  job.newestPromptId = seen.promptId
  if (job.state !== "running" && job.state !== "stopped") return
  const ending = endingOf(job, seen.evidence, parentOf(board, job.parentId).isInterrupted)
  if (ending) {
    endJob(board, job, read.now, ending)
    return
  }
  if (job.state !== "running") return
  if (seen.evidence.kind === "empty") return readEmptyAgain(board, job, read.now)
  confirmStop(board, job, seen.evidence, read)
}

/** Quiet after the stray prompt was stored: its run is over. */
function forgetStray(board: Board, job: Job, startedAt: number) {
  const { strayPromptAt } = job
  if (strayPromptAt === undefined || startedAt <= strayPromptAt) return
  if (!board.leases.has(job.taskId)) job.strayPromptAt = undefined
}

/** A finished task is busy with a prompt that was not there when it ended: somebody else started it. */
function noteOutsideRun(board: Board, job: Job, seen: Observation, now: number) {
  const { promptId, promptAt } = seen
  if (job.ending === undefined || promptId === undefined || promptAt === undefined) return
  if (board.leases.has(job.taskId) || promptId === job.baseline.promptId) return
  const isNewer =
    job.newestPromptId === undefined ? promptAt > job.ending.at : promptId !== job.newestPromptId
  if (!isNewer) return
  beginGeneration(board, job, now, {
    generation: board.nextGeneration,
    origin: job.nativeCalls.size > 0 ? "native" : "outside",
    baseline: { promptId, sinceMs: promptAt },
    isBackground: job.nativeCalls.size === 0,
  })
}

/** Terminal evidence as an ending, or undefined where it proves none. */
export function endingOf(
  job: Job,
  evidence: Evidence,
  isInterrupted: boolean,
): NewEnding | undefined {
  switch (evidence.kind) {
    case "completed":
      return { state: "completed", reason: "answer" }
    case "errored":
      return {
        state: "errored",
        reason: "model_error",
        detail: `${evidence.name}: ${evidence.message}`,
      }
    case "permission-rejected":
      // A cancel rejects what the task waits for (HOST-QUIRK-54), so then the rejection is part of it.
      return job.cancelCause
        ? { state: "cancelled", ...job.cancelCause }
        : { state: "errored", reason: "permission_rejected" }
    case "aborted":
      return { state: "cancelled", ...abortCause(job, isInterrupted) }
    case "empty":
      return job.emptyReads + 1 >= boardCounts.emptyReadsMax
        ? { state: "errored", reason: "empty_answer" }
        : undefined
    case "open":
    case "unanswered":
    case "none":
      return undefined
  }
}

function abortCause(job: Job, isInterrupted: boolean): Pick<NewEnding, "reason" | "detail"> {
  if (job.cancelCause) return job.cancelCause
  return { reason: isInterrupted ? "parent_aborted" : "aborted" }
}

/** The text of an answer may be stored a moment after the answer's end. */
function readEmptyAgain(board: Board, job: Job, now: number) {
  job.emptyReads += 1
  const { taskId, generation } = job
  startTimer(board, now + boardTimes.emptyReadMs, { kind: "observe", taskId, generation })
}

/** Quiet without evidence: `stopped`, but only after the grace period and a second look. */
function confirmStop(board: Board, job: Job, evidence: Evidence, read: Read) {
  const { taskId, generation } = job
  const startedAt = read.operation.startedAt
  if (job.quietSeenAt === undefined) {
    job.quietSeenAt = startedAt
    const at = Math.max(read.now, startedAt + boardTimes.stopGraceMs)
    startTimer(board, at, { kind: "observe", taskId, generation })
    return
  }
  if (startedAt - job.quietSeenAt < boardTimes.stopGraceMs || board.leases.has(taskId)) return
  endJob(board, job, read.now, { state: "stopped", reason: stopReason(evidence) })
}

function stopReason(evidence: Evidence): NewEnding["reason"] {
  if (evidence.kind === "unanswered") return "unanswered"
  return evidence.kind === "none" ? "never_started" : "quiet"
}

/** The session was seen busy at `at`. */
export function noteBusy(
  board: Board,
  job: Job,
  seen: { readonly at: number; readonly now: number; readonly live: Liveness },
) {
  if (seen.at < job.busySeenAt) return
  job.busySeenAt = seen.at
  job.retrying = seen.live === "retry"
  job.quietSeenAt = undefined
  if (job.state === "running") {
    if (job.uncertain !== undefined) job.uncertain = undefined
    return
  }
  const isEarly = job.ending !== undefined && seen.at <= job.ending.at
  if (isEarly || board.leases.has(job.taskId)) return
  if (!resumeGeneration(board, job, seen.now)) job.probeAgain = job.probe !== undefined
}

export function onObserveTimer(board: Board, taskId: string, generation: number, now: number) {
  const job = board.jobs.get(taskId)
  if (job?.generation === generation && job.state === "running") startObserving(board, job, now)
}

/** Compares all running tasks with one read of the status map. */
export function onSweepTimer(board: Board, now: number) {
  board.isSweeping = false
  for (const job of board.jobs.values()) {
    if (job.state === "running" && !job.isForeign) {
      startCall(board, now, { kind: "statuses" }, { kind: "sweep" })
      keepSweeping(board, now)
      return
    }
  }
}

/** Applies one status map to these tasks. */
export function applyStatuses(board: Board, jobs: Iterable<Job>, read: Read) {
  const value = read.outcome.kind === "ok" ? read.outcome.value : undefined
  for (const job of jobs) {
    if (job.isForeign) continue
    if (value?.kind !== "statuses") {
      if (job.state === "running") job.uncertain = "the status of the task could not be read"
      continue
    }
    const live = value.statuses[job.taskId]
    if (live) noteBusy(board, job, { at: read.operation.startedAt, now: read.now, live })
    else if (job.state === "running") startObserving(board, job, read.now)
  }
}
