// What to do about a pattern that found nothing: the known mistakes, each with a sentence and, where one exists,
// a corrected query. The flow tries a correction before it shows it, so a wrong guess is never told.

import { isRecord, type Json, type JsonObject } from "../../lib/json.ts"
import type { Correction } from "./correction.ts"
import { readCppFunction } from "./cpp-functions.ts"
import { declarationCorrections } from "./declaration-corrections.ts"
import type { PatternQuery, Query } from "./engine/matcher.ts"
import type { Language } from "./languages.ts"
import { contextRows } from "./pattern-contexts.ts"

/** Corrections for a pattern without matches, the likeliest first. */
export function correctPattern(query: PatternQuery, language: Language): readonly Correction[] {
  const pattern = query.pattern.trim()
  return [
    ...contextCorrections(pattern, language),
    ...readCppFunction(pattern, language),
    ...writingCorrections(pattern, language),
    ...declarationCorrections(pattern, language),
  ]
}

/** Relational rules look at the nearest node only, unless told to go on. */
export function correctRule(document: JsonObject): readonly Correction[] {
  const deepened = withStopBy(document)
  if (JSON.stringify(deepened) === JSON.stringify(document) || !isRecord(deepened)) return []
  const hint =
    "`inside`, `has`, `follows` and `precedes` look at the nearest node only: add `stopBy: end`."
  const query: Query = { kind: "rule", document: deepened }
  return [{ id: "stop-by", hint, query, isSameMeaning: false }]
}

function contextCorrections(pattern: string, language: Language): readonly Correction[] {
  const rows = contextRows.filter(
    (row) => row.languages.includes(language.name) && row.when.test(pattern),
  )
  return rows.map(({ id, what, context, selector }) => ({
    id,
    hint: `Alone, this text is not ${what}; it was read as ${selector} inside ${JSON.stringify(context("…"))}.`,
    query: { kind: "pattern", pattern: context(pattern), selector, core: pattern },
    isSameMeaning: true,
  }))
}

interface WritingRow {
  readonly id: string
  readonly hint: string
  /** The corrected query, or undefined when the row does not apply. */
  correct(pattern: string): Query | undefined
}

const writingRows: readonly WritingRow[] = [
  {
    id: "fence",
    hint: "A pattern is given without a Markdown fence.",
    correct: (pattern) =>
      patternUnlessSame(pattern, /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(pattern)?.[1] ?? pattern),
  },
  {
    id: "regular-expression",
    hint: "A pattern is code, not a regular expression: `$X` is one node, `$$$` any number.",
    correct: (pattern) =>
      patternUnlessSame(pattern, pattern.replace(/\.\.\.|\.[*+]|\\w[+*]/g, "$$$$$$")),
  },
  {
    id: "braced-metavariable",
    hint: "A metavariable is written `$NAME`, without braces.",
    correct: (pattern) => patternUnlessSame(pattern, pattern.replace(/\$\{(\w+)\}/g, "$$$1")),
  },
  {
    id: "lower-case-metavariable",
    hint: "Metavariables are written in capitals: `$MESSAGE`; `$message` is an ordinary name.",
    correct: (pattern) =>
      patternUnlessSame(
        pattern,
        pattern.replace(/\$(\$\$)?([A-Za-z_]\w*)/g, (whole) => whole.toUpperCase()),
      ),
  },
  {
    id: "alternatives",
    hint: "`|` is an operator of the language; alternatives are an `any` rule.",
    correct: (pattern) => {
      const parts = pattern.split("|").map((part) => part.trim())
      const isList = parts.length > 1 && parts.every((part) => part !== "" && !/["'`]/.test(part))
      if (!isList) return undefined
      return { kind: "rule", document: { rule: { any: parts.map((part) => ({ pattern: part })) } } }
    },
  },
  {
    id: "argument-count",
    hint: "`$X` is exactly one argument; `$$$ARGS` is any number.",
    correct: (pattern) =>
      patternUnlessSame(
        pattern,
        pattern.replace(/\((?:\s*\$[A-Z_]\w*\s*,)*\s*\$[A-Z_]\w*\s*\)(?=[^()]*$)/, "($$$$$$ARGS)"),
      ),
  },
  {
    id: "list-after-comma",
    hint: "`f(a, $$$R)` needs the comma and does not match `f(a)`: `f($$$ARGS)` takes any arguments.",
    correct: (pattern) =>
      patternUnlessSame(
        pattern,
        pattern.replace(/\([^()]*,\s*\$\$\$\w*\s*\)(?=[^()]*$)/, "($$$$$$ARGS)"),
      ),
  },
  {
    id: "quotes",
    hint: "Quotes must be those of the file.",
    correct: (pattern) => patternUnlessSame(pattern, swapQuotes(pattern)),
  },
  {
    id: "several-nodes",
    hint: "A pattern is one node; a sequence is a rule with `follows`.",
    correct: (pattern) => {
      const [first, second, ...more] = pattern
        .split(/;\s*|\n+/)
        .filter((part) => part.trim() !== "")
      if (first === undefined || second === undefined || more.length > 0) return undefined
      const statement = (text: string) => ({ pattern: `${text.trim()};` })
      const rule = { ...statement(second), follows: statement(first) }
      return { kind: "rule", document: { rule } }
    },
  },
]

/** `$name` is a variable of these languages themselves. */
const dollarLanguages = ["php", "bash"]

function writingCorrections(pattern: string, language: Language): readonly Correction[] {
  const corrections: Correction[] = []
  for (const row of writingRows) {
    const isOwnSyntax = dollarLanguages.includes(language.name) && row.id.endsWith("metavariable")
    const query = isOwnSyntax ? undefined : row.correct(pattern)
    if (query) corrections.push({ id: row.id, hint: row.hint, query, isSameMeaning: false })
  }
  return [...corrections, ...jsonPair(pattern, language)]
}

function patternUnlessSame(pattern: string, corrected: string): Query | undefined {
  return corrected === pattern ? undefined : { kind: "pattern", pattern: corrected }
}

function swapQuotes(pattern: string): string {
  if (pattern.includes("`")) return pattern
  // Only pairs: a lone quote is a lifetime of Rust, or part of a name.
  return pattern.replace(/'([^'"]*)'|"([^'"]*)"/g, (_, inSingle?: string, inDouble?: string) =>
    inSingle === undefined ? `'${inDouble ?? ""}'` : `"${inSingle}"`,
  )
}

/** A pair of JSON cannot be parsed alone, nor in a context: it is found by its key. */
function jsonPair(pattern: string, language: Language): readonly Correction[] {
  const key = /^("[^"$]*")\s*:/.exec(pattern)?.[1]
  if (language.name !== "json" || key === undefined) return []
  const rule = { kind: "pair", has: { field: "key", regex: `^${escapeExpression(key)}$` } }
  const hint = "A pair of JSON is no node of its own: look for the kind `pair` with its key."
  return [
    { id: "json-pair", hint, query: { kind: "rule", document: { rule } }, isSameMeaning: false },
  ]
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}

function withStopBy(value: Json): Json {
  if (Array.isArray(value)) return value.map(withStopBy)
  if (!isRecord(value)) return value
  const relations = ["inside", "has", "follows", "precedes"]
  const entries = Object.entries(value).map(([key, child]): [string, Json] => {
    const inner = withStopBy(child)
    const isBare = relations.includes(key) && isRecord(inner) && !("stopBy" in inner)
    return [key, isBare ? { ...inner, stopBy: "end" } : inner]
  })
  return Object.fromEntries(entries)
}
