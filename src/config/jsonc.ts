// The JSONC parser, loaded at first use so that a start without configuration files stays cheap.

import type { Node } from "jsonc-parser"

type Jsonc = typeof import("jsonc-parser")

export async function loadJsonc(): Promise<Jsonc> {
  const module = await import("jsonc-parser")
  return module.default ?? module
}

/** One-based line of a position. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}

/** The parser's names for what is wrong, in words. */
const faults: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is no value",
  InvalidNumberFormat: "a malformed number",
  PropertyNameExpected: "a key in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: 'a ":" is missing',
  CommaExpected: 'a "," is missing',
  CloseBraceExpected: 'a "}" is missing',
  CloseBracketExpected: 'a "]" is missing',
  EndOfFileExpected: "something stands behind the end",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  InvalidEscapeCharacter: "an escape that does not exist",
}

export type ParsedJsonc =
  | { readonly kind: "parsed"; readonly root: Node | undefined }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string }

/** With comments and trailing commas; a text without any value has no root. A byte order mark counts as a space. */
export async function parseJsonc(text: string): Promise<ParsedJsonc> {
  const jsonc = await loadJsonc()
  const errors: { error: number; offset: number; length: number }[] = []
  const options = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: true }
  let root: Node | undefined
  try {
    root = jsonc.parseTree(text.replace(/^\uFEFF/, " "), errors, options)
  } catch (error) {
    // The parser calls itself for each level.
    if (!(error instanceof RangeError)) throw error
    return { kind: "broken", line: 1, reason: "it is nested too deeply" }
  }
  const [first] = errors
  if (!first) return { kind: "parsed", root }
  const reason = describeFault(jsonc, first.error)
  return { kind: "broken", line: lineAt(text, first.offset), reason }
}

/** What is wrong, in words for a person. */
function describeFault(jsonc: Jsonc, error: number): string {
  const name = jsonc.printParseErrorCode(error)
  return faults[name] ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()
}
