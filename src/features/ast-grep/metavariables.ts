// Metavariables of patterns and rewrites: `$NAME` is one node, `$$$NAME` any number, `$_NAME` is not captured.

/** A piece of a rewrite: literal text, or a reference to a capture. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string; readonly isList: boolean }

const reference = /(\$\$\$|\$)([A-Z_][A-Z0-9_]*)(?![A-Za-z0-9_])/g

/** Splits a rewrite. `$lower`, `$1` and a lone `$` are text. */
export function parseTemplate(rewrite: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of rewrite.matchAll(reference)) {
    if (match.index > end) parts.push({ kind: "text", text: rewrite.slice(end, match.index) })
    parts.push({ kind: "variable", name: match[2] ?? "", isList: match[1] === "$$$" })
    end = match.index + match[0].length
  }
  if (end < rewrite.length) parts.push({ kind: "text", text: rewrite.slice(end) })
  return parts
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
