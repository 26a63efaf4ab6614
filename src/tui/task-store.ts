// What the panel knows of tasks: the newest session data of each task, the tool in progress and the last sign of life.
// Fed by events, and by one question for the children of a session that is looked at. Never throws, never blocks.

import { metadataKey, parseTask } from "../board/record.ts"
import type { HostEvent } from "../host/event.ts"
import type { SessionInfo } from "../host/port.ts"
import { panelLimits } from "./limits.ts"
import { type LiveFacts, type TaskRow, toRow } from "./task-row.ts"

export interface StoreParts {
  readonly now: () => number
  /** Asks the host for the children of a session. */
  readonly askChildren: (sessionId: string) => Promise<readonly SessionInfo[]>
  /** What the host's own state says of a session at this moment. */
  readonly look: (sessionId: string) => Pick<LiveFacts, "status" | "waitsFor">
  /** Something that rows depend on has changed. */
  readonly onChange: () => void
}

export interface TaskStore {
  onSession(session: SessionInfo): void
  onEvent(event: HostEvent): void
  /** Makes sure that the tasks of this session are known; asks once, and again after a failure. */
  visit(sessionId: string): void
  /** Asks again for all that was visited, after a connection was lost. */
  reload(): void
  /** Sessions whose tasks were looked at. */
  visited(): readonly string[]
  rowsOf(parentId: string): readonly TaskRow[]
  rowOf(taskId: string): TaskRow | undefined
}

interface Sign {
  tool: string | undefined
  at: number
}

export function createTaskStore(parts: StoreParts): TaskStore {
  const sessions = new Map<string, SessionInfo>()
  const signs = new Map<string, Sign>()
  const visits = new Map<string, "asking" | "known" | { readonly failedAt: number }>()

  const signOf = (sessionId: string): Sign => {
    const known = signs.get(sessionId)
    if (known) return known
    const sign: Sign = { tool: undefined, at: parts.now() }
    signs.set(sessionId, sign)
    return sign
  }
  const forget = (sessionId: string): boolean => {
    signs.delete(sessionId)
    return sessions.delete(sessionId)
  }
  const keep = (session: SessionInfo): boolean => {
    if (session.parentId === undefined || session.metadata[metadataKey] === undefined) {
      return forget(session.id)
    }
    sessions.set(session.id, session)
    signOf(session.id)
    dropOldest(sessions, signs)
    return true
  }
  const rowOf = (session: SessionInfo): TaskRow | undefined => {
    const { tool, at } = signOf(session.id)
    const facts = { ...parts.look(session.id), tool, lastSignAt: at }
    return toRow(session, facts, parts.now())
  }
  const childrenOf = (parentId: string) =>
    [...sessions.values()].filter((session) => session.parentId === parentId)
  /** What an event told meanwhile is newer than the answer. */
  const take = (known: readonly SessionInfo[], answer: readonly SessionInfo[]) => {
    const listed = new Set(answer.map(({ id }) => id))
    for (const { id } of known) if (!listed.has(id)) forget(id)
    for (const child of answer) {
      if ((sessions.get(child.id)?.updatedAt ?? 0) <= child.updatedAt) keep(child)
    }
  }
  const ask = async (sessionId: string): Promise<void> => {
    visits.set(sessionId, "asking")
    const known = childrenOf(sessionId)
    try {
      take(known, await parts.askChildren(sessionId))
      visits.set(sessionId, "known")
    } catch {
      visits.set(sessionId, { failedAt: parts.now() })
    }
    parts.onChange()
  }

  return {
    onSession: (session) => {
      if (keep(session)) parts.onChange()
    },
    onEvent: (event) => {
      if (event.type === "session-deleted") {
        if (forget(event.sessionId)) parts.onChange()
        return
      }
      const sessionId = "sessionId" in event ? event.sessionId : undefined
      if (sessionId === undefined || !sessions.has(sessionId)) return
      const sign = signOf(sessionId)
      sign.at = parts.now()
      const tool = toolAfter(event, sign.tool)
      const isChange = tool !== sign.tool || isVisible(event)
      sign.tool = tool
      if (isChange) parts.onChange()
    },
    visit: (sessionId) => {
      const visit = visits.get(sessionId)
      const isDue =
        visit === undefined ||
        (typeof visit === "object" && parts.now() - visit.failedAt >= panelLimits.reloadMs)
      if (isDue) void ask(sessionId)
    },
    reload: () => {
      for (const sessionId of visits.keys()) void ask(sessionId)
    },
    visited: () => [...visits.keys()],
    rowsOf: (parentId) => childrenOf(parentId).flatMap((session) => rowOf(session) ?? []),
    rowOf: (taskId) => {
      const session = sessions.get(taskId)
      return session && rowOf(session)
    },
  }
}

/** The tool in progress after this event. */
function toolAfter(event: HostEvent, before: string | undefined): string | undefined {
  switch (event.type) {
    case "tool-started":
      return event.tool
    case "tool-completed":
    case "tool-failed":
    case "session-idle":
    case "session-failed":
      return undefined
    default:
      return before
  }
}

/** Streams of text change nothing that is shown. */
function isVisible(event: HostEvent): boolean {
  return !["text-delta", "part-updated", "message-updated"].includes(event.type)
}

/** Finished tasks that were not touched for longest go first. */
function dropOldest(sessions: Map<string, SessionInfo>, signs: Map<string, Sign>): void {
  if (sessions.size <= panelLimits.tasksMax) return
  const finished = [...sessions.values()].filter(
    (session) => parseTask(session.id, session.metadata)?.state !== "running",
  )
  const candidates = finished.length > 0 ? finished : [...sessions.values()]
  const oldest = candidates.reduce((left, right) =>
    right.updatedAt < left.updatedAt ? right : left,
  )
  sessions.delete(oldest.id)
  signs.delete(oldest.id)
}
