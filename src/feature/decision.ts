// What hooks see and what they answer. Hooks never mutate host objects: they return decisions,
// and the adapter carries them out.

import type { Refusal } from "../lib/refusal.ts"

/** A call that the host is about to run, or has run. `args` is a deep copy, free to read. */
export interface ToolCall {
  readonly tool: string
  readonly sessionId: string
  readonly callId: string
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * Answer of a before-hook.
 * - `pass`: nothing to do.
 * - `rewrite`: these top-level arguments get these values, in place; others stay. `undefined` deletes a key.
 * - `refuse`: the tool does not run, the model reads the refusal.
 */
export type BeforeDecision =
  | { readonly kind: "pass" }
  | { readonly kind: "rewrite"; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: "refuse"; readonly refusal: Refusal }

export const pass: BeforeDecision = { kind: "pass" }

export function rewrite(args: Readonly<Record<string, unknown>>): BeforeDecision {
  return { kind: "rewrite", args }
}

export function refuse(refusal: Refusal): BeforeDecision {
  return { kind: "refuse", refusal }
}

/** A successful result as the host holds it. Failures come as `tool-failed` events instead (HOST-QUIRK-06). */
export interface ToolResult {
  readonly title: string
  readonly output: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Answer of an after-hook: changed fields, or undefined for no change. */
export interface ResultChange {
  readonly output?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}
