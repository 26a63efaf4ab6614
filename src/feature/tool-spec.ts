// What a tool of ours is, independent of any host.

import type * as z from "zod/mini"
import type { JsonObject } from "../lib/json.ts"
import type { Refusal } from "../lib/refusal.ts"

/**
 * How the loop guard treats a tool.
 * - `guarded`: identical calls with identical results are noted and later refused.
 * - `noted`: identical results are noted, never refused (tools that are polled on purpose).
 * - `per-turn`: counted per user turn by name alone (a tool that ends the turn).
 * - `exempt`: never counted.
 */
export type LoopTrait = "guarded" | "noted" | "per-turn" | "exempt"

export interface PermissionRequest {
  /** Permission key of the host, such as `webfetch` or `edit`. */
  readonly permission: string
  /** What is asked for now: URLs, paths, queries. */
  readonly patterns: readonly string[]
  /** What "always" would remember. */
  readonly always: readonly string[]
  readonly metadata?: JsonObject
}

export interface ToolContext {
  readonly sessionId: string
  readonly messageId: string
  readonly callId: string
  readonly agent: string
  /** Absolute session directory. */
  readonly directory: string
  /** Whether the session's model takes images; where the host does not say so, it does not. */
  readonly acceptsImages?: boolean
  /** True for a call on behalf of a session of ours: private places that the user opened stay closed. */
  readonly isPublicOnly?: boolean
  /** Aborts when the user or the host stops the call. */
  readonly abort: AbortSignal
  /** Resolves when allowed; throws Refusal HOST_PERMISSION_DENIED when denied, or the host's own denial that ends the run. */
  ask(request: PermissionRequest): Promise<void>
}

export interface ToolAttachment {
  readonly mime: string
  readonly filename: string
  /** `data:` URL. */
  readonly url: string
}

export interface ToolReply {
  /** One line for the user interface. */
  readonly title: string
  /** What the model reads: at most 48 KiB of UTF-8 and 1,900 lines (X2). */
  readonly output: string
  readonly metadata?: JsonObject
  readonly attachments?: readonly ToolAttachment[]
}

export interface ToolSpec<Shape extends z.core.$ZodShape = z.core.$ZodShape> {
  /** Wire name, snake case. The file is named after it in kebab case. */
  readonly name: string
  /** Model-facing text: the same bytes every time. */
  readonly description: string
  /**
   * What only the running host can tell, appended to the description of each request. Asked for at each request, and
   * the answer must be the same every time (X8); undefined adds nothing.
   */
  describeMore?(): Promise<string | undefined>
  readonly args: Shape
  readonly loop: LoopTrait
  /** Why the tool cannot work as things are set up, for callers that would rely on it. */
  readiness?(): Refusal | undefined
  /** Receives parsed arguments: defaults applied, unknown keys refused. A thrown Refusal becomes readable text. */
  execute(args: z.output<z.ZodMiniObject<Shape>>, context: ToolContext): Promise<ToolReply>
}

/** A tool whose argument types are forgotten, as the pipeline and the adapter carry it. */
export interface AnyTool {
  readonly name: string
  readonly description: string
  describeMore?(): Promise<string | undefined>
  readonly args: z.core.$ZodShape
  readonly loop: LoopTrait
  readiness?(): Refusal | undefined
  /** Parses, then executes. Throws Refusal for wrong arguments. */
  run(rawArgs: unknown, context: ToolContext): Promise<ToolReply>
}
