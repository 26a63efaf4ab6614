// Rewrites whose meaning is clear but whose text is a trap: comments, literals, semicolons, names next to words.

import { readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { createProject } from "./support/engines.ts"
import { runTool } from "./support/tool-run.ts"

/** The file after the rewrite was applied, and what the model reads. */
async function rewrite(
  file: string,
  source: string,
  args: { readonly pattern: string; readonly rewrite: string },
) {
  const directory = createProject({ [file]: source })
  const { output } = await runTool(
    "ast_grep_replace",
    { ...args, paths: [file], dry_run: false },
    { directory },
  )
  return { output, text: readFileSync(path.join(directory, file), "utf8") }
}

describe("a list that ends in a line comment", () => {
  test.each([
    ["a.ts", "function f() {\n  a() // x\n}\n", "async function f() { a() // x\n}\n"],
    ["a.go", "package p\n\nfunc f() {\n\ta() // x\n}\n", "package p\n\nfunc g() { a() // x\n}\n"],
  ])("does not swallow what follows it: %s", async (file, source, expected) => {
    const isGo = file.endsWith("go")
    const { text } = await rewrite(file, source, {
      pattern: isGo ? "func f() { $$$B }" : "function f() { $$$B }",
      rewrite: isGo ? "func g() { $$$B }" : "async function f() { $$$B }",
    })
    expect(text).toBe(expected)
  })

  test("keeps the indentation of the match on the line that is added", async () => {
    const source = "if (a) {\n  if (b) {\n    c() // x\n  }\n}\n"
    const { text } = await rewrite("a.ts", source, {
      pattern: "if (b) { $$$B }",
      rewrite: "while (b) { $$$B }",
    })
    expect(text).toBe("if (a) {\n  while (b) { c() // x\n  }\n}\n")
  })

  test("needs no line where the rewrite has one", async () => {
    const { text } = await rewrite("a.ts", "function f() {\n  a() // x\n}\n", {
      pattern: "function f() { $$$B }",
      rewrite: "function g() {\n  $$$B\n}",
    })
    expect(text).toBe("function g() {\n  a() // x\n}\n")
  })
})

describe("a metavariable next to other letters", () => {
  test.each([
    ["$F($A)", "$FAsync($A)", "runAsync(1)"],
    ["$F($A)", "$F_later($A)", "run_later(1)"],
  ])("is read as the captured name: %s to %s", async (pattern, template, expected) => {
    const { text } = await rewrite("a.ts", "run(1)\n", { pattern, rewrite: template })
    expect(text).toBe(`${expected}\n`)
  })

  test("of the longest captured name that fits", async () => {
    const args = { pattern: "$F($FA)", rewrite: "$FAsync()" }
    expect((await rewrite("a.ts", "run(me)\n", args)).text).toBe("mesync()\n")
  })
})

test.each([
  ["$$$", "log($$$)", "logger.info($$$)", "`$$$` without a name"],
  ["another case", "log($A)", "info($a)", "Write $A in the rewrite."],
  ["two dollars", "log($A)", "info($$A)", "Write $A in the rewrite."],
])(
  "what is no metavariable but looks like one is refused: %s",
  async (_, pattern, template, why) => {
    const { output, text } = await rewrite("a.ts", "log(b, c)\nlog(d)\n", {
      pattern,
      rewrite: template,
    })
    expect(output).toContain("AST_REWRITE_INVALID")
    expect(output).toContain(why)
    expect(text).toBe("log(b, c)\nlog(d)\n")
  },
)

test("a variable of PHP in small letters is text, whatever is captured", async () => {
  const { text } = await rewrite("a.php", "<?php\nlog(1);\n", {
    pattern: "log($A)",
    rewrite: "info($a, $A)",
  })
  expect(text).toBe("<?php\ninfo($a, 1);\n")
})

describe("a semicolon that the pattern does not have", () => {
  test.each([
    ["a.js", "const a = make(1);\n(b)();\n", "const $X = make($Y)", "const $X = { value: $Y }"],
    ["a.js", "a = make(1);\n[b].c();\n", "$X = make($Y)", "$X = () => { $Y }"],
  ])("stays after a value that ends in a brace: %s %s", async (file, source, pattern, template) => {
    const { text } = await rewrite(file, source, { pattern, rewrite: template })
    expect(text.split("\n")[0]).toMatch(/\};$/)
  })

  test("goes with a statement that becomes a block", async () => {
    const args = { pattern: "const a = run($A)", rewrite: "if (ready) { run($A) }" }
    expect((await rewrite("a.js", "const a = run(1);\nb();\n", args)).text).toBe(
      "if (ready) { run(1) }\nb();\n",
    )
  })
})

describe("lines of a literal keep their white space", () => {
  const wrap = { pattern: "f() {\n  $$$B\n}", rewrite: "f() {\n  if true; then\n    $$$B\n  fi\n}" }

  test("also the first one of a heredoc", async () => {
    const source = "f() {\n  python - <<'PY'\nimport os\nif os:\n    print(1)\nPY\n}\n"
    const { text } = await rewrite("a.sh", source, wrap)
    expect(text).toContain("<<'PY'\nimport os\nif os:\n    print(1)\nPY\n")
  })

  test("in a string with escapes of Bash", async () => {
    const source = "f() {\n  echo $'one\n  two'\n}\n"
    expect((await rewrite("a.sh", source, wrap)).text).toContain("$'one\n  two'")
  })

  test("in an attribute of JSX", async () => {
    const source = 'function f() {\n  return <a b="one\n  two" />\n}\n'
    const args = {
      pattern: "function f() { $$$B }",
      rewrite: "function f() {\n  if (a) {\n    $$$B\n  }\n}",
    }
    expect((await rewrite("a.tsx", source, args)).text).toContain('b="one\n  two"')
  })

  test.each(["%w[one\n  two]", "/one\n  two/x", "`ls\n  -l`"])("in Ruby's %j", async (literal) => {
    const source = `def f\n  a = ${literal}\nend\n`
    const args = { pattern: "def f\n  $$$B\nend", rewrite: "def f\n  if b\n    $$$B\n  end\nend" }
    expect((await rewrite("a.rb", source, args)).text).toContain(`a = ${literal}`)
  })
})

test.each([
  [
    "a.rs",
    "fn f(x: &str) -> &str { x }\n",
    "fn $F($$$A) -> &str { $$$B }",
    "fn $F<'a>(x: &'a str) -> &'a str { $$$B }",
  ],
  ["a.ts", "half(1, 2)\n", "half($A, $B)", "(($A / ($B + 1)) / 2)"],
  ["a.tsx", "const x = <Old>a</Old>\n", "<Old>$$$C</Old>", "<New>{wrap(<b/>)}</New>"],
  ["a.ts", "say(1)\n", "say($A)", "say('it\\'s :(', $A)"],
  ["a.ts", "say(1)\n", "say($A)", "say($A) // see a) and b)"],
  ["a.py", "say(1)\n", "say($A)", "say($A)  # see a) and b)"],
  ["a.sh", "run x\n", "run $X", "case y in\n  a) echo $X ;;\nesac"],
])(
  "brackets that are no brackets of the code are not counted: %s",
  async (file, source, pattern, template) => {
    const { output } = await rewrite(file, source, { pattern, rewrite: template })
    expect(output).toContain("Applied: 1 replacement")
  },
)
