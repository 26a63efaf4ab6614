// The whole pipeline on one page: hooks run in registry order, each feature is isolated, the first refusal wins.
// A failure of ours is logged and counts as "no opinion"; nothing but a deliberate refusal leaves this file.

import type { HostEvent } from "../host/event.ts"
import type { MessageWithParts } from "../host/port.ts"
import type { Clock } from "../lib/clock.ts"
import { Refusal } from "../lib/refusal.ts"
import {
  type BeforeDecision,
  pass,
  type ResultChange,
  refuse,
  rewrite,
  type ToolCall,
  type ToolResult,
} from "./decision.ts"
import type {
  CompactionTurn,
  FeatureParts,
  HostConfigDraft,
  UserMessage,
  UserMessageChange,
} from "./feature.ts"
import type { Logger } from "./logger.ts"
import type { AnyTool } from "./tool-spec.ts"

export interface NamedParts {
  readonly feature: string
  readonly parts: FeatureParts
}

export interface Pipeline {
  readonly tools: readonly AnyTool[]
  beforeTool(call: ToolCall): Promise<BeforeDecision>
  afterTool(call: ToolCall, result: ToolResult): Promise<ResultChange | undefined>
  onEvent(event: HostEvent): void
  onUserMessage(message: UserMessage): Promise<UserMessageChange | undefined>
  onMessages(messages: readonly MessageWithParts[]): readonly MessageWithParts[] | undefined
  stopRun(sessionId: string): Refusal | undefined
  onSystem(sessionId: string, system: readonly string[]): readonly string[] | undefined
  onHostConfig(draft: HostConfigDraft): void
  onCompacting(sessionId: string): Promise<readonly string[]>
  onAutoContinue(turn: CompactionTurn): Promise<boolean>
  dispose(): Promise<void>
}

export interface PipelineParts {
  readonly clock: Clock
  readonly log: Logger
}

/** No hook of one feature may hold the host longer than this; apply-patch alone may wait 10 s on purpose (P14). */
export const hookTimeoutMs = 20_000

/** Composes the features in the given order. */
export function createPipeline(features: readonly NamedParts[], parts: PipelineParts): Pipeline {
  const isolate = createIsolation(parts)
  return {
    tools: features.flatMap((feature) => [...(feature.parts.tools ?? [])]),
    beforeTool: (call) => runBefore(features, isolate, call),
    afterTool: (call, result) => runAfter(features, isolate, { call, result }),
    onEvent: (event) => {
      for (const { feature, parts: part } of features) {
        if (!part.onEvent) continue
        isolate.inBackground(feature, "event", async () => part.onEvent?.(event))
      }
    },
    onUserMessage: (message) => runUserMessage(features, isolate, message),
    onMessages: (messages) => {
      let current: readonly MessageWithParts[] | undefined
      for (const { feature, parts: part } of features) {
        current =
          isolate.now(feature, "messages", () => part.onMessages?.(current ?? messages)) ?? current
      }
      return current
    },
    stopRun: (sessionId) => {
      for (const { feature, parts: part } of features) {
        const refusal = isolate.now(feature, "stop-run", () => part.stopRun?.(sessionId))
        if (refusal) return refusal
      }
      return undefined
    },
    onSystem: (sessionId, system) => {
      let current: readonly string[] | undefined
      for (const { feature, parts: part } of features) {
        current =
          isolate.now(feature, "system", () => part.onSystem?.(sessionId, current ?? system)) ??
          current
      }
      return current
    },
    onHostConfig: (draft) => {
      for (const { feature, parts: part } of features) {
        isolate.now(feature, "host-config", () => part.onHostConfig?.(draft))
      }
    },
    onCompacting: async (sessionId) => {
      const facts: string[] = []
      for (const { feature, parts: part } of features) {
        const added = await isolate.within(feature, "compacting", async () =>
          part.onCompacting?.(sessionId),
        )
        facts.push(...(added ?? []))
      }
      return facts
    },
    onAutoContinue: async (turn) => {
      for (const { feature, parts: part } of features) {
        const opinion = await isolate.within(feature, "auto-continue", async () =>
          part.onAutoContinue?.(turn),
        )
        if (opinion === false) return false
      }
      return true
    },
    dispose: async () => {
      for (const { feature, parts: part } of features.toReversed()) {
        await isolate.within(feature, "dispose", async () => part.dispose?.())
      }
    },
  }
}

