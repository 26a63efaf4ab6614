// What can stop a patch, as data. Lines and places only: whether file text may be shown is decided where messages are made.

import type { Hunk } from "./patch.ts"

export type Problem =
  | {
      readonly kind: "not-found"
      readonly hunk: Hunk
      /** First row that differs at the place that resembles the hunk most. */
      readonly nearest: { readonly expected: string; readonly line: number } | undefined
      /** The one place where the new rows stand already: a hint, as little as a single row may be told by it. */
      readonly applied: { readonly firstLine: number; readonly lastLine: number } | undefined
      /** First line that holds a carriage return, which ends a line for some editors only. */
      readonly carriageReturn: number | undefined
    }
  | { readonly kind: "ambiguous"; readonly hunk: Hunk; readonly lines: readonly number[] }
  | { readonly kind: "changed-since-read"; readonly hunk: Hunk }
  | {
      readonly kind: "already-applied"
      readonly hunk: Hunk
      readonly firstLine: number
      readonly lastLine: number
    }
  | {
      readonly kind: "insertion-unclear"
      readonly hunk: Hunk
      /** Lines that the header names; empty when it names none. */
      readonly lines: readonly number[]
    }
  | { readonly kind: "indentation-unclear"; readonly hunk: Hunk; readonly line: number }
  | { readonly kind: "overlap"; readonly hunk: Hunk; readonly other: number }
  | { readonly kind: "cut-off"; readonly hunk: Hunk }
  | { readonly kind: "no-change" }
