// What a search that found nothing says: why, in words that are true of this very search.

import { describe, expect, test } from "vitest"
import { searchIn } from "./support/tool-run.ts"

async function answer(lang: string, source: string, query: Record<string, unknown>) {
  const { output } = await searchIn({ [`a.${lang}`]: source }, { lang, ...query })
  return output
}

describe("a part of code that is right and stands nowhere", () => {
  test("is an ordinary empty answer with the way it was read", async () => {
    const output = await answer("ts", "try { a() } finally { b() }\n", {
      pattern: "catch ($E) { $$$B }",
    })
    expect(output).toMatchInlineSnapshot(`
      "No match in 1 file (typescript): none of them holds "catch".
      Note: Alone, this text is not a catch clause; it was read as catch_clause inside "try {} …".
      Check the spelling, or search elsewhere."
    `)
  })

  test.each([
    ["py", "x()\n", "except $E: $$$B", "except_clause"],
    ["ts", "x()\n", "private x = $V", "public_field_definition"],
    ["ts", "x()\n", "case $X: $$$B", "switch_case"],
    ["css", "a { b: c; }\n", "$P: var(--x)", "declaration"],
    ["py", "x()\n", "elif $C: $$$B", "elif_clause"],
    ["java", "class A {}\n", "catch ($E $N) { $$$B }", "catch_clause"],
    ["php", "<?php q();\n", "public function $F($$$) { $$$B }", "method_declaration"],
    ["rs", "fn a() {}\n", "&'a $T", "reference_type"],
  ])("in %s with %j: %s", async (lang, source, pattern, kind) => {
    const output = await answer(lang, source, { pattern })
    expect(output).toMatch(/^No match/)
    expect(output).toContain(`it was read as ${kind}`)
  })

  test("is refused where the code around it does not make it right", async () => {
    expect(await answer("ts", "x()\n", { pattern: "a b c d" })).toMatch(/^AST_QUERY_INVALID/)
  })
})

describe("a pattern with a syntax error", () => {
  test("is called so, with the bracket", async () => {
    expect(await answer("ts", "foo(1)\n", { pattern: "foo($A" })).toMatchInlineSnapshot(`
      "No match in 1 file (typescript).
      The pattern has a syntax error in typescript: \`(\` is never closed.
      It must be one complete piece of code, with metavariables where names, expressions or statements stand; else use \`rule\`, or grep for plain text."
    `)
  })

  test.each([
    ["ts", "foo(", "`(` is never closed"],
    ["ts", "foo($A))", "`)` closes nothing"],
    ["ts", "}{", "`}` closes nothing"],
    ["py", "foo($A", "`(` is never closed"],
    ["go", "fmt.Println($A", "`(` is never closed"],
    ["ts", 'foo("(", $A', "`(` is never closed"],
  ])("in %s: %s", async (lang, pattern, reason) => {
    const output = await answer(lang, "foo(1)\n", { pattern })
    expect(output).toContain("The pattern has a syntax error")
    expect(output).toContain(reason)
  })

  test("is one to both engines, or to none", async () => {
    const run = { options: { engine: "napi" } } as const
    const napi = async (file: string, pattern: string) =>
      (await searchIn({ [file]: "" }, { pattern, lang: file.slice(2) }, run)).output
    expect(await napi("a.ts", "foo($A")).toContain("`(` is never closed")
    expect(await napi("a.ts", "x =>")).toContain("syntax error in typescript")
    expect(await napi("a.css", ".a { $$$ }")).not.toContain("syntax error")
  })

  test("is not suspected where the pattern is right", async () => {
    expect(await answer("ts", "x()\n", { pattern: "foo($A)" })).not.toContain("syntax error")
    expect(await answer("rs", "fn a() {}\n", { pattern: "foo($A)" })).not.toContain("syntax error")
    expect(await answer("php", "<?php x();\n", { pattern: "foo($A)" })).not.toContain(
      "syntax error",
    )
  })

  test("that is a Markdown fence is told so", async () => {
    const pattern = "```ts\nfoo($A)\n```"
    expect(await answer("ts", "x()\n", { pattern })).toContain("Markdown fence")
    expect(await answer("ts", "foo(1)\n", { pattern })).toContain("finds 1 match: pattern: foo($A)")
  })
})

describe("a correction that finds nothing is not told", () => {
  test.each([
    ["rb", "puts x\n", "puts($A)"],
    ["css", "a { b: c; }\n", "var($X)"],
    ["ts", "foo<Bar>(1)\n", "foo($A)"],
    ["rs", "struct A {}\n", "&'a $T"],
    ["go", "package m\n", 'import "fmt"'],
    ["rb", "a.map { |x| x }\n", "list.each { |$X| $$$B }"],
  ])("in %s, %j with %s", async (lang, source, pattern) => {
    const output = await answer(lang, source, { pattern })
    expect(output).toMatch(/^No match/)
    expect(output).not.toMatch(/exactly one|Quotes|operator|Perhaps/)
  })
})

test("a list after a comma does not match without the comma: the call with any arguments is offered", async () => {
  const output = await answer("ts", "log(c)\n", { pattern: "log(c, $$$R)" })
  expect(output).toMatchInlineSnapshot(`
    "No match in 1 file (typescript).
    \`f(a, $$$R)\` needs the comma and does not match \`f(a)\`: \`f($$$ARGS)\` takes any arguments.
    This finds 1 match: pattern: log($$$ARGS)
      a.ts:1"
  `)
})

test("a rule gets advice for rules", async () => {
  const output = await answer("ts", "x()\n", {
    rule: "kind: call_expression\nregex: ^never$",
  })
  expect(output).toMatchInlineSnapshot(`
    "No match in 1 file (typescript).
    All parts of a rule must hold for one node: \`kind\` is the grammar's own name, \`regex\` is tried on the node's whole text.
    \`has\` looks inside the node, \`inside\` around it, both one step far without \`stopBy: end\`. Search with fewer parts to see which one fails."
  `)
})
