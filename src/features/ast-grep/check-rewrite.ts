// Whether a rewrite can be carried out at all: every metavariable captured, brackets balanced.

import { isRecord } from "../../lib/json.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Query } from "./engine/matcher.ts"
import type { AstGrepLimits } from "./limits.ts"
import {
  type CapturedNames,
  capturedNames,
  parseTemplate,
  type TemplatePart,
} from "./metavariables.ts"

/** `$name` and `$$name` are variables of these languages. */
const sigilLanguages = ["bash", "php"]

/** Returns the parsed rewrite, or throws Refusal AST_REWRITE_INVALID. */
export function checkRewrite(
  rewrite: string,
  query: Query,
  { limits, language }: { readonly limits: AstGrepLimits; readonly language?: string },
): readonly TemplatePart[] {
  if (rewrite.length > limits.queryCharactersMax) {
    throw refused(
      `it is longer than ${limits.queryCharactersMax} characters`,
      "Use edit or write instead.",
    )
  }
  const names = namesOf(query)
  if (/\$\$\$(?![\w$])/.test(rewrite)) {
    throw refused("`$$$` without a name captures nothing", "Name it in both, as `$$$ARGS`.")
  }
  if (language !== undefined && !sigilLanguages.includes(language)) checkSpelling(rewrite, names)
  const template = parseTemplate(rewrite, names)
  for (const part of template) {
    if (part.kind === "variable") checkVariable(part, names)
  }
  const pattern = query.kind === "pattern" ? query.pattern : ""
  if (isBalanced(pattern) && !isBalanced(rewrite)) {
    throw refused(
      "a bracket of the rewrite is never closed or never opened",
      "Balance the brackets.",
    )
  }
  return template
}

/** `$a` and `$$A` would be written as they stand, where `$A` is captured. */
function checkSpelling(rewrite: string, names: CapturedNames): void {
  for (const [written, , letters = ""] of rewrite.matchAll(/(?<!\$)(\$\$?)([A-Za-z_]\w*)/g)) {
    const name = letters.toUpperCase()
    if (!names.single.has(name) || written === `$${name}`) continue
    if (letters !== name && letters !== letters.toLowerCase()) continue
    throw refused(
      `${written} is text, and the search captures $${name}`,
      `Write $${name} in the rewrite.`,
    )
  }
}

function namesOf(query: Query): CapturedNames {
  if (query.kind === "pattern") return capturedNames(query.pattern)
  if (query.kind === "kinds") return capturedNames("")
  const { single, list } = capturedNames(JSON.stringify(query.document))
  const { transform } = query.document
  return {
    single: new Set([...single, ...(isRecord(transform) ? Object.keys(transform) : [])]),
    list,
  }
}

function checkVariable(
  { name, isList }: { name: string; isList: boolean },
  names: CapturedNames,
): void {
  const own = isList ? names.list : names.single
  if (own.has(name)) return
  const written = `${isList ? "$$$" : "$"}${name}`
  const other = isList ? names.single : names.list
  if (other.has(name)) {
    const right = `${isList ? "$" : "$$$"}${name}`
    throw refused(`the search captures ${right}, not ${written}`, `Write ${right} in the rewrite.`)
  }
  const known = [
    ...[...names.single].map((each) => `$${each}`),
    ...[...names.list].map((each) => `$$$${each}`),
  ]
  const captured = known.length === 0 ? "nothing" : known.join(", ")
  throw refused(
    `it uses ${written}, which the search does not capture (captured: ${captured})`,
    name.startsWith("_")
      ? "A name that starts with an underscore is never captured: rename it in both."
      : "Use captured metavariables only; text in capitals after `$` is always one.",
  )
}

/** Where a bracket is text: quotes, comments, what only reads like one; by the reading of different languages. */
const readings: readonly RegExp[] = [
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/.*|(?<=[(=,:[!&|?{};]\s*)\/[^/\n]+\//g,
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?:^|\s)#.*/gm,
  // Lifetimes of Rust.
  /"(?:\\.|[^"\\\n])*"|'\w+(?!\w*')|\/\/.*/g,
]

/** Brackets come in pairs by one of the readings. */
function isBalanced(text: string): boolean {
  // Patterns of a `case` end in a bracket that nothing opens.
  if (/\besac\b/.test(text)) return true
  return readings.some((reading) => {
    const code = text.replace(reading, "")
    const count = (bracket: string) => code.split(bracket).length
    return ["()", "[]", "{}"].every((pair) => count(pair.charAt(0)) === count(pair.charAt(1)))
  })
}

function refused(what: string, next: string): Refusal {
  return new Refusal("AST_REWRITE_INVALID", `The rewrite cannot be used: ${what}.`, next)
}
