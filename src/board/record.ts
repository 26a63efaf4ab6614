// The durable record: what the board keeps in session metadata, so that it survives restarts and can be read by
// others (a panel, another host process). There is one writer, the process that owns the task; an update replaces
// the whole metadata object of a session (HOST-QUIRK-50), so foreign keys are carried over.
//
// Shape, under the metadata key `workbench`:
//   child session:  { "v": 1, "task":   TaskRecord }
//   parent session: { "v": 1, "parent": ParentRecord }
// A session that is both has both. A record whose `taskId` or `sessionId` is not the session's own id is a copy
// made by a fork and is ignored.

import { isRecord, type JsonObject, readNumber, readRecord, readString } from "../lib/json.ts"
import type { Acknowledgement, EndReason, Intent, Job, JobState, Origin } from "./job.ts"
import type { LeaseKind } from "./lease.ts"

export const metadataKey = "workbench"
export const recordVersion = 1

/** One task. About 500 bytes; written on changes of state, never for mere activity. */
export interface TaskRecord {
  readonly taskId: string
  readonly parentId: string
  readonly rootId: string
  /** Short name inside the parent, such as `exp-1`. */
  readonly alias: string
  readonly agent: string
  readonly description: string
  /** Owner epoch: random id of the host process that runs the task. */
  readonly owner: string
  /** Counts runs over the whole board; never falls. */
  readonly generation: number
  readonly origin: Origin
  readonly isBackground: boolean
  readonly state: JobState
  /** Operation that excludes others on this task at the moment. */
  readonly lease?: LeaseKind
  /** Start of this generation, milliseconds since the epoch. */
  readonly launchedAt: number
  readonly endedAt?: number
  readonly endReason?: EndReason
  readonly endDetail?: string
  readonly uncertain?: string
  readonly blockedOn?: "permission" | "question"
  readonly promptId?: string
  readonly sinceMs: number
  readonly intent?: Intent
  readonly strayPromptAt?: number
  readonly deadlineAt?: number
  readonly acknowledgement: Acknowledgement
}

export interface ParentRecord {
  readonly sessionId: string
  /** Highest number given for each alias prefix. */
  readonly aliases: Readonly<Record<string, number>>
  /** Set while the session waits for its user. */
  readonly waiting?: { readonly reason: string; readonly at: number }
}

export function describeTask(job: Job, lease: LeaseKind | undefined): TaskRecord {
  return {
    taskId: job.taskId,
    parentId: job.parentId,
    rootId: job.rootId,
    alias: job.alias,
    agent: job.agent,
    description: job.description,
    owner: job.owner,
    generation: job.generation,
    origin: job.origin,
    isBackground: job.isBackground,
    state: job.state,
    ...(lease && { lease }),
    launchedAt: job.launchedAt,
    ...(job.ending && { endedAt: job.ending.at, endReason: job.ending.reason }),
    ...(job.ending?.detail !== undefined && { endDetail: job.ending.detail }),
    ...(job.uncertain !== undefined && { uncertain: job.uncertain }),
    ...(job.blocked && { blockedOn: job.blocked.kind }),
    ...(job.baseline.promptId !== undefined && { promptId: job.baseline.promptId }),
    sinceMs: job.baseline.sinceMs,
    ...(job.intent && { intent: job.intent }),
    ...(job.strayPromptAt !== undefined && { strayPromptAt: job.strayPromptAt }),
    ...(job.deadlineAt !== undefined && { deadlineAt: job.deadlineAt }),
    acknowledgement: job.acknowledgement,
  }
}

/** The metadata object with our part replaced; foreign keys stay. */
export function withRecord(
  metadata: Readonly<Record<string, unknown>>,
  part: { readonly task?: TaskRecord; readonly parent?: ParentRecord },
): JsonObject {
  const ours = readRecord(metadata, metadataKey) ?? {}
  const whole = { ...metadata, [metadataKey]: { ...ours, v: recordVersion, ...part } }
  const plain: JsonObject = JSON.parse(JSON.stringify(whole))
  return plain
}

/** The task record of a session, or undefined where there is none, it is malformed, or it is a fork's copy. */
export function parseTask(
  sessionId: string,
  metadata: Readonly<Record<string, unknown>>,
): TaskRecord | undefined {
  const record = readRecord(readRecord(metadata, metadataKey), "task")
  if (!record || record.taskId !== sessionId) return undefined
  return isTaskRecord(record) ? record : undefined
}

export function parseParent(
  sessionId: string,
  metadata: Readonly<Record<string, unknown>>,
): ParentRecord | undefined {
  const record = readRecord(readRecord(metadata, metadataKey), "parent")
  if (!record || record.sessionId !== sessionId) return undefined
  return isParentRecord(record) ? record : undefined
}

const states: readonly string[] = ["running", "completed", "errored", "cancelled", "stopped"]
const origins: readonly string[] = ["native", "plugin", "outside"]
const acknowledgements: readonly string[] = ["none", "reported", "told", "consumed"]

function isTaskRecord(
  record: Record<string, unknown>,
): record is Record<string, unknown> & TaskRecord {
  const texts = ["taskId", "parentId", "rootId", "alias", "agent", "description", "owner"]
  const numbers = ["generation", "launchedAt", "sinceMs"]
  return (
    texts.every((key) => readString(record, key) !== undefined) &&
    numbers.every((key) => readNumber(record, key) !== undefined) &&
    states.includes(readString(record, "state") ?? "") &&
    origins.includes(readString(record, "origin") ?? "") &&
    acknowledgements.includes(readString(record, "acknowledgement") ?? "") &&
    typeof record.isBackground === "boolean" &&
    (record.intent === undefined || isIntent(record.intent))
  )
}

function isIntent(value: unknown): value is Intent {
  return (
    readNumber(value, "generation") !== undefined &&
    readString(value, "promptId") !== undefined &&
    readNumber(value, "at") !== undefined
  )
}

function isParentRecord(
  record: Record<string, unknown>,
): record is Record<string, unknown> & ParentRecord {
  const { aliases, waiting } = record
  return (
    isRecord(aliases) &&
    Object.values(aliases).every((value) => typeof value === "number") &&
    (waiting === undefined ||
      (readString(waiting, "reason") !== undefined && readNumber(waiting, "at") !== undefined))
  )
}
