// What the replace tool does to files: right, or left alone and said so.

import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { astGrepLimits } from "../../../src/features/ast-grep/limits.ts"
import { Refusal } from "../../../src/lib/refusal.ts"
import { createSeenFiles } from "../../../src/seen/seen-files.ts"
import { createProject } from "./support/engines.ts"
import { type RunOptions, runTool } from "./support/tool-run.ts"

const query = { pattern: "console.log($M)", rewrite: "log($M)", lang: "ts" }
const apply = { ...query, dry_run: false }

function replaceIn(
  directory: string,
  args: Record<string, unknown>,
  run: Partial<RunOptions> = {},
) {
  return runTool("ast_grep_replace", args, { ...run, directory })
}

function textOf(directory: string, file: string): string {
  return readFileSync(path.join(directory, file), "utf8")
}

describe("a dry run", () => {
  test("shows a diff per file, writes nothing and asks for no edit", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n", "b.ts": "console.log(2)\n" })
    const { output, asked } = await replaceIn(directory, query)
    expect(output).toBe(
      [
        "Dry run: 2 replacements in 2 files. Nothing is written yet: call again with dry_run false to apply.",
        "",
        "--- a.ts\n+++ a.ts\n@@ -1,1 +1,1 @@\n-console.log(1)\n+log(1)",
        "",
        "--- b.ts\n+++ b.ts\n@@ -1,1 +1,1 @@\n-console.log(2)\n+log(2)",
      ].join("\n"),
    )
    expect(textOf(directory, "a.ts")).toBe("console.log(1)\n")
    expect(asked.map(({ permission }) => permission)).toEqual(["grep"])
  })

  test("counts what the applied call then replaces", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\nconsole.log(2)\n" })
    expect((await replaceIn(directory, query)).output).toContain("2 replacements in 1 file")
    expect((await replaceIn(directory, apply)).output).toBe(
      "Applied: 2 replacements in 1 file.\n\na.ts: 2",
    )
    expect(textOf(directory, "a.ts")).toBe("log(1)\nlog(2)\n")
    expect((await replaceIn(directory, apply)).output).toContain("Nothing was changed.")
  })
})

