// What features may ask of the host. One adapter (src/host/v1) implements it; tests use a fake.
// Every method is bounded: it answers, or throws HostError, within its deadline.

import type { Json, JsonObject } from "../lib/json.ts"

export interface ModelRef {
  readonly providerId: string
  readonly modelId: string
  readonly variant?: string
}

export interface PermissionRule {
  readonly permission: string
  readonly pattern: string
  readonly action: "allow" | "ask" | "deny"
}

export interface SessionInfo {
  readonly id: string
  readonly parentId: string | undefined
  readonly title: string
  readonly directory: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly agent: string | undefined
  readonly model: ModelRef | undefined
  readonly metadata: Readonly<Record<string, unknown>>
  readonly permission: readonly PermissionRule[]
  /** Dollars and tokens of all runs of this session so far. */
  readonly cost: number
  readonly tokens: { readonly input: number; readonly output: number; readonly reasoning: number }
}

export interface MessageWithParts {
  readonly info: Readonly<Record<string, unknown>> & { readonly id: string; readonly role: string }
  readonly parts: readonly Readonly<Record<string, unknown>>[]
}

export interface SessionCreate {
  readonly parentId?: string
  readonly title: string
  readonly agent?: string
  readonly model?: ModelRef
  readonly metadata?: JsonObject
  readonly permission?: readonly PermissionRule[]
}

export interface PromptPart {
  /** Fixed part id; with a fixed message id a re-send is idempotent (HOST-QUIRK-31). */
  readonly id?: string
  readonly text: string
  readonly synthetic?: boolean
  /** Shown to the user, never sent to the model. */
  readonly ignored?: boolean
  readonly metadata?: JsonObject
}

export interface PromptRequest {
  readonly sessionId: string
  readonly messageId?: string
  readonly agent?: string
  readonly model?: ModelRef
  /** Appended to the host's system text. */
  readonly system?: string
  /** Store only, start no run. */
  readonly noReply?: boolean
  readonly parts: readonly PromptPart[]
}

export interface PromptOutcome {
  readonly messageId: string | undefined
  /** Joined text of the answer; empty when there is none. */
  readonly text: string
  /** Set when the run ended in an error although the transport succeeded (HTTP 200). */
  readonly error: { readonly name: string; readonly message: string } | undefined
}

export interface CallOptions {
  /** Overrides the default deadline; `Infinity` waits for the host without a bound of ours. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface Sessions {
  get(id: string, options?: CallOptions): Promise<SessionInfo | undefined>
  create(request: SessionCreate, options?: CallOptions): Promise<SessionInfo>
  /** Replaces the whole metadata object; last writer wins. */
  setMetadata(id: string, metadata: JsonObject, options?: CallOptions): Promise<void>
  children(id: string, options?: CallOptions): Promise<readonly SessionInfo[]>
  list(options?: CallOptions): Promise<readonly SessionInfo[]>
  messages(id: string, options?: CallOptions): Promise<readonly MessageWithParts[]>
  message(
    id: string,
    messageId: string,
    options?: CallOptions,
  ): Promise<MessageWithParts | undefined>
  /** Non-idle sessions only; a missing id is idle, in this process (HOST-QUIRK-32). */
  statuses(options?: CallOptions): Promise<Readonly<Record<string, "busy" | "retry">>>
  todos(id: string, options?: CallOptions): Promise<readonly { content: string; status: string }[]>
  /** Waits for the whole run. */
  prompt(request: PromptRequest, options?: CallOptions): Promise<PromptOutcome>
  /** Returns when the host accepted the text, not when the run ends. */
  promptAsync(request: PromptRequest, options?: CallOptions): Promise<void>
  abort(id: string, options?: CallOptions): Promise<void>
  remove(id: string, options?: CallOptions): Promise<void>
}

export interface PendingRequest {
  readonly id: string
  readonly sessionId: string
  readonly detail: Readonly<Record<string, unknown>>
}

export interface Requests {
  permissions(options?: CallOptions): Promise<readonly PendingRequest[]>
  questions(options?: CallOptions): Promise<readonly PendingRequest[]>
  /** With a message the model reads it and goes on; without, its run ends. Granting is not offered (T16). */
  rejectPermission(id: string, message?: string, options?: CallOptions): Promise<void>
  answerQuestion(
    id: string,
    answers: readonly (readonly string[])[],
    options?: CallOptions,
  ): Promise<void>
  dismissQuestion(id: string, options?: CallOptions): Promise<void>
}

export interface AgentInfo {
  readonly name: string
  readonly description: string
  readonly mode: "primary" | "subagent" | "all"
  readonly isHidden: boolean
  readonly model: ModelRef | undefined
  readonly permission: readonly PermissionRule[]
}

export interface Host {
  /** Absolute session directory of this plugin instance. */
  readonly directory: string
  /** Absolute worktree; undefined where the host reports `/`, that is without git (X1). */
  readonly worktree: string | undefined
  /** `run` ends with the parent's turn, so background work is impossible there (HOST-QUIRK-17). */
  readonly mode: "run" | "interactive"
  readonly sessions: Sessions
  readonly requests: Requests
  agents(options?: CallOptions): Promise<readonly AgentInfo[]>
  /** The host's merged configuration, read only. */
  config(options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
  /** Version of the host, where it can be told. */
  version(options?: CallOptions): Promise<string | undefined>
  toast(level: "info" | "warning" | "error", message: string): Promise<void>
  log(
    level: "debug" | "info" | "warn" | "error",
    event: string,
    fields: { readonly [key: string]: Json },
  ): void
}
