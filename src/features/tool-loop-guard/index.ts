// tool-loop-guard: a loop ends before it burns the budget. Wiring only.

import os from "node:os"
import { pass } from "../../feature/decision.ts"
import { defineFeature, type FeatureContext } from "../../feature/feature.ts"
import { waitFor } from "../../lib/clock.ts"
import { callKind } from "./call-kind.ts"
import { createChangeLog } from "./changes.ts"
import { noteRepeatedErrors } from "./error-notes.ts"
import { createLoopGuard } from "./guard.ts"
import { loopLimits } from "./limits.ts"
import { observe } from "./observe.ts"
import { loopOptions } from "./options.ts"
import { hasRipgrep } from "./ripgrep.ts"
import { createSessionStore, startTurn } from "./session-state.ts"

export const toolLoopGuard = defineFeature({
  name: "tool-loop-guard",
  summary: "Loops end before they burn the budget.",
  options: loopOptions,
  opens: [],
  restricts: [],
  actsOn: ["*"],
  create: (context, options) => {
    const { host, clock, environment, privateSessions } = context
    const sessions = createSessionStore()
    const changes = createChangeLog(clock.now)
    const rules = { ...options, loopTrait: context.loopTrait }
    const home = environment.HOME ?? os.homedir()
    const guard = createLoopGuard({
      directory: host.directory,
      options,
      rules,
      sessions,
      changes,
      now: clock.now,
      hasRipgrep: () => hasRipgrep(environment, home),
      endRun: (sessionId, refusal) => endRun(context, sessionId, refusal.message),
    })
    return {
      beforeTool: (call) => (privateSessions.has(call.sessionId) ? pass : guard.before(call)),
      afterTool: (call, result) =>
        privateSessions.has(call.sessionId) ? undefined : guard.after(call, result),
      onEvent: (event) =>
        observe({ guard, sessions, changes, isPrivate: privateSessions.has }, event),
      onUserMessage: (message) => {
        const state = sessions.of(message.sessionId)
        const isRepeated =
          message.messageId !== undefined && message.messageId === state.lastMessageId
        state.lastMessageId = message.messageId
        const isReal = message.parts.some((part) => part.synthetic !== true)
        if (isReal && !isRepeated) startTurn(state)
        return undefined
      },
      onMessages: (messages) =>
        noteRepeatedErrors(messages, {
          directory: host.directory,
          errorMax: options.errorMax,
          isCounted: (tool) =>
            !["exempt", "stream", "per-turn"].includes(callKind(tool, {}, rules)),
        }),
      stopRun: (sessionId) => guard.takeStop(sessionId),
    }
  },
})

/** Nobody waits for it in the hook that asks for it: the run would wait for its own end. */
async function endRun(context: FeatureContext, sessionId: string, reason: string): Promise<void> {
  const { clock, host, log } = context
  const report = (error: unknown) =>
    log.warn("run-not-ended", { sessionId, error: error instanceof Error ? error.name : "unknown" })
  host.toast("warning", reason.slice(0, 300)).catch(report)
  await waitFor(host.sessions.abort(sessionId).catch(report), clock, loopLimits.endRunMs)
}
