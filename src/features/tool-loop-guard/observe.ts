// What the guard learns from the host's events: failures, steps, parents, summaries, edits and ends of sessions.

import type { HostEvent } from "../../host/event.ts"
import type { ChangeLog } from "./changes.ts"
import type { LoopGuard } from "./guard.ts"
import type { SessionStore } from "./session-state.ts"

export interface Observed {
  readonly guard: LoopGuard
  readonly sessions: SessionStore
  readonly changes: ChangeLog
  isPrivate(sessionId: string): boolean
}

export function observe(observed: Observed, event: HostEvent): void {
  const { guard, sessions, changes } = observed
  if (event.type === "file-edited") changes.add(event.file)
  if (!("sessionId" in event) || event.sessionId === undefined) return
  if (observed.isPrivate(event.sessionId)) return
  if (event.type === "tool-failed") guard.failed(event)
  if (event.type === "tool-started") guard.started(event)
  if (event.type === "session-deleted") sessions.forget(event.sessionId)
  if (event.type === "session-compacted") forgetResults(sessions, event.sessionId)
  if (event.type === "session-created" || event.type === "session-updated") {
    if (event.parentId !== undefined) sessions.of(event.sessionId).parentId = event.parentId
  }
}

/** After a summary the earlier results are gone from the model's sight: asking again is right. */
function forgetResults(sessions: SessionStore, sessionId: string): void {
  const state = sessions.peek(sessionId)
  if (state) state.history = []
}
