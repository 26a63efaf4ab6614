// Which words must stand in a file for a query to match in it. The prefilter reads a file for these words
// before the engine parses it: reading is a hundred times cheaper. Fewer words are always safe, more never.

import { isRecord, readString } from "../../lib/json.ts"
import type { PatternQuery, Query } from "./engine/matcher.ts"
import type { Language } from "./languages.ts"
import { withoutMetavariables } from "./metavariables.ts"

const wordsMax = 3
const wordCharactersMin = 3

/** At most three words, the longest first; empty when nothing is certain. */
export function requiredLiterals(query: Query, language: Language): readonly string[] {
  // Keywords of PHP match in any case, so none of its words is certain to stand as written.
  if (language.name === "php" || query.kind === "kinds") return []
  const words =
    query.kind === "rule" ? wordsOfRule(query.document.rule) : wordsOfPattern(coreOf(query))
  const longestFirst = [...new Set(words)].sort(
    (left, right) => right.length - left.length || (left < right ? -1 : 1),
  )
  return longestFirst.slice(0, wordsMax)
}

/** With a selector only a part of the pattern is looked for. */
function coreOf({ pattern, selector, core }: PatternQuery): string {
  return core ?? (selector === undefined ? pattern : "")
}

function wordsOfPattern(pattern: string): string[] {
  const withoutComments = pattern.replace(/\/\/.*$|\/\*[\s\S]*?\*\/|#.*$|--.*$/gm, " ")
  const words = withoutMetavariables(withoutComments).match(/[A-Za-z0-9_]+/g) ?? []
  return words.filter((word) => word.length >= wordCharactersMin)
}

/** Only what every match needs: `any`, `not` and `matches` promise nothing. */
function wordsOfRule(rule: unknown): string[] {
  if (!isRecord(rule)) return []
  const pattern = readString(rule, "pattern")
  const own = pattern === undefined ? [] : wordsOfPattern(pattern)
  const all: unknown[] = Array.isArray(rule.all) ? rule.all : []
  const relations = ["has", "inside", "follows", "precedes"].map((key) => rule[key])
  return [...own, ...[...all, ...relations].flatMap(wordsOfRule)]
}