/** Each step sees the arguments as rewritten so far. */
async function runBefore(
  features: readonly NamedParts[],
  isolate: Isolation,
  call: ToolCall,
): Promise<BeforeDecision> {
  let changes: Readonly<Record<string, unknown>> | undefined
  for (const { feature, parts } of features) {
    if (!parts.beforeTool) continue
    const seen = { ...call, args: { ...call.args, ...changes } }
    const decision = await isolate.refusing(feature, "before-tool", async () =>
      parts.beforeTool?.(seen),
    )
    if (decision?.kind === "refuse") return decision
    if (decision?.kind === "rewrite") changes = { ...changes, ...decision.args }
  }
  return changes ? rewrite(changes) : pass
}

/** Each step sees the result as changed so far. */
async function runAfter(
  features: readonly NamedParts[],
  isolate: Isolation,
  input: { readonly call: ToolCall; readonly result: ToolResult },
): Promise<ResultChange | undefined> {
  let change: ResultChange | undefined
  for (const { feature, parts } of features) {
    if (!parts.afterTool) continue
    const seen = { ...input.result, ...change }
    const next = await isolate.within(feature, "after-tool", async () =>
      parts.afterTool?.(input.call, seen),
    )
    if (next) change = { ...change, ...next }
  }
  return change
}

async function runUserMessage(
  features: readonly NamedParts[],
  isolate: Isolation,
  message: UserMessage,
): Promise<UserMessageChange | undefined> {
  let merged: UserMessageChange | undefined
  for (const { feature, parts } of features) {
    if (!parts.onUserMessage) continue
    const change = await isolate.within(feature, "user-message", async () =>
      parts.onUserMessage?.(message),
    )
    if (!change) continue
    merged = { ...merged, ...change, append: [...(merged?.append ?? []), ...(change.append ?? [])] }
  }
  return merged
}

interface Isolation {
  /** Runs a synchronous step; a throw becomes undefined. */
  now<Value>(feature: string, hook: string, step: () => Value): Value | undefined
  /** Runs an asynchronous step within the bound; a throw or time-out becomes undefined. */
  within<Value>(
    feature: string,
    hook: string,
    step: () => Promise<Value>,
  ): Promise<Value | undefined>
  /** Like `within`, but a thrown Refusal is the answer. */
  refusing(
    feature: string,
    hook: string,
    step: () => Promise<BeforeDecision | undefined>,
  ): Promise<BeforeDecision | undefined>
  /** Starts a step that nobody waits for. */
  inBackground(feature: string, hook: string, step: () => Promise<unknown>): void
}

function createIsolation({ clock, log }: PipelineParts): Isolation {
  const report = (feature: string, hook: string, error: unknown) => {
    log.error("hook-failed", { feature, hook, error: describeFailure(error) })
    return undefined
  }
  const bounded = async <Value>(step: () => Promise<Value>): Promise<Value> => {
    const timer = new AbortController()
    const timeout = clock.sleep(hookTimeoutMs, timer.signal).then(() => {
      throw new Error(`no answer within ${hookTimeoutMs} ms`)
    })
    timeout.catch(() => undefined)
    try {
      return await Promise.race([step(), timeout])
    } finally {
      timer.abort()
    }
  }
  return {
    now: (feature, hook, step) => {
      try {
        return step()
      } catch (error) {
        return report(feature, hook, error)
      }
    },
    within: (feature, hook, step) =>
      bounded(step).catch((error: unknown) => report(feature, hook, error)),
    refusing: (feature, hook, step) =>
      bounded(step).catch((error: unknown) =>
        error instanceof Refusal ? refuse(error) : report(feature, hook, error),
      ),
    inBackground: (feature, hook, step) => {
      step().catch((error: unknown) => report(feature, hook, error))
    },
  }
}

/** Name and message, without file text or stack. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return `${error.name}: ${error.message}`.slice(0, 300)
}
