// Metavariables of patterns and rewrites: `$NAME` is one node, `$$$NAME` any number, `$_NAME` is not captured.

/** A piece of a rewrite: literal text, or a reference to a capture. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string; readonly isList: boolean }

/** Names that a search captures, with the values of `transform` among the single ones. */
export interface CapturedNames {
  readonly single: ReadonlySet<string>
  readonly list: ReadonlySet<string>
}

const reference = /(\$\$\$|\$)([A-Z_][A-Z0-9_]*)(?![A-Za-z0-9_])/g
const word = /(\$\$\$|\$)([A-Z_]\w*)/g
const nothing: CapturedNames = { single: new Set(), list: new Set() }

/**
 * Splits a rewrite. `$lower`, `$1` and a lone `$` are text. Where other letters follow a captured name, as in
 * `$NAMEAsync`, the longest captured name is meant.
 */
export function parseTemplate(
  rewrite: string,
  captured: CapturedNames = nothing,
): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const { 0: whole, 1: sigil = "", 2: letters = "", index } of rewrite.matchAll(word)) {
    const isList = sigil === "$$$"
    const isName = whole.match(reference) !== null
    const name = isName ? letters : longestStart(letters, isList ? captured.list : captured.single)
    if (name === undefined) continue
    if (index > end) parts.push({ kind: "text", text: rewrite.slice(end, index) })
    parts.push({ kind: "variable", name, isList })
    end = index + sigil.length + name.length
  }
  if (end < rewrite.length) parts.push({ kind: "text", text: rewrite.slice(end) })
  return parts
}

function longestStart(letters: string, names: ReadonlySet<string>): string | undefined {
  const fitting = [...names].filter((name) => letters.startsWith(name))
  return fitting.sort((left, right) => right.length - left.length)[0]
}

/** Names that a pattern captures: upper case, not starting with an underscore. */
export function capturedNames(pattern: string): { single: Set<string>; list: Set<string> } {
  const single = new Set<string>()
  const list = new Set<string>()
  for (const match of pattern.matchAll(reference)) {
    const name = match[2] ?? ""
    if (!name.startsWith("_")) (match[1] === "$$$" ? list : single).add(name)
  }
  return { single, list }
}

/** The pattern with every metavariable replaced by a space. */
export function withoutMetavariables(pattern: string): string {
  return pattern.replace(/\$\$\$[A-Z0-9_]*|\$\$?[A-Z_][A-Z0-9_]*/g, " ")
}
