// What one call of a tool holds on to: its deadline, its private folder, its engine. Everything ends with it.

import { rm } from "node:fs/promises"
import type { FeatureContext } from "../../feature/feature.ts"
import type { ToolContext } from "../../feature/tool-spec.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { ChildRuntime } from "./engine/child-runtime.ts"
import type { AstGrepLimits } from "./limits.ts"
import type { AstGrepOptions } from "./options.ts"

/** What both tools are made of; tests hand in a runtime and smaller limits. */
export interface ToolParts {
  readonly context: FeatureContext
  readonly options: AstGrepOptions
  readonly limits: AstGrepLimits
  readonly runtime: ChildRuntime
}

export interface CallSession extends ToolParts {
  readonly tool: ToolContext
  /** Private folder, removed at the end of the call. */
  readonly folder: string
  /** Aborts for the user, the host, or lack of time. */
  readonly signal: AbortSignal
  hasTimedOut(): boolean
  /** Milliseconds since the call began. */
  elapsedMs(): number
}

/** Runs `work`; an abort becomes Refusal AST_ABORTED or AST_TIMEOUT. */
export async function withCallSession<Result>(
  parts: ToolParts,
  tool: ToolContext,
  work: (session: CallSession) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(parts.limits.timeoutMs)
  const startedAt = parts.context.clock.now()
  const folder = await parts.context.spill.createFolder("ast-grep")
  try {
    return await work({
      ...parts,
      tool,
      folder,
      signal: AbortSignal.any([tool.abort, deadline]),
      hasTimedOut: () => deadline.aborted && !tool.abort.aborted,
      elapsedMs: () => parts.context.clock.now() - startedAt,
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (tool.abort.aborted) throw aborted(error)
    if (deadline.aborted) throw timedOut(parts.limits.timeoutMs, error)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

function aborted(cause: unknown): Refusal {
  const refusal = new Refusal(
    "AST_ABORTED",
    "The call was stopped before it was done; no file was written after that.",
    "Do not repeat it unless the user asks for it.",
  )
  refusal.cause = cause
  return refusal
}

function timedOut(timeoutMs: number, cause: unknown): Refusal {
  const refusal = new Refusal(
    "AST_TIMEOUT",
    `Nothing was found within ${Math.round(timeoutMs / 1000)} s.`,
    "Narrow `paths` or `globs`, or use a pattern with a literal name in it.",
  )
  refusal.cause = cause
  return refusal
}
