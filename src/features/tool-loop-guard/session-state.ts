// What the guard remembers of one session. Bounded in every part; a real user message starts it anew.

import type { Refusal } from "../../lib/refusal.ts"
import type { CallKind } from "./call-kind.ts"
import type { Entry } from "./history.ts"
import { loopLimits } from "./limits.ts"

/** A call that was let through and has not ended. */
export interface PendingCall {
  readonly tool: string
  readonly call: string
  readonly kind: CallKind
  readonly label: string
  readonly target: string | undefined
  readonly order: number
  step?: string
}

export interface SessionState {
  parentId: string | undefined
  history: readonly Entry[]
  /** Calls so far. */
  order: number
  readonly pending: Map<string, PendingCall>
  /** Call ids that the guard refused: their failure is not counted. */
  readonly refused: Set<string>
  /** Refused calls of this turn with the result that they had. */
  readonly hot: Map<string, string>
  /** Completed calls per tool that ends the turn. */
  readonly perTurn: Map<string, number>
  /** Task and state, with the number of times in a row. */
  readonly streams: Map<string, { readonly state: string; readonly count: number }>
  refusalsInRow: number
  refusalsInTurn: number
  lastRefusal: Refusal | undefined
  /** Set when the run is to end at its next model request. */
  stop: Refusal | undefined
  /** While a run is being ended: no call of it is answered before. */
  ending: Promise<void> | undefined
  lastMessageId: string | undefined
}

export interface SessionStore {
  /** The session's state, made on first use; the least recently used session is forgotten. */
  of(sessionId: string): SessionState
  /** The state of a session that is known already. */
  peek(sessionId: string): SessionState | undefined
  forget(sessionId: string): void
  readonly size: number
}

export function createSessionStore(sessionsMax: number = loopLimits.sessionsMax): SessionStore {
  const sessions = new Map<string, SessionState>()
  return {
    of: (sessionId) => {
      const state = sessions.get(sessionId) ?? createState()
      sessions.delete(sessionId)
      sessions.set(sessionId, state)
      trimOldest(sessions, sessionsMax)
      return state
    },
    peek: (sessionId) => sessions.get(sessionId),
    forget: (sessionId) => {
      sessions.delete(sessionId)
    },
    get size() {
      return sessions.size
    },
  }
}

function createState(): SessionState {
  return {
    parentId: undefined,
    history: [],
    order: 0,
    pending: new Map(),
    refused: new Set(),
    hot: new Map(),
    perTurn: new Map(),
    streams: new Map(),
    refusalsInRow: 0,
    refusalsInTurn: 0,
    lastRefusal: undefined,
    stop: undefined,
    ending: undefined,
    lastMessageId: undefined,
  }
}

/** A real user message: what was refused before may be what is wanted now. */
export function startTurn(state: SessionState): void {
  state.history = []
  state.hot.clear()
  state.perTurn.clear()
  state.streams.clear()
  state.refusalsInRow = 0
  state.refusalsInTurn = 0
  state.lastRefusal = undefined
  state.stop = undefined
  state.ending = undefined
}

/** Drops the oldest keys until at most `max` are left. */
export function trimOldest(keyed: Map<string, unknown> | Set<string>, max: number): void {
  for (const oldest of keyed.keys()) {
    if (keyed.size <= max) break
    keyed.delete(oldest)
  }
}
