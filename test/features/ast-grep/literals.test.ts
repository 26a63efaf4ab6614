import { describe, expect, test } from "vitest"
import { requiredLiterals } from "../../../src/features/ast-grep/literals.ts"
import { languageOf } from "./support/engines.ts"

const words = (pattern: string, language = "typescript") =>
  requiredLiterals({ kind: "pattern", pattern }, languageOf(language))
const ofRule = (rule: Record<string, never> | object) =>
  requiredLiterals(
    { kind: "rule", document: { rule: JSON.parse(JSON.stringify(rule)) } },
    languageOf("typescript"),
  )

describe("the words that must stand in a file", () => {
  test.each<[string, string[]]>([
    ["console.log($$$ARGS)", ["console", "log"]],
    ["$A === $A", []],
    ["foo($MSG, 'some text')", ["some", "text", "foo"]],
    ["useEffect($F, []) // every render", ["useEffect"]],
    ["a($X) /* inner */", []],
    ["$obj.call($X)", ["call", "obj"]],
    ["alpha(beta, gamma, delta)", ["alpha", "delta", "gamma"]],
  ])("are taken from the pattern %s", (pattern, expected) => {
    expect(words(pattern)).toEqual(expected)
  })

  test("are none for php, whose keywords match in any case", () => {
    expect(words("echo something($A)", "php")).toEqual([])
  })

  test("are those of the part that a selector picks", () => {
    const query = {
      kind: "pattern",
      pattern: "func t() { go($A) }",
      selector: "call_expression",
    } as const
    expect(requiredLiterals(query, languageOf("go"))).toEqual([])
    expect(requiredLiterals({ ...query, core: "launch($A)" }, languageOf("go"))).toEqual(["launch"])
  })

  test("are only what every branch of a rule needs", () => {
    expect(ofRule({ any: [{ pattern: "foo($A)" }, { pattern: "bar($A)" }] })).toEqual([])
    expect(ofRule({ pattern: "foo($A)", not: { pattern: "barred($A)" } })).toEqual(["foo"])
    expect(ofRule({ all: [{ kind: "call_expression" }, { has: { pattern: "inner" } }] })).toEqual([
      "inner",
    ])
    expect(ofRule({ pattern: { context: "outer(inner)", strictness: "signature" } })).toEqual([])
  })
})
