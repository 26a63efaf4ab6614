// The one interface of both engines: what can be asked, and what comes back. Offsets are bytes of UTF-8.

import type { JsonObject } from "../../../lib/json.ts"
import type { Language } from "../languages.ts"

export interface PatternQuery {
  readonly kind: "pattern"
  /** A complete node of the language, with metavariables; with `selector`, the context around it. */
  readonly pattern: string
  /** Node kind inside the pattern that is really looked for. */
  readonly selector?: string
  /** The part of the pattern that every match holds, where `selector` leaves the rest out. */
  readonly core?: string
}

export interface RuleQuery {
  readonly kind: "rule"
  /** `rule`, and if given `constraints`, `utils`, `transform`. */
  readonly document: JsonObject
}

/** Every node of one of these kinds, `ERROR` included. */
export interface KindsQuery {
  readonly kind: "kinds"
  readonly kinds: readonly string[]
}

export type Query = PatternQuery | RuleQuery | KindsQuery

export interface MatchRequest {
  readonly language: Language
  readonly query: Query
  /** Absolute paths. All of them are parsed as `language`, whatever their extension. */
  readonly files: readonly string[]
  readonly bytesMax: number
  /** False makes the order of results depend on nothing but the order of `files`. */
  readonly isParallel: boolean
  readonly signal: AbortSignal
}

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Capture {
  readonly span: Span
  readonly text: string
}

export interface EngineMatch {
  readonly file: string
  readonly span: Span
  /** Zero-based line of the first byte. */
  readonly line: number
  readonly text: string
  readonly single: Readonly<Record<string, Capture>>
  /** From the first to the last captured node; undefined for an empty list. */
  readonly list: Readonly<Record<string, Span | undefined>>
  /** Results of `transform`. */
  readonly transformed: Readonly<Record<string, string>>
}

/**
 * - `matches`: complete, or cut because `bytesMax` was reached.
 * - `invalid`: the engine does not accept the pattern or rule; `reason` is its own sentence.
 * - `failed`: the engine did not start, crashed, or printed something that is no result.
 */
export type MatchOutcome =
  | {
      readonly kind: "matches"
      readonly matches: readonly EngineMatch[]
      readonly isCut: boolean
      /** Without matches: the parser of the language found an error in the pattern itself. */
      readonly hasPatternError: boolean
    }
  | { readonly kind: "invalid"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string }

export interface Matcher {
  readonly name: "binary" | "napi"
  supports(language: Language): boolean
  /** Never throws for what an engine does; rejects with the signal's reason when aborted. */
  match(request: MatchRequest): Promise<MatchOutcome>
}
