// Whether a rewrite can be carried out at all: every metavariable captured, brackets balanced.

import { isRecord } from "../../lib/json.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Query } from "./engine/matcher.ts"
import type { AstGrepLimits } from "./limits.ts"
import { capturedNames, parseTemplate, type TemplatePart } from "./metavariables.ts"

/** Returns the parsed rewrite, or throws Refusal AST_REWRITE_INVALID. */
export function checkRewrite(
  rewrite: string,
  query: Query,
  { queryCharactersMax }: AstGrepLimits,
): readonly TemplatePart[] {
  if (rewrite.length > queryCharactersMax) {
    throw refused(
      `it is longer than ${queryCharactersMax} characters`,
      "Use edit or write instead.",
    )
  }
  const template = parseTemplate(rewrite)
  const names = namesOf(query)
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

interface Names {
  readonly single: ReadonlySet<string>
  readonly list: ReadonlySet<string>
}

function namesOf(query: Query): Names {
  if (query.kind === "pattern") return capturedNames(query.pattern)
  if (query.kind === "kinds") return capturedNames("")
  const { single, list } = capturedNames(JSON.stringify(query.document))
  const { transform } = query.document
  return {
    single: new Set([...single, ...(isRecord(transform) ? Object.keys(transform) : [])]),
    list,
  }
}

function checkVariable({ name, isList }: { name: string; isList: boolean }, names: Names): void {
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

/** Brackets outside of quotes and simple regular expressions come in pairs. */
function isBalanced(text: string): boolean {
  const code = text.replace(/"[^"\n]*"|'[^'\n]*'|`[^`]*`|\/[^/\n]+\//g, "")
  return ["()", "[]", "{}"].every((pair) => {
    const count = (bracket: string) => code.split(bracket).length
    return count(pair.charAt(0)) === count(pair.charAt(1))
  })
}

function refused(what: string, next: string): Refusal {
  return new Refusal("AST_REWRITE_INVALID", `The rewrite cannot be used: ${what}.`, next)
}
