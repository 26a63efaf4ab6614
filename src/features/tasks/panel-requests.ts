// What the user asks for in the task panel: taken from a request session, carried out under the same leases as a tool's
// request, answered in the session's metadata. The caller's model did not ask, so it is told the ending by a notice.

import type { Reply } from "../../board/effect.ts"
import {
  answerMetadata,
  isRequestSession,
  type PanelRequest,
  panelCancelReason,
  parseRequest,
} from "../../board/panel-request.ts"
import type { Logger } from "../../feature/logger.ts"
import type { HostEvent } from "../../host/event.ts"
import type { Host } from "../../host/port.ts"
import type { Clock } from "../../lib/clock.ts"
import type { Driver } from "./driver.ts"
import { taskLimits } from "./limits.ts"

export interface PanelRequestParts {
  readonly host: Host
  readonly clock: Clock
  readonly log: Logger
  readonly driver: Driver
}

export interface PanelRequests {
  /** Returns at once; events must not wait for a cancel. */
  onEvent(event: HostEvent): void
  /** Removes what a panel left behind when it was ended in the middle of a request. */
  sweep(): Promise<void>
}

export function createPanelRequests(parts: PanelRequestParts): PanelRequests {
  const { host, clock, log } = parts
  return {
    onEvent: (event) => {
      if (event.type !== "session-created" || event.parentId === undefined) return
      const request = parseRequest(event.metadata)
      if (!request) return
      const place = { sessionId: event.sessionId, caller: event.parentId }
      void carryOut(parts, request, place).catch((error: unknown) =>
        log.warn("panel-request-failed", { error: error instanceof Error ? error.message : "" }),
      )
    },
    sweep: async () => {
      const sessions = await host.sessions.list()
      const stale = sessions.filter(
        (session) =>
          isRequestSession(session.metadata) &&
          clock.now() - session.createdAt > taskLimits.panelRequestLifeMs,
      )
      for (const session of stale) await host.sessions.remove(session.id)
    },
  }
}

async function carryOut(
  { host, driver }: PanelRequestParts,
  request: PanelRequest,
  place: { readonly sessionId: string; readonly caller: string },
): Promise<void> {
  const { sessionId, caller } = place
  // Fails where the panel has taken the request back by removing the session: then nothing is done.
  await host.sessions.setMetadata(sessionId, answerMetadata(request, { state: "accepted" }))
  const reply = await ask(driver, request, caller)
  const { outcome, reason } = reply
  await host.sessions.setMetadata(
    sessionId,
    answerMetadata(request, { state: "answered", outcome, reason }),
  )
}

function ask(driver: Driver, request: PanelRequest, caller: string): Promise<Reply> {
  const { task } = request
  return request.tool === "cancel"
    ? driver.request({ tool: "cancel", caller, task, reason: panelCancelReason, byUser: true })
    : driver.request({ tool: "revive", caller, task, prompt: request.prompt, byUser: true })
}
