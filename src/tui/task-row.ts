// One task as the panel shows it: its durable record, and what the host shows of its session right now. Pure and
// total: whatever the metadata holds, the answer is a row or nothing.

import { boardTimes } from "../board/limits.ts"
import { parseTask, type TaskRecord } from "../board/record.ts"
import type { SessionInfo } from "../host/port.ts"
import { readNumber, readString } from "../lib/json.ts"
import { panelLimits } from "./limits.ts"

export type RowPhase =
  | "starting"
  | "running"
  | "retrying"
  | "cancelling"
  | "blocked"
  | "stuck"
  | "uncertain"
  | "completed"
  | "errored"
  | "cancelled"
  | "stopped"

/** What the host shows of a session at this moment. */
export interface LiveFacts {
  readonly status: "idle" | "busy" | "retry" | undefined
  readonly waitsFor: "permission" | "question" | undefined
  readonly tool: string | undefined
  /** Last sign of life, milliseconds since the epoch. */
  readonly lastSignAt: number
}

export interface TaskRow {
  readonly taskId: string
  readonly parentId: string
  readonly alias: string
  readonly agent: string
  readonly description: string
  readonly generation: number
  readonly phase: RowPhase
  /** It runs, or is about to. */
  readonly isLive: boolean
  readonly startedAt: number
  /** Where this run begins in the transcript. */
  readonly promptId: string | undefined
  readonly sinceMs: number
  readonly endedAt: number | undefined
  readonly waitsFor: "permission" | "question" | undefined
  readonly uncertain: string | undefined
  readonly tool: string | undefined
  readonly endDetail: string | undefined
  readonly lastSignAt: number
  readonly canCancel: boolean
  readonly canRevive: boolean
}

/** Undefined for a session without a record of its own, or with a broken one. */
export function toRow(session: SessionInfo, live: LiveFacts, now: number): TaskRow | undefined {
  const record = parseTask(session.id, session.metadata)
  if (!record || record.parentId !== session.parentId) return undefined
  const waitsFor = live.waitsFor ?? blockedOf(record)
  const phase = phaseOf(record, { ...live, waitsFor }, now)
  const isLive = record.state === "running" || phase === "starting"
  const lease = readString(record, "lease")
  return {
    taskId: record.taskId,
    parentId: record.parentId,
    alias: record.alias === "" ? record.agent : record.alias,
    agent: record.agent,
    description: record.description,
    generation: record.generation,
    phase,
    isLive,
    startedAt: record.launchedAt,
    promptId: readString(record, "promptId"),
    sinceMs: record.sinceMs,
    endedAt: isLive ? undefined : (readNumber(record, "endedAt") ?? session.updatedAt),
    waitsFor,
    uncertain: readString(record, "uncertain"),
    tool: live.tool,
    endDetail: readString(record, "endDetail") ?? readString(record, "endReason"),
    lastSignAt: live.lastSignAt,
    canCancel: record.state === "running" && phase !== "cancelling",
    canRevive: !isLive && lease === undefined,
  }
}

/** Live ones first, in order of launch; then finished ones, the newest first. */
export function sortRows(rows: readonly TaskRow[]): readonly TaskRow[] {
  return [...rows].sort((left, right) => {
    if (left.isLive !== right.isLive) return left.isLive ? -1 : 1
    const order = left.isLive
      ? left.startedAt - right.startedAt
      : (right.endedAt ?? 0) - (left.endedAt ?? 0)
    return order || left.taskId.localeCompare(right.taskId)
  })
}

/** Milliseconds until the shown times are worth drawing again; undefined while nothing runs. */
export function tickDelayMs(rows: readonly TaskRow[], now: number): number | undefined {
  const ages = rows.filter((row) => row.isLive).map((row) => now - row.startedAt)
  if (ages.length === 0) return undefined
  const isFresh = ages.some((age) => age >= 0 && age < panelLimits.freshMs)
  return isFresh ? panelLimits.tickMs : panelLimits.slowTickMs
}

function phaseOf(record: TaskRecord, live: LiveFacts, now: number): RowPhase {
  const lease = readString(record, "lease")
  if (record.state !== "running") {
    const isNew = record.generation === 0 && readString(record, "endReason") === "never_started"
    return lease === "revive" || isNew ? "starting" : record.state
  }
  if (lease === "cancel") return "cancelling"
  if (live.waitsFor !== undefined) return "blocked"
  if (readString(record, "uncertain") !== undefined) return "uncertain"
  if (live.status === "retry") return "retrying"
  return now - live.lastSignAt >= boardTimes.stuckMs ? "stuck" : "running"
}

function blockedOf(record: TaskRecord): "permission" | "question" | undefined {
  const blocked = readString(record, "blockedOn")
  return blocked === "permission" || blocked === "question" ? blocked : undefined
}
