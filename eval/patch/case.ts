// One evaluation case, and what came of it. The engine is shown path, content, patch and `seen`; nothing else.

import { isRecord, readString } from "../../src/lib/json.ts"

export interface PatchCase {
  readonly id: string
  readonly kind: string
  readonly path: string
  readonly content: string
  readonly patch: string
  /** Undefined: the patch must be refused. */
  readonly expected: string | undefined
  readonly seen: string | undefined
  readonly accepts: {
    readonly finalNewline: boolean
    readonly unchanged: boolean
    readonly refusal: boolean
  }
}

export interface RunResult {
  /** The file afterwards. */
  readonly text: string
  /** The caller was told of an error. */
  readonly isError: boolean
  readonly message: string
  /** Milliseconds. */
  readonly ms: number
}

export function parseCase(value: unknown): PatchCase {
  const field = (key: string): string => {
    const text = readString(value, key)
    if (text === undefined) throw new Error(`a case has no text field "${key}"`)
    return text
  }
  const has = (key: string): boolean =>
    isRecord(value) && value[key] !== undefined && value[key] !== false
  const expected = field("expected")
  return {
    id: field("id"),
    kind: field("kind"),
    path: field("path"),
    content: field("content"),
    patch: field("patch"),
    expected: expected === "refuse" ? undefined : expected,
    seen: readString(value, "seen"),
    accepts: {
      finalNewline: has("accept_final_newline"),
      unchanged: has("accept_unchanged"),
      refusal: has("accept_refuse"),
    },
  }
}
