// A correction of a query that found nothing: what was wrong, in one sentence, and what to ask instead.

import type { Query } from "./engine/matcher.ts"

export interface Correction {
  /** Row of the table in docs/features/ast-grep.md. */
  readonly id: string
  readonly hint: string
  readonly query: Query
  /** The text of the pattern is kept and only read in another place: its matches are what was asked for. */
  readonly isSameMeaning: boolean
}
