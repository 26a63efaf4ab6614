// Every known pattern mistake gives its hint, and what the hint proposes does match.

import { describe, expect, test } from "vitest"
import { searchIn } from "./support/tool-run.ts"

interface Mistake {
  readonly name: string
  readonly lang: string
  readonly file: string
  readonly source: string
  readonly pattern: string
  /** Part of the sentence that explains it. */
  readonly hint: RegExp
}

const script = `export async function load(a: string): Promise<void> { go("x"); go(1, 2) }
class A extends B { private x = 1; async run(a) { foo(); bar() } }
import x from "react"
@Injectable()
class D {}
const o = { a: 1, "b": 2 }
try { q() } catch (e) { w() }
console.log(1, 2)
`
const python = `class A(B):
    def f(self, a) -> int:
        return foo(a, k=1)

try:
    h()
except ValueError as e:
    pass
`
const java = "class A { @Override public void run(int a) { foo(a); } private int x = 1; }\n"

/** The correction is offered: it says how many places it finds. */
const offered: readonly Mistake[] = [
  {
    name: "1 a function without parameters and body",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "export async function $NAME",
    hint: /parameters and its body/,
  },
  {
    name: "3 a signature without a body",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "async function $NAME($$$)",
    hint: /parameters and its body/,
  },
  {
    name: "4 a colon at the end of a def",
    lang: "python",
    file: "a.py",
    source: python,
    pattern: "def $F($$$):",
    hint: /leave the colon out/,
  },
  {
    name: "4 a colon at the end of a class",
    lang: "python",
    file: "a.py",
    source: python,
    pattern: "class $C:",
    hint: /leave the colon out/,
  },
  {
    name: "5 a return type left out (python)",
    lang: "python",
    file: "a.py",
    source: "def f(a) -> int:\n    return 1\n",
    pattern: "def $F($A: int): $$$",
    hint: /return type|Modifiers/,
  },
  {
    name: "5 a return type left out (typescript)",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "async function $NAME($$$) { $$$ }",
    hint: /return type/,
  },
  {
    name: "5 a base class left out",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "class A { $$$ }",
    hint: /extends/,
  },
  {
    name: "5 modifiers left out (go)",
    lang: "go",
    file: "a.go",
    source: "package m\nfunc (s *S) Run(a int) error { return nil }\n",
    pattern: "func Run($$$) { $$$ }",
    hint: /node kind/,
  },
  {
    name: "6 one argument instead of any number",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "console.log($MSG)",
    hint: /any number/,
  },
  {
    name: "7 a metavariable in lower case",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "console.log($first, $second)",
    hint: /capitals/,
  },
  {
    name: "7 a metavariable in mixed case",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "console.log($fiRst, 2)",
    hint: /capitals/,
  },
  {
    name: "8 braces around a metavariable",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "console.log($" + "{A}, 2)",
    hint: /without braces/,
  },
  {
    name: "8 a regular expression",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "console.log(.*)",
    hint: /not a regular expression/,
  },
  {
    name: "8 an ellipsis",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "console.log(...)",
    hint: /not a regular expression/,
  },
  {
    name: "9 alternatives with a bar",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "q()|w()",
    hint: /`any` rule/,
  },
  {
    name: "17 several statements",
    lang: "ts",
    file: "a.ts",
    source: "foo();\nbar();\n",
    pattern: "foo(); bar()",
    hint: /`follows`/,
  },
  {
    name: "18 other quotes",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "import x from 'react'",
    hint: /Quotes/,
  },
  {
    name: "19 annotations left out",
    lang: "java",
    file: "a.java",
    source: java,
    pattern: "public void run($$$) { $$$ }",
    hint: /annotations/,
  },
  {
    name: "19 modifiers and generics left out (rust)",
    lang: "rust",
    file: "a.rs",
    source: "#[derive(Debug)]\npub struct Point<T> { x: T }\n",
    pattern: "struct $S { $$$F }",
    hint: /generics/,
  },
  {
    name: "19 an exported generic interface",
    lang: "ts",
    file: "a.ts",
    source: "export interface Point<T> { x: T }\n",
    pattern: "interface Point { $$$F }",
    hint: /generics/,
  },
  {
    name: "22 a pair of JSON",
    lang: "json",
    file: "a.json",
    source: '{"c": 1, "a": 2}\n',
    pattern: '"a": $V',
    hint: /kind `pair`/,
  },
]

