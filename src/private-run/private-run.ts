// One question to a model in a throwaway child session: own system text, own permission list, a deadline,
// and removal afterwards. Other features ignore such sessions; the user's transcript holds only what the caller returns.

import type { FeatureContext } from "../feature/feature.ts"
import { HostError } from "../host/host-error.ts"
import type { ModelRef, PermissionRule } from "../host/port.ts"
import { readString } from "../lib/json.ts"
import { privateRunLimits } from "./limits.ts"

export interface PrivateRunRequest {
  readonly parentSessionId: string
  /** Hidden agent that the feature added to the host's configuration. */
  readonly agent: string
  readonly title: string
  readonly model: ModelRef
  /** The whole list: last match wins, so it starts with a deny of everything. */
  readonly permission: readonly PermissionRule[]
  /** Replaces the host's system text for this session. */
  readonly system: string
  readonly text: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called with the session's id before the model is asked. */
  onSession?(sessionId: string): void
}

export interface PrivateRunUsage {
  /** Dollars. */
  readonly cost: number
  readonly tokens: { readonly input: number; readonly output: number }
}

export type PrivateRunOutcome =
  | { readonly kind: "answered"; readonly text: string; readonly usage: PrivateRunUsage }
  | {
      readonly kind: "failed"
      readonly why: string
      readonly usage: PrivateRunUsage
      /** What the model had written when it was stopped. */
      readonly partialText?: string
    }

export interface PrivateRuns {
  /** Never throws: a failure of host, model or deadline is an outcome. */
  run(request: PrivateRunRequest): Promise<PrivateRunOutcome>
  /** The system text of a session of ours, for the `onSystem` hook. */
  systemOf(sessionId: string): readonly string[] | undefined
}

type RunContext = Pick<FeatureContext, "host" | "clock" | "privateSessions" | "log">

const noUsage: PrivateRunUsage = { cost: 0, tokens: { input: 0, output: 0 } }

export function createPrivateRuns(context: RunContext): PrivateRuns {
  const systems = new Map<string, readonly string[]>()
  return {
    systemOf: (sessionId) => systems.get(sessionId),
    run: async (request) => {
      const sessionId = await createSession(context, request)
      if (sessionId === undefined) {
        return { kind: "failed", why: "the host made no session", usage: noUsage }
      }
      context.privateSessions.add(sessionId)
      systems.set(sessionId, [request.system])
      request.onSession?.(sessionId)
      const outcome = await askModel(context, sessionId, request)
      // The answer does not wait for the removal; what remains is removed in the background.
      removeWhenQuiet(context, sessionId)
        .catch(() => context.log.warn("private-session-left", { sessionId }))
        .finally(() => {
          systems.delete(sessionId)
          context.privateSessions.remove(sessionId)
        })
      return outcome
    },
  }
}

async function createSession(
  { host, log }: RunContext,
  request: PrivateRunRequest,
): Promise<string | undefined> {
  const { parentSessionId: parentId, title, agent, model, permission } = request
  const metadata = { opencodeWorkbench: { private: agent } }
  try {
    const session = await host.sessions.create(
      { parentId, title, agent, model, permission, metadata },
      { timeoutMs: privateRunLimits.callMs },
    )
    return session.id
  } catch (error) {
    log.warn("private-session-refused", { error: describeError(error) })
    return undefined
  }
}

async function askModel(
  context: RunContext,
  sessionId: string,
  request: PrivateRunRequest,
): Promise<PrivateRunOutcome> {
  const { agent, model, text, timeoutMs, signal } = request
  try {
    const answer = await context.host.sessions.prompt(
      { sessionId, agent, model, parts: [{ text }] },
      { timeoutMs, signal },
    )
    const usage = await readUsage(context, sessionId)
    if (answer.error) return { kind: "failed", why: answer.error.message, usage }
    if (answer.text.trim() === "") return { kind: "failed", why: "the answer is empty", usage }
    return { kind: "answered", text: answer.text.trim(), usage }
  } catch (error) {
    await stop(context, sessionId)
    const [usage, partialText] = await Promise.all([
      readUsage(context, sessionId),
      readWritten(context, sessionId),
    ])
    return { kind: "failed", why: describeStop(signal, error), usage, partialText }
  }
}

async function stop({ host }: RunContext, sessionId: string): Promise<void> {
  await host.sessions
    .abort(sessionId, { timeoutMs: privateRunLimits.callMs })
    .catch(() => undefined)
}

function describeStop(signal: AbortSignal, error: unknown): string {
  if (!signal.aborted) return describeError(error)
  return signal.reason instanceof Error && signal.reason.name === "TimeoutError"
    ? "it took too long"
    : "aborted"
}

/** All text that the model wrote in this session; empty when there is none. */
async function readWritten({ host }: RunContext, sessionId: string): Promise<string> {
  const options = { timeoutMs: privateRunLimits.callMs }
  const messages = await host.sessions.messages(sessionId, options).catch(() => [])
  return messages
    .filter((message) => message.info.role === "assistant")
    .flatMap((message) => message.parts.filter((part) => part.type === "text"))
    .map((part) => readString(part, "text") ?? "")
    .join("\n")
    .trim()
}

async function readUsage({ host }: RunContext, sessionId: string): Promise<PrivateRunUsage> {
  const options = { timeoutMs: privateRunLimits.callMs }
  const session = await host.sessions.get(sessionId, options).catch(() => undefined)
  if (session === undefined) return noUsage
  const { input, output } = session.tokens
  return { cost: session.cost, tokens: { input, output } }
}

async function removeWhenQuiet(context: RunContext, sessionId: string): Promise<void> {
  const { clock, host } = context
  const options = { timeoutMs: privateRunLimits.callMs }
  await waitUntilQuiet(context, sessionId)
  for (let attempt = 1; ; attempt++) {
    try {
      return await host.sessions.remove(sessionId, options)
    } catch (error) {
      if (attempt >= privateRunLimits.removeAttemptsMax) throw error
      await clock.sleep(privateRunLimits.quietMs)
    }
  }
}

async function waitUntilQuiet({ clock, host }: RunContext, sessionId: string): Promise<void> {
  const { quietMs, pollMs, quietWaitMs, callMs } = privateRunLimits
  const endAt = clock.now() + quietWaitMs
  let quietSince = clock.now()
  while (clock.now() < endAt) {
    const statuses = await host.sessions.statuses({ timeoutMs: callMs }).catch(() => ({}))
    if (sessionId in statuses) quietSince = clock.now() + pollMs
    if (clock.now() - quietSince >= quietMs) return
    await clock.sleep(pollMs)
  }
}

function describeError(error: unknown): string {
  if (error instanceof HostError)
    return error.kind === "timeout" ? "it took too long" : error.message
  return error instanceof Error ? error.message : "unknown error"
}
