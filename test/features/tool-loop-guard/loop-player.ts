// Plays calls through the guard as the host does: before, then the result or the failure.

import { z } from "zod"
import type { LoopTrait } from "../../../src/feature/tool-spec.ts"
import type { ChangeLog } from "../../../src/features/tool-loop-guard/changes.ts"
import { createLoopGuard } from "../../../src/features/tool-loop-guard/guard.ts"
import { type LoopOptions, loopOptions } from "../../../src/features/tool-loop-guard/options.ts"
import {
  createSessionStore,
  startTurn,
} from "../../../src/features/tool-loop-guard/session-state.ts"

export interface PlayerOptions {
  readonly options?: Partial<LoopOptions>
  readonly traits?: Readonly<Record<string, LoopTrait>>
  readonly changes?: Pick<ChangeLog, "hasChanged">
  readonly hasRipgrep?: boolean
}

export interface Played {
  /** `ok`, `note` for a result with a note, `refused`, or `failed`. */
  readonly kind: "ok" | "note" | "refused" | "failed"
  readonly text: string
}

export type Outcome =
  | string
  | { readonly error: string }
  | { readonly output: string; readonly metadata: object }

export function createPlayer(given: PlayerOptions = {}) {
  const sessions = createSessionStore()
  const options = { ...z.object(loopOptions).parse({}), ...given.options }
  const ended: string[] = []
  let calls = 0
  let now = 0
  const guard = createLoopGuard({
    directory: "/project",
    options,
    rules: { ...options, loopTrait: (tool) => given.traits?.[tool] },
    sessions,
    changes: { add: () => undefined, hasChanged: async () => false, ...given.changes },
    now: () => (now += 1),
    hasRipgrep: async () => given.hasRipgrep ?? true,
    endRun: async (sessionId) => {
      ended.push(sessionId)
    },
  })

  async function start(
    sessionId: string,
    tool: string,
    args: Record<string, unknown>,
    step?: string,
  ) {
    calls += 1
    const call = { tool, sessionId, callId: `call-${calls}`, args }
    const decision = await guard.before(call)
    if (step !== undefined) guard.started({ sessionId, callId: call.callId, messageId: step })
    return { call, decision }
  }

  function end(started: Awaited<ReturnType<typeof start>>, outcome: Outcome): Played {
    const { call, decision } = started
    const failure = { type: "tool-failed", messageId: "m", ...call } as const
    if (decision.kind === "refuse") {
      guard.failed({ ...failure, error: decision.refusal.message })
      return { kind: "refused", text: decision.refusal.message }
    }
    if (typeof outcome === "object" && "error" in outcome) {
      guard.failed({ ...failure, error: outcome.error })
      return { kind: "failed", text: outcome.error }
    }
    const result = typeof outcome === "string" ? { output: outcome, metadata: {} } : outcome
    const change = guard.after(call, {
      title: "",
      output: result.output,
      metadata: { ...result.metadata },
    })
    const text = change?.output?.slice(result.output.length)
    return text === undefined ? { kind: "ok", text: "" } : { kind: "note", text }
  }

  return {
    guard,
    sessions,
    ended,
    start,
    end,
    play: async (tool: string, args: Record<string, unknown>, outcome: Outcome, sessionId = "s") =>
      end(await start(sessionId, tool, args), outcome),
    userMessage: (sessionId = "s") => startTurn(sessions.of(sessionId)),
  }
}

export type Player = ReturnType<typeof createPlayer>

/** Kinds of a row of identical calls. */
export async function repeat(
  player: Player,
  count: number,
  [tool, args, outcome]: readonly [string, Record<string, unknown>, Outcome],
): Promise<readonly Played["kind"][]> {
  const kinds: Played["kind"][] = []
  for (let index = 0; index < count; index++)
    kinds.push((await player.play(tool, args, outcome)).kind)
  return kinds
}
