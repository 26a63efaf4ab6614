// The vocabulary of the engine: what a patch says, before anybody looks at a file.

/** One line of a hunk. */
export interface Row {
  readonly kind: "context" | "delete" | "add"
  /** The line without its marker. */
  readonly text: string
  /** The line as it stood in the patch, without its line ending. */
  readonly raw: string
  /** The marker was missing, so `kind` is a guess (always context). */
  readonly isBare: boolean
}

export interface Hunk {
  /** Position in its file's hunks over all blocks of the patch, from 1. */
  readonly number: number
  /** Texts after `@@`, outermost first; line ranges are taken out. */
  readonly headers: readonly string[]
  /** Line of the old file that a range header named, from 1. Never decides a place. */
  readonly lineHint: number | undefined
  readonly rows: readonly Row[]
  /** An end-of-file marker followed. */
  readonly isAtEnd: boolean
}

export type Section =
  | { readonly kind: "add"; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: "delete"; readonly path: string }
  | {
      readonly kind: "update"
      readonly path: string
      readonly movePath: string | undefined
      readonly hunks: readonly Hunk[]
    }

export interface Patch {
  readonly sections: readonly Section[]
  /**
   * The text has no deviation from the host's grammar: the host reads the same sections and rows.
   * Only then may a patch pass without a simulation of the host's rules.
   */
  readonly isPlain: boolean
  /** Which deviations were read leniently, in the order of their appearance, without repeats. */
  readonly leniencies: readonly Leniency[]
  /** The last row may be cut off: there was no end marker and the text does not end with a line ending. */
  readonly mayBeCut: boolean
}

export type Leniency =
  | "wrapper"
  | "markers"
  | "carriage-returns"
  | "git-headers"
  | "missing-hunk-header"
  | "range-header"
  | "missing-space"
  | "end-of-file-marker"
  | "missing-plus"
  | "directive-spelling"

export type ParseResult =
  | { readonly kind: "patch"; readonly patch: Patch }
  | {
      readonly kind: "malformed"
      readonly reason: MalformedReason
      /** Line of the patch text, from 1, where known. */
      readonly line: number | undefined
    }

export type MalformedReason =
  | "empty"
  | "no-file-header"
  | "path-missing"
  | "no-hunks"
  | "text-after-delete"
  | "mixed-add-lines"
  | "misplaced-move"
  | "stray-hunk"