describe("applying", () => {
  test("asks edit once with the paths and the diff before anything is written", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n", "src/b.ts": "console.log(2)\n" })
    const seen: string[] = []
    const { asked } = await replaceIn(directory, apply, {
      onAsk: ({ permission }) => {
        if (permission === "edit") seen.push(textOf(directory, "a.ts"))
      },
    })
    const edit = asked.find(({ permission }) => permission === "edit")
    const inRoot = path.relative("/", directory)
    expect(edit?.patterns).toEqual([`${inRoot}/a.ts`, `${inRoot}/src/b.ts`])
    expect(edit?.metadata?.diff).toContain("+log(2)")
    expect(seen).toEqual(["console.log(1)\n"])
  })

  test("writes nothing when edit is denied", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n" })
    const { output } = await replaceIn(directory, apply, {
      onAsk: ({ permission }) => {
        if (permission === "edit") throw new Refusal("HOST_PERMISSION_DENIED", "No.", "Stop.")
      },
    })
    expect(output).toContain("HOST_PERMISSION_DENIED")
    expect(textOf(directory, "a.ts")).toBe("console.log(1)\n")
  })

  test("leaves a file alone that changed while the question was open, and writes the others", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n", "b.ts": "console.log(2)\n" })
    const { output } = await replaceIn(directory, apply, {
      onAsk: ({ permission }) => {
        if (permission === "edit") writeFileSync(path.join(directory, "a.ts"), "mine\n")
      },
    })
    expect(output).toContain("Left alone: a.ts: AST_FILE_CHANGED")
    expect(output).toContain("Applied: 1 replacement in 1 file.")
    expect(textOf(directory, "a.ts")).toBe("mine\n")
    expect(textOf(directory, "b.ts")).toBe("log(2)\n")
  })

  test("leaves a read-only file alone", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n" })
    chmodSync(path.join(directory, "a.ts"), 0o444)
    const { output } = await replaceIn(directory, apply)
    expect(output).toContain("Left alone: a.ts: AST_FILE_READ_ONLY")
    expect(textOf(directory, "a.ts")).toBe("console.log(1)\n")
  })

  test("keeps the mode, the line endings and a byte order mark", async () => {
    const directory = createProject({ "a.ts": "\uFEFFif (a) {\r\n  console.log(1)\r\n}\r\n" })
    chmodSync(path.join(directory, "a.ts"), 0o750)
    await replaceIn(directory, { ...apply, rewrite: "log(\n  $M\n)" })
    expect(textOf(directory, "a.ts")).toBe("\uFEFFif (a) {\r\n  log(\r\n    1\r\n  )\r\n}\r\n")
    expect(statSync(path.join(directory, "a.ts")).mode & 0o777).toBe(0o750)
  })

  test("does not touch a file that is not UTF-8, and names it", async () => {
    const bytes = Buffer.from("console.log('\u00e9')\n", "latin1")
    const directory = createProject({ "a.ts": bytes })
    const { output } = await replaceIn(directory, apply)
    expect(output).toContain("No match")
    expect(output).toContain("a.ts (not UTF-8 text)")
    expect(readFileSync(path.join(directory, "a.ts"))).toEqual(bytes)
  })

  test("leaves a file alone that would get new syntax errors", async () => {
    const directory = createProject({ "a.ts": "x = console.log(1)\n" })
    const { output } = await replaceIn(directory, { ...apply, rewrite: "if ($M) else" })
    expect(output).toContain("Left alone: a.ts: AST_FILE_SYNTAX")
    expect(textOf(directory, "a.ts")).toBe("x = console.log(1)\n")
  })

  test("rewrites a file that has syntax errors of its own elsewhere", async () => {
    const directory = createProject({ "a.ts": "const = ;\nconsole.log(1)\n" })
    await replaceIn(directory, apply)
    expect(textOf(directory, "a.ts")).toBe("const = ;\nlog(1)\n")
  })

  test("does not re-indent lines of a template string", async () => {
    const source = "function f() {\n    console.log(`a\n  b\n`)\n}\n"
    const directory = createProject({ "a.ts": source })
    await replaceIn(directory, { ...apply, rewrite: "if (x) {\n    log($M)\n}" })
    expect(textOf(directory, "a.ts")).toBe(
      "function f() {\n    if (x) {\n        log(`a\n  b\n`)\n    }\n}\n",
    )
  })

  test("does not re-indent a string of the rewrite itself", async () => {
    const directory = createProject({ "a.ts": "if (a) {\n  console.log(1)\n}\n" })
    await replaceIn(directory, { ...apply, rewrite: "log(\n  `x\ny`)" })
    expect(textOf(directory, "a.ts")).toBe("if (a) {\n  log(\n    `x\ny`)\n}\n")
  })

  test("rewrites the outer of nested matches and says that the inner ones need another call", async () => {
    const directory = createProject({ "a.ts": "console.log(console.log(1))\n" })
    const { output } = await replaceIn(directory, apply)
    expect(output).toContain("1 match inside other matches: call again afterwards")
    expect(textOf(directory, "a.ts")).toBe("log(console.log(1))\n")
  })

  test("keeps separators and comments of a list", async () => {
    const directory = createProject({ "a.ts": "call(a, /* x */ b,\n  c)\n" })
    await replaceIn(directory, {
      pattern: "call($$$A)",
      rewrite: "run($$$A)",
      lang: "ts",
      dry_run: false,
    })
    expect(textOf(directory, "a.ts")).toBe("run(a, /* x */ b,\n  c)\n")
  })

  test("updates what the session has seen, and only that", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n", "b.ts": "console.log(2)\n" })
    const seen = createSeenFiles()
    seen.record("ses_test", path.join(directory, "a.ts"), Buffer.from("console.log(1)\n"))
    await replaceIn(directory, apply, { seen })
    const known = seen.last("ses_test", path.join(directory, "a.ts"))?.bytes
    expect(Buffer.from(known ?? []).toString()).toBe("log(1)\n")
    expect(seen.has("ses_test", path.join(directory, "b.ts"))).toBe(false)
  })
})

describe("places outside", () => {
  test("are asked for, then edited", async () => {
    const outside = createProject({ "a.ts": "console.log(1)\n" })
    const { asked } = await replaceIn(createProject({}), { ...apply, paths: [outside] })
    expect(asked.map(({ permission }) => permission)).toEqual([
      "grep",
      "external_directory",
      "edit",
    ])
    expect(asked[1]?.patterns).toEqual([`${outside}/*`])
    expect(textOf(outside, "a.ts")).toBe("log(1)\n")
  })

  test("are left alone when the question is denied", async () => {
    const outside = createProject({ "a.ts": "console.log(1)\n" })
    await replaceIn(
      createProject({}),
      { ...apply, paths: [outside] },
      {
        onAsk: ({ permission }) => {
          if (permission === "external_directory")
            throw new Refusal("HOST_PERMISSION_DENIED", "No.", "Stop.")
        },
      },
    )
    expect(textOf(outside, "a.ts")).toBe("console.log(1)\n")
  })

  test("are asked for when a link inside leads there; a folder is never left through a link", async () => {
    const outside = createProject({ "a.ts": "console.log(1)\n" })
    const directory = createProject({ "b.ts": "console.log(2)\n" })
    symlinkSync(path.join(outside, "a.ts"), path.join(directory, "link.ts"))
    symlinkSync(outside, path.join(directory, "folder"))
    const walked = await replaceIn(directory, apply)
    expect(walked.output).toContain("Applied: 1 replacement in 1 file.")
    expect(textOf(outside, "a.ts")).toBe("console.log(1)\n")
    const named = await replaceIn(directory, { ...apply, paths: ["link.ts"] })
    expect(named.asked.map(({ permission }) => permission)).toContain("external_directory")
    expect(textOf(outside, "a.ts")).toBe("log(1)\n")
    expect(statSync(path.join(directory, "link.ts")).isFile()).toBe(true)
  })

  test("are not written to through a link that appears after the search", async () => {
    const outside = createProject({ "a.ts": "console.log(1)\n" })
    const directory = createProject({ "a.ts": "console.log(1)\n" })
    const { output } = await replaceIn(directory, apply, {
      onAsk: async ({ permission }) => {
        if (permission !== "edit") return
        const { rmSync } = await import("node:fs")
        rmSync(path.join(directory, "a.ts"))
        symlinkSync(path.join(outside, "a.ts"), path.join(directory, "a.ts"))
      },
    })
    expect(output).toContain("now leads outside")
    expect(textOf(outside, "a.ts")).toBe("console.log(1)\n")
  })
})

