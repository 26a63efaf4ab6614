// Rebuilding the board from session metadata after a restart. Nothing is aborted or prompted here; what is owed to a
// parent is stored for its next turn.

import { nextAlias, rememberAlias } from "./alias.ts"
import { type Board, keepSweeping, parentOf, startTimer, touchJob } from "./board.ts"
import { countEarlierLaunch } from "./caps.ts"
import type { BoardEvent, FoundTask } from "./event.ts"
import { createJob, type Job } from "./job.ts"
import { oweEnding } from "./notice-queue.ts"
import { endingOf } from "./observe.ts"
import type { TaskRecord } from "./record.ts"
import { endJob } from "./state-change.ts"

/** Alias counters and the wait of a parent, from its own metadata. */
export function onParentRestored(
  board: Board,
  event: Extract<BoardEvent, { kind: "parent-restored" }>,
) {
  const parent = parentOf(board, event.parentId)
  for (const [prefix, number] of Object.entries(event.aliases)) {
    rememberAlias(parent, `${prefix}-${number}`)
  }
  if (event.waiting && event.waiting.at > parent.spokeAt) parent.waiting ??= event.waiting
}

export function onTaskRestored(board: Board, found: FoundTask, now: number) {
  const { record } = found
  const known = board.jobs.get(record.taskId)
  if (board.tombstones.has(record.taskId) || (known && !known.isForeign)) return
  const parent = parentOf(board, record.parentId)
  const job = jobOf(record, record.alias || nextAlias(parent, record.agent), now)
  board.jobs.set(job.taskId, job)
  parent.children.add(job.taskId)
  rememberAlias(parent, job.alias)
  board.nextGeneration = Math.max(
    board.nextGeneration,
    record.generation + 1,
    (record.intent?.generation ?? 0) + 1,
  )
  if (found.ownership === "foreign") {
    job.isForeign = true
    return
  }
  takeOver(board, job, found, now)
}

/** The task is this process's now. */
function takeOver(board: Board, job: Job, found: FoundTask, now: number) {
  job.owner = board.owner
  resolveIntent(job, found)
  if (job.generation > 0) countEarlierLaunch(board, job.rootId, job.launchedAt, now)
  const revision = touchJob(board, job)
  board.isRestoring = true
  if (job.state === "running") classify(board, job, found, now)
  else if (job.generation > 0 && job.acknowledgement === "none") {
    if (found.isEndingShown) job.acknowledgement = "told"
    else oweEnding(board, job, now, revision)
  }
  board.isRestoring = false
  if (job.state !== "running") return
  keepSweeping(board, now)
  armAgain(board, job)
}

function jobOf(record: TaskRecord, alias: string, now: number): Job {
  const { taskId, parentId, rootId, description, agent, owner } = record
  const job = createJob({ taskId, parentId, rootId, alias, description, agent, owner, now })
  job.generation = record.generation
  job.origin = record.origin
  job.isBackground = record.isBackground
  job.state = record.state
  job.baseline = { promptId: record.promptId, sinceMs: record.sinceMs }
  job.launchedAt = record.launchedAt
  job.lastActivityAt = record.endedAt ?? record.launchedAt
  job.deadlineAt = record.deadlineAt
  job.acknowledgement = record.acknowledgement
  job.intent = record.intent
  job.strayPromptAt = record.strayPromptAt
  job.ending =
    record.state === "running"
      ? undefined
      : {
          reason: record.endReason ?? "quiet",
          at: record.endedAt ?? record.launchedAt,
          detail: record.endDetail,
        }
  return job
}

/** A prompt that was about to be sent when the process ended: the transcript tells whether it was. */
function resolveIntent(job: Job, found: FoundTask) {
  const { intent } = job
  if (!intent || found.isIntentFound === undefined) return
  job.intent = undefined
  if (!found.isIntentFound) return
  job.generation = intent.generation
  job.origin = "plugin"
  job.isBackground = true
  job.baseline = { promptId: intent.promptId, sinceMs: intent.at }
  job.launchedAt = intent.at
  job.state = "running"
  job.ending = undefined
  job.acknowledgement = "none"
}

/** A run whose process may be gone: busy goes on, evidence ends it, anything else was cut off. */
function classify(board: Board, job: Job, found: FoundTask, now: number) {
  const { observation } = found
  if (observation.live !== "absent") return
  job.emptyReads = 2
  const ending = endingOf(job, observation.evidence, false)
  if (ending) {
    endJob(board, job, now, ending)
  } else {
    const isStarted = observation.evidence.kind === "open"
    endJob(board, job, now, {
      state: "stopped",
      reason: isStarted ? "host_restarted" : "never_started",
    })
  }
}

function armAgain(board: Board, job: Job) {
  if (job.deadlineAt === undefined) return
  const { taskId, generation } = job
  startTimer(board, job.deadlineAt, { kind: "deadline", taskId, generation })
}