/** The text is kept and read in a context: the answer has its matches. */
const read: readonly Mistake[] = [
  {
    name: "10 a method alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "async run($$$) { $$$ }",
    hint: /method_definition/,
  },
  {
    name: "10 a field alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "private x = $V",
    hint: /public_field_definition/,
  },
  {
    name: "10 a decorator alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "@Injectable()",
    hint: /@Injectable/,
  },
  {
    name: "11 a pair alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "a: $V",
    hint: /pair/,
  },
  {
    name: "11 a quoted pair alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: '"b": $V',
    hint: /pair/,
  },
  {
    name: "11 a typed parameter alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "$X: string",
    hint: /required_parameter/,
  },
  {
    name: "11 a keyword argument alone",
    lang: "python",
    file: "a.py",
    source: python,
    pattern: "k=$V",
    hint: /keyword_argument/,
  },
  {
    name: "12 a catch clause alone",
    lang: "ts",
    file: "a.ts",
    source: script,
    pattern: "catch ($E) { $$$ }",
    hint: /catch_clause/,
  },
  {
    name: "12 an except clause alone",
    lang: "python",
    file: "a.py",
    source: python,
    pattern: "except $E: $$$",
    hint: /except_clause/,
  },
  {
    name: "13 a call of go",
    lang: "go",
    file: "a.go",
    source: "package m\nfunc a() { fmt.Println(1) }\n",
    pattern: "fmt.Println($$$)",
    hint: /call_expression/,
  },
  {
    name: "14 a call of c",
    lang: "c",
    file: "a.c",
    source: "int f(int a) { foo(1); return bar(foo(2)); }\n",
    pattern: "foo($A)",
    hint: /call_expression/,
  },
  {
    name: "19 a field of java",
    lang: "java",
    file: "a.java",
    source: java,
    pattern: "private int x = $V;",
    hint: /field_declaration/,
  },
  {
    name: "a method of c#",
    lang: "csharp",
    file: "a.cs",
    source: "class A { public void F() { foo(1); } }\n",
    pattern: "public void $M($$$) { $$$ }",
    hint: /method_declaration/,
  },
  {
    name: "a method of php",
    lang: "php",
    file: "a.php",
    source: "<?php class A { public function x() { echo 1; } }\n",
    pattern: "public function $M($$$) { $$$ }",
    hint: /method_declaration/,
  },
  {
    name: "a match arm of rust",
    lang: "rust",
    file: "a.rs",
    source: "fn a() { match x { Some(y) => 1, _ => 2 } }\n",
    pattern: "Some($X) => $Y",
    hint: /match_arm/,
  },
  {
    name: "21 a declaration of css",
    lang: "css",
    file: "a.css",
    source: "a { color: red; }\n",
    pattern: "color: $X",
    hint: /declaration/,
  },
  {
    name: "a call of solidity",
    lang: "solidity",
    file: "a.sol",
    source: "contract A { function f() public { require(x > 1); } }\n",
    pattern: "require($A)",
    hint: /call_expression/,
  },
]

describe("a pattern mistake is explained with a correction that matches", () => {
  test.each(offered)("$name", async ({ lang, file, source, pattern, hint }) => {
    const { output } = await searchIn({ [file]: source }, { pattern, lang })
    expect(output).toMatch(hint)
    const corrected = /This finds (?:at least )?[1-9]\d* match(?:es)?: (pattern|rule): (.*)/.exec(
      output,
    )
    expect(corrected?.[2]).toBeDefined()
    const again = await searchIn(
      { [file]: source },
      { [corrected?.[1] ?? ""]: corrected?.[2], lang },
    )
    expect(again.output).toMatch(/^[1-9]\d* match/)
  })
})

describe("a part of code that is no node alone is read in its context", () => {
  test.each(read)("$name", async ({ lang, file, source, pattern, hint }) => {
    const { output } = await searchIn({ [file]: source }, { pattern, lang })
    expect(output).toMatch(/^[1-9]\d* match/)
    expect(output).toMatch(hint)
  })
})

describe("other mistakes", () => {
  test.each(["function $NAME", "class $C", "export async function load"])(
    "2 an incomplete declaration that matches by its beginning is called so: %s",
    async (pattern) => {
      const source = "export async function load() {}\nfunction a() {}\nclass A {}\n"
      const { output } = await searchIn({ "a.ts": source }, { pattern, lang: "ts" })
      expect(output).toMatch(/incomplete and matched by its beginning|No match/)
    },
  )

  test("15 php is found without its opening tag", async () => {
    const { output } = await searchIn(
      { "a.php": "<?php foo(1);\n" },
      { pattern: "foo($A)", lang: "php" },
    )
    expect(output).toMatch(/^1 match/)
  })

  test("16 files of another extension are named with their language", async () => {
    const files = {
      "a.ts": "x()\n",
      "b.tsx": "f(1)\n",
      "c.h": "int f(int);\n",
      "d.vue": "<p>f</p>\n",
    }
    const { output } = await searchIn(files, { pattern: "f($A)", lang: "ts" })
    expect(output).toContain("1 .tsx file (lang tsx)")
    expect(output).toContain("1 .h file (lang c)")
    expect(output).toContain("1 .vue file (lang html)")
  })

  test("16 a file that is named is parsed as the language that was asked for", async () => {
    const { output } = await searchIn(
      { "a.h": "int g() { return std::max(1, 2); }\n" },
      {
        pattern: "std::max($A, $B)",
        lang: "cpp",
        paths: ["a.h"],
      },
    )
    expect(output).toMatch(/^1 match/)
  })

  test.each([
    ["", /exactly one of `pattern` and `rule`/],
    ["   ", /exactly one of `pattern` and `rule`/],
    ["$X", /matches every node/],
    ["$$X", /matches every node/],
    ["$$$", /needs code around it/],
    ["$$$ARGS", /needs code around it/],
  ])("17 %j alone is refused", async (pattern, reason) => {
    const { output } = await searchIn({ "a.ts": "x()\n" }, { pattern, lang: "ts" })
    expect(output).toMatch(/^AST_QUERY_INVALID/)
    expect(output).toMatch(reason)
  })

  test("20 a relation without stopBy is deepened", async () => {
    const { output } = await searchIn(
      { "a.ts": "const f = () => { if (x) { g(1) } }\n" },
      {
        rule: "pattern: g($A)\ninside: { kind: arrow_function }",
        lang: "ts",
      },
    )
    expect(output).toMatch(/stopBy: end/)
    expect(output).toMatch(/This finds 1 match: rule:/)
  })

  test("a pattern that the engine rejects and nothing corrects is refused with the engine's reason", async () => {
    const { output } = await searchIn({ "a.ts": "x()\n" }, { pattern: "a b c d", lang: "ts" })
    expect(output).toMatch(/^AST_QUERY_INVALID.*Multiple AST nodes/)
  })

  test("an unknown kind is refused, also where no file is there to search", async () => {
    const { output } = await searchIn({ "a.md": "x\n" }, { rule: "kind: nonsense", lang: "ts" })
    expect(output).toMatch(/Kind `nonsense` is invalid/)
  })
})
