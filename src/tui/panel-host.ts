// The host's side of the panel: its terminal UI API in our own words. Reads are total: what the API does not give, or
// gives in another shape, is undefined or empty.

import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import type { HostEvent } from "../host/event.ts"
import type { MessageWithParts, SessionInfo } from "../host/port.ts"
import { translateEvent } from "../host/v1/events.ts"
import { readList, readMessage, readSession } from "../host/v1/read.ts"
import type { JsonObject } from "../lib/json.ts"
import { readRecord, readString } from "../lib/json.ts"
import { attempt, guarded } from "./guard.ts"
import { panelLimits } from "./limits.ts"
import type { LiveFacts } from "./task-row.ts"

export interface PanelHost {
  look(sessionId: string): Pick<LiveFacts, "status" | "waitsFor">
  /** The session on screen. */
  openSession(): string | undefined
  parentOf(sessionId: string): string | undefined
  /** The host shows its sidebar next to this session by itself. */
  isSidebarShown(sessionId: string, columns: number): boolean
  askChildren(sessionId: string): Promise<readonly SessionInfo[]>
  askMessages(sessionId: string): Promise<readonly MessageWithParts[]>
  createSession(session: {
    readonly parentId: string
    readonly title: string
    readonly metadata: JsonObject
  }): Promise<SessionInfo>
  readSession(sessionId: string): Promise<SessionInfo | undefined>
  removeSession(sessionId: string): Promise<void>
  /** Calls back for every change of a session; the result ends it. */
  onSession(listener: (session: SessionInfo) => void): () => void
  onEvent(listener: (event: HostEvent) => void): void
  onReconnect(listener: () => void): void
}

/** Events besides those that carry a session. */
const eventTypes = [
  "session.deleted",
  "session.status",
  "session.idle",
  "session.error",
  "message.part.updated",
  "message.part.delta",
  "permission.asked",
  "permission.replied",
  "question.asked",
  "question.replied",
  "question.rejected",
] as const

export function createPanelHost(api: TuiPluginApi): PanelHost {
  const { client, state } = api
  const sessionOf = (id: string) => guarded(() => readSession(state.session.get(id)), undefined)
  const listeners = new Set<(session: SessionInfo) => void>()
  for (const type of ["session.created", "session.updated"] as const) {
    api.event.on(type, (event) => {
      const session = guarded(() => readSession(readRecord(event.properties, "info")), undefined)
      if (session) tellAll(listeners, session)
    })
  }
  return {
    look: (id) => ({ status: statusOf(api, id), waitsFor: waitsFor(api, id) }),
    openSession: () =>
      guarded(() => {
        const { current } = api.route
        const params = "params" in current ? current.params : undefined
        return current.name === "session" ? readString(params, "sessionID") : undefined
      }, undefined),
    parentOf: (id) => sessionOf(id)?.parentId,
    isSidebarShown: (id, columns) =>
      columns > panelLimits.narrowColumnsMax &&
      sessionOf(id)?.parentId === undefined &&
      guarded(() => api.kv.get<unknown>("sidebar", "auto"), "auto") === "auto",
    askChildren: async (sessionID) =>
      readList(dataOf(await client.session.children({ sessionID })), readSession),
    askMessages: async (sessionID) =>
      readList(dataOf(await client.session.messages({ sessionID })), readMessage),
    createSession: async ({ parentId, title, metadata }) => {
      const request = {
        parentID: parentId,
        title,
        metadata: { ...metadata },
        // It never runs; if anybody prompts it, it has no tools.
        permission: [{ permission: "*", pattern: "*", action: "deny" as const }],
      }
      const session = readSession(dataOf(await client.session.create(request)))
      if (!session) throw new Error("the host made no session")
      return session
    },
    readSession: async (sessionID) => readSession(dataOf(await client.session.get({ sessionID }))),
    removeSession: async (sessionID) => {
      dataOf(await client.session.delete({ sessionID }))
    },
    onSession: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent: (listener) => {
      for (const type of eventTypes) {
        api.event.on(type, (event) => {
          const translated = guarded(() => translateEvent(event), undefined)
          if (translated)
            attempt(
              () => listener(translated),
              () => undefined,
            )
        })
      }
    },
    onReconnect: (listener) => {
      api.event.on("server.connected", () => attempt(listener, () => undefined))
    },
  }
}

function tellAll(
  listeners: ReadonlySet<(session: SessionInfo) => void>,
  session: SessionInfo,
): void {
  for (const listener of listeners)
    attempt(
      () => listener(session),
      () => undefined,
    )
}

function statusOf(api: TuiPluginApi, id: string): LiveFacts["status"] {
  const type = guarded(() => readString(api.state.session.status(id), "type"), undefined)
  return type === "busy" || type === "retry" || type === "idle" ? type : undefined
}

function waitsFor(api: TuiPluginApi, id: string): LiveFacts["waitsFor"] {
  return guarded(() => {
    const { permission, question } = api.state.session
    if (permission(id).length > 0) return "permission"
    return question(id).length > 0 ? "question" : undefined
  }, undefined)
}

/** The client resolves also for errors; those throw here. */
function dataOf(answer: { readonly data?: unknown; readonly error?: unknown }): unknown {
  if (answer.error !== undefined) {
    throw new Error(readString(answer.error, "message") ?? "the host refused the call")
  }
  return answer.data
}
