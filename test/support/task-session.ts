// Sessions with a durable task record, as the panel gets them from the host.

import { metadataKey, type TaskRecord } from "../../src/board/record.ts"
import type { SessionInfo } from "../../src/host/port.ts"
import { readSession } from "../../src/host/v1/read.ts"
import type { LiveFacts } from "../../src/tui/task-row.ts"

export const parentId = "ses_parent"
/** When tasks of these tests start. */
export const startedAt = 1_000_000

export function taskRecord(taskId: string, more: Partial<TaskRecord> = {}): TaskRecord {
  return {
    taskId,
    parentId,
    rootId: parentId,
    alias: "gen-1",
    agent: "general",
    description: "count the files",
    owner: "me",
    generation: 1,
    origin: "plugin",
    isBackground: true,
    state: "running",
    launchedAt: startedAt,
    sinceMs: startedAt,
    acknowledgement: "none",
    ...more,
  }
}

/** A session as the host's API sends it. */
export function rawSession(id: string, metadata: unknown): Record<string, unknown> {
  return {
    id,
    parentID: parentId,
    title: "count the files",
    directory: "/project",
    time: { created: startedAt, updated: startedAt + 5_000 },
    metadata,
  }
}

export function taskSession(taskId: string, more: Partial<TaskRecord> = {}): SessionInfo {
  const metadata = { [metadataKey]: { v: 1, task: taskRecord(taskId, more) } }
  const session = readSession(rawSession(taskId, metadata))
  if (!session) throw new Error("unreadable session")
  return session
}

export function live(more: Partial<LiveFacts> = {}): LiveFacts {
  return {
    status: "busy",
    waitsFor: undefined,
    tool: undefined,
    lastSignAt: startedAt,
    ...more,
  }
}
