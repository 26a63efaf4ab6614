// A refusal is an expected "no", written for the model: what happened, and what to do next.
// It is rendered in one place so that the same refusal always has the same bytes.

import type { ErrorCode } from "./error-codes.ts"

export class Refusal extends Error {
  readonly code: ErrorCode
  /** What is wrong, one or more full sentences. Never a stack trace, never file text that the session has not seen. */
  readonly what: string
  /** What the caller can do now, one sentence. */
  readonly next: string

  constructor(code: ErrorCode, what: string, next: string) {
    super(`${code}: ${what}\n${next}`)
    this.name = "Refusal"
    this.code = code
    this.what = what
    this.next = next
  }
}

/** The exact text that the model sees for a refusal. */
export function describeRefusal(refusal: Refusal): string {
  return refusal.message
}