describe("a rewrite that cannot be carried out is refused before anything is searched", () => {
  test.each([
    ["bar($B)", /\$B, which the search does not capture \(captured: \$M\)/],
    ["bar($$$M)", /captures \$M, not \$\$\$M/],
    ["bar($_M)", /does not capture/],
    ["bar($M", /never closed/],
  ])("%s", async (rewrite, reason) => {
    const directory = createProject({ "a.ts": "console.log(1)\n" })
    const { output, asked } = await replaceIn(directory, { ...apply, rewrite })
    expect(output).toMatch(/^AST_REWRITE_INVALID/)
    expect(output).toMatch(reason)
    expect(asked).toEqual([])
  })

  test("text that only looks like a metavariable stays as it is", async () => {
    const directory = createProject({ "a.ts": "console.log(1)\n" })
    await replaceIn(directory, { ...apply, rewrite: "log($M, $lower, '$1')" })
    expect(textOf(directory, "a.ts")).toBe("log(1, $lower, '$1')\n")
  })
})

describe("more matches than one call collects", () => {
  test("are rewritten file by file, whole files only, and the rest is announced", async () => {
    const limits = { ...astGrepLimits, matchesMax: 2, filesPerFirstRunMax: 1 }
    const files = { "a.ts": "console.log(1)\nconsole.log(2)\n", "b.ts": "console.log(3)\n" }
    const directory = createProject(files)
    const { output } = await replaceIn(directory, apply, { limits })
    expect(output).toContain("call again for the rest")
    expect(textOf(directory, "a.ts")).toBe("log(1)\nlog(2)\n")
    expect(textOf(directory, "b.ts")).toBe("console.log(3)\n")
  })

  test("in one file are rewritten in one call, ten thousand of them", async () => {
    const source = "console.log(1)\n".repeat(10_000)
    const directory = createProject({ "a.ts": source, "b.ts": "x()\n" })
    const { output } = await replaceIn(directory, apply)
    expect(output).toBe("Applied: 10000 replacements in 1 file.\n\na.ts: 10000")
    expect(textOf(directory, "a.ts")).toBe("log(1)\n".repeat(10_000))
  })

  test("on one long line are rewritten, too: the engine repeats the line for each", async () => {
    const line = "console.log(1); ".repeat(600)
    const directory = createProject({ "a.ts": `${line}\n`, "b.ts": "console.log(2)\n" })
    const first = await replaceIn(directory, apply)
    expect(first.output).toContain("Applied: 600 replacements in 1 file.")
    expect(first.output).toContain("call again for the rest")
    expect((await replaceIn(directory, apply)).output).toContain("Applied: 1 replacement")
    expect(textOf(directory, "a.ts")).toBe(`${"log(1); ".repeat(600)}\n`)
  })

  test("in one file, and more than a run for itself collects, are refused and nothing is written", async () => {
    const limits = { ...astGrepLimits, engineBytesMax: 2000, tornFileBytesMax: 4000 }
    const source = "console.log(1)\n".repeat(50)
    const directory = createProject({ "a.ts": source })
    const { output } = await replaceIn(directory, apply, { limits })
    expect(output).toMatchInlineSnapshot(`
      "AST_REWRITE_TOO_LARGE: Nothing was changed: a.ts has more matches, or longer lines, than one call can collect.
      Make the pattern narrower, with a literal where it has a metavariable, and rewrite the file in several calls."
    `)
    expect(textOf(directory, "a.ts")).toBe(source)
  })
})

test("a rule rewrites with transformed values", async () => {
  const directory = createProject({ "a.ts": "get(userName)\n" })
  const rule =
    "rule: { pattern: get($A) }\ntransform: { SNAKE: { convert: { source: $A, toCase: snakeCase } } }"
  await replaceIn(directory, { rule, rewrite: "read($SNAKE)", lang: "ts", dry_run: false })
  expect(textOf(directory, "a.ts")).toBe("read(user_name)\n")
})

test("a match of an alternative without the captured value is left alone", async () => {
  const directory = createProject({ "a.ts": "one(1)\ntwo()\n" })
  const rule = "any: [{ pattern: one($A) }, { pattern: two() }]"
  const { output } = await replaceIn(directory, {
    rule,
    rewrite: "x($A)",
    lang: "ts",
    dry_run: false,
  })
  expect(output).toContain("1 match left alone")
  expect(textOf(directory, "a.ts")).toBe("x(1)\ntwo()\n")
})
