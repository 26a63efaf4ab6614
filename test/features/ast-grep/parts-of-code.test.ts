// Parts of code that were once not read inside the code they need, or not as what they say.

import { readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { createProject } from "./support/engines.ts"
import { runTool, searchIn } from "./support/tool-run.ts"

const cpp = `void g() { go(); stop(); }
int h(int a, int b) { return 1; }
static int s(int a) { return a; }
void e() {}
class C { void m(int x) const { y(); } virtual void v() { a(); } };
template <class T> T k(T a) { return a; }
int C::out(int z) { w(); w(); }
char *p(int a) { return 0; }
std::vector<int> vec(int a) { return x; }
Foo x(a);
`

async function linesFound(file: string, source: string, query: Record<string, unknown>) {
  const { output } = await searchIn({ [file]: source }, query)
  return output.split("\n").flatMap((line) => /^\d+(?=:)/.exec(line) ?? [])
}

describe("a function of C++ with a body of any statements", () => {
  test.each([
    ["void g() { $$$B }", ["1"]],
    ["$T $F($$$A) { $$$B }", ["1", "2", "4", "6", "7", "9"]],
    ["static $T $F($$$A) { $$$B }", ["3"]],
    ["int $F($$$A) { $$$ }", ["2", "7"]],
    ["int C::out($$$A) { $$$B }", ["7"]],
    ["virtual void $F() { $$$B }", ["5"]],
    ["void m($$$A) const { $$$B }", ["5"]],
    ["char *$F($$$A) { $$$B }", ["8"]],
    ["std::vector<int> $F($$$A) { $$$B }", ["9"]],
  ])("%s", async (pattern, lines) => {
    expect(await linesFound("a.cpp", cpp, { pattern, lang: "cpp" })).toEqual(lines)
  })

  test("says how it was read, and captures the parts", async () => {
    const { output } = await searchIn(
      { "a.cpp": cpp },
      { pattern: "void $F($$$A) { $$$B }", lang: "cpp", captures: true, paths: ["a.cpp"] },
    )
    expect(output).toContain("read as function_definition")
    expect(output).toContain("$$$B = go(); stop();\n   $F = g")
  })

  test("is rewritten with all that it has, and one with more words before it is left alone", async () => {
    const directory = createProject({
      "a.cpp":
        "int f(int a) { go(); return a; }\nstatic int s() { return 1; }\nclass C { virtual int v() { return 1; } };\n",
    })
    const args = {
      pattern: "$T $F($$$A) { $$$B }",
      rewrite: "$T $F($$$A) { trace(); $$$B }",
      lang: "cpp",
      dry_run: false,
    }
    await runTool("ast_grep_replace", args, { directory })
    expect(readFileSync(path.join(directory, "a.cpp"), "utf8")).toBe(
      "int f(int a) { trace(); go(); return a; }\nstatic int s() { return 1; }\nclass C { virtual int v() { return 1; } };\n",
    )
  })

  test("that stands nowhere is an ordinary empty answer", async () => {
    const { output } = await searchIn(
      { "a.cpp": "int a;\n" },
      { pattern: "$T $F($$$A) { $$$B }", lang: "cpp" },
    )
    expect(output).toMatch(/^No match/)
  })
})

describe("a field of Java", () => {
  const source =
    "class A {\n@Autowired private final Foo svc = x;\nprivate final int y = 1;\n@Inject(a) Foo z;\n}\n"

  test.each([
    ["@Autowired private final $T $N = $V;", ["2"]],
    ["private final $T $N = $V;", ["3"]],
    ["@Inject(a) $T $N;", ["4"]],
  ])("%s", async (pattern, lines) => {
    expect(await linesFound("A.java", source, { pattern, lang: "java" })).toEqual(lines)
  })
})

describe("a clause alone", () => {
  test.each([
    ["a.py", "if a:\n  x\nelif b:\n  y\nelse:\n  z\n", "elif $C: $$$B", ["3", "4"]],
    ["a.py", "if a:\n  x\nelif b:\n  y\nelse:\n  z\n", "else: $$$B", ["5", "6"]],
    ["a.py", "try:\n  x\nfinally:\n  y\n", "finally: $$$B", ["3", "4"]],
    [
      "a.java",
      "class A { void f() { try { x(); }\ncatch (E e) { y(); } } }\n",
      "catch ($T $N) { $$$B }",
      ["2"],
    ],
    [
      "a.java",
      "class A { void f() { try { x(); }\nfinally { y(); } } }\n",
      "finally { $$$B }",
      ["2"],
    ],
    [
      "a.cs",
      "class A { void F() { try { x(); }\ncatch (E e) { y(); } } }\n",
      "catch ($T $N) { $$$B }",
      ["2"],
    ],
    [
      "a.cs",
      "class A { void F() { try { x(); }\nfinally { y(); } } }\n",
      "finally { $$$B }",
      ["2"],
    ],
    ["a.cpp", "void f() { try { x(); }\ncatch (E e) { y(); } }\n", "catch ($T $N) { $$$B }", ["2"]],
    ["a.php", "<?php try { x(); }\ncatch (E $e) { y(); }\n", "catch (E $e) { $$$B }", ["2"]],
    ["a.php", "<?php try { x(); }\nfinally { y(); }\n", "finally { $$$B }", ["2"]],
    ["a.php", "<?php switch ($a) {\ncase 1: y(); }\n", "case 1: $$$B", ["2"]],
    ["a.rs", "fn f<'a>(\nx: &'a str) {}\n", "&'a $T", ["2"]],
  ])("%s %j: %s", async (file, source, pattern, lines) => {
    expect(await linesFound(file, source, { pattern, paths: [file] })).toEqual(lines)
  })
})

test("a declaration of CSS whose name is a metavariable", async () => {
  const source = "a {\n color: var(--x);\n --y: 1px; }\n"
  expect(await linesFound("a.css", source, { pattern: "$P: var(--x)", lang: "css" })).toEqual(["2"])
})
