// A rule given as YAML text, turned into what both engines take: `rule`, `constraints`, `utils`, `transform`.

import { isRecord, type Json, type JsonObject, readString } from "../../lib/json.ts"
import { nearestName } from "../../lib/nearest-name.ts"
import { Refusal } from "../../lib/refusal.ts"

export interface ParsedRule {
  readonly document: JsonObject
  /** `language` of the document, where it names one. */
  readonly language: string | undefined
}

const ruleKeys = [
  ...["pattern", "kind", "regex", "nthChild", "range", "inside", "has", "precedes", "follows"],
  ...["all", "any", "not", "matches"],
]
const documentKeys = ["rule", "constraints", "utils", "transform"]
/** Keys of a complete rule file that say nothing about what matches. */
const droppedKeys = ["id", "language", "severity", "message", "note", "url", "metadata"]

/** Accepts a bare rule (`kind: …`) or a document with `rule:`. Throws Refusal AST_RULE_INVALID. */
export async function parseRule(text: string): Promise<ParsedRule> {
  const value = await parseYaml(text)
  if (!isRecord(value)) throw invalidRule("the rule is not a YAML mapping")
  const known = "rule" in value ? [...documentKeys, ...droppedKeys] : ruleKeys
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) throw invalidRule(describeUnknownKey(unknown, known))
  const document = "rule" in value ? pick(value, documentKeys) : { rule: toJson(value) }
  return { document, language: readString(value, "language") }
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import("yaml")
  try {
    return parse(text, { maxAliasCount: 50, logLevel: "error" })
  } catch (error) {
    const [problem = "not YAML"] = String(error instanceof Error ? error.message : error).split(
      "\n",
    )
    if (problem.includes("parseAllDocuments")) {
      throw invalidRule(
        "it holds several YAML documents (`---`), and one rule is one document",
        error,
      )
    }
    throw invalidRule(problem.replace(/:$/, ""), error)
  }
}

function describeUnknownKey(key: string, known: readonly string[]): string {
  if (key === "fix") return 'a "fix" in a rule is not used: give the rewrite as "rewrite"'
  const nearest = nearestName(key, known)
  return `unknown key "${key}"${nearest === undefined ? "" : ` (did you mean "${nearest}"?)`}`
}

function pick(value: Record<string, unknown>, keys: readonly string[]): JsonObject {
  const entries = keys.filter((key) => key in value).map((key) => [key, toJson(value[key])])
  return Object.fromEntries(entries)
}

/** YAML knows values that JSON does not (dates, big numbers): their JSON form is what engines read. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null))
}

function invalidRule(problem: string, cause?: unknown): Refusal {
  const refusal = new Refusal(
    "AST_RULE_INVALID",
    `The rule cannot be used: ${problem}.`,
    "Give YAML such as `kind: call_expression` with `has:`, `inside:`, `any:`, `all:`, `not:`, `regex:` or `pattern:`.",
  )
  refusal.cause = cause
  return refusal
}
