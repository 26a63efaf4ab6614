// The query of a call: a pattern or a rule, checked for what no engine needs to be asked about.

import { editDistance, nearestName } from "../../lib/nearest-name.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Query } from "./engine/matcher.ts"
import { findLanguage, type Language, languageNames, languageOfExtension } from "./languages.ts"
import type { AstGrepLimits } from "./limits.ts"
import { embedding } from "./messages.ts"
import { parseRule } from "./parse-rule.ts"

export interface QueryArguments {
  readonly pattern?: string | undefined
  readonly rule?: string | undefined
  readonly lang?: string | undefined
}

export interface ReadQuery {
  readonly query: Query
  readonly language: Language | undefined
  /** What the permission question names. */
  readonly text: string
}

/** Throws Refusal AST_QUERY_INVALID, AST_RULE_INVALID or AST_LANGUAGE_UNKNOWN. */
export async function readQuery(args: QueryArguments, limits: AstGrepLimits): Promise<ReadQuery> {
  const pattern = args.pattern?.trim() ?? ""
  const rule = args.rule?.trim() ?? ""
  if ((pattern === "") === (rule === "")) {
    throw invalid("exactly one of `pattern` and `rule` is needed")
  }
  if (pattern.length + rule.length > limits.queryCharactersMax) {
    throw invalid(`it is longer than ${limits.queryCharactersMax} characters`)
  }
  if (pattern !== "") {
    const problem = problemOf(pattern)
    if (problem !== undefined) throw invalid(problem)
    return {
      query: { kind: "pattern", pattern },
      language: languageNamed(args.lang),
      text: pattern,
    }
  }
  const parsed = await parseRule(rule)
  const language = languageNamed(args.lang) ?? languageNamed(parsed.language)
  return { query: { kind: "rule", document: parsed.document }, language, text: rule }
}

function problemOf(pattern: string): string | undefined {
  if (/^\$\$\$\w*$/.test(pattern)) return "`$$$` needs code around it, such as `f($$$ARGS)`"
  if (/^\$\$?[A-Z_][A-Z0-9_]*$/.test(pattern)) {
    return "a lone metavariable matches every node"
  }
  return undefined
}

function languageNamed(name: string | undefined): Language | undefined {
  if (name === undefined || name.trim() === "") return undefined
  const extension = /^\*?\.(\w+)$/.exec(name.trim())?.[1]?.toLowerCase()
  const language = extension === undefined ? findLanguage(name) : languageOfExtension(extension)
  if (language) return language
  throw new Refusal(
    "AST_LANGUAGE_UNKNOWN",
    describeUnknownLanguage(name, extension ?? name.trim().toLowerCase()),
    `Use one of: ${languageNames.join(" ")}.`,
  )
}

function describeUnknownLanguage(name: string, plain: string): string {
  const host = embedding[plain]
  if (host !== undefined) {
    return `"${name}" is not among the languages. A .${plain} file can be named in \`paths\` and searched as ${host}, without its scripts.`
  }
  const candidate = nearestName(plain, languageNames)
  // A short name is within two edits of another short one by chance.
  const isNear = plain.length > 5 || editDistance(plain, candidate ?? "", 1) === 1
  const nearest = isNear ? candidate : undefined
  return `"${name}" is not among the languages${nearest ? ` (did you mean "${nearest}"?)` : ""}.`
}

function invalid(problem: string): Refusal {
  return new Refusal(
    "AST_QUERY_INVALID",
    `The search was not run: ${problem}.`,
    "Give a complete piece of code with metavariables, such as `console.log($$$ARGS)`.",
  )
}
