// The search tool: what it shows, what it asks, where it looks, and what it says when something is wrong.

import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { astGrepLimits } from "../../../src/features/ast-grep/limits.ts"
import { createProject, temporaryFolder, testRuntime } from "./support/engines.ts"
import { runTool, searchIn } from "./support/tool-run.ts"

const ts = (pattern: string, more: Record<string, unknown> = {}) => ({
  pattern,
  lang: "ts",
  ...more,
})

describe("a result", () => {
  test("shows files in order, each line once, with the number of matches", async () => {
    const files = { "b.ts": "foo(1); foo(2)\n", "a.ts": "x()\n\nfoo(\n  3\n)\n" }
    const { output } = await searchIn(files, ts("foo($A)"))
    expect(output).toBe(
      "3 matches in 2 files (typescript; 2 files searched)\n\na.ts\n3: foo(\n4:   3\n5: )\n\nb.ts\n1: foo(1); foo(2)",
    )
  })

  test("shows context lines and marks gaps", async () => {
    const source = "a\nfoo(1)\nb\nc\nd\ne\nfoo(2)\n"
    const { output } = await searchIn({ "a.ts": source }, ts("foo($A)", { context: 1 }))
    expect(output).toContain("a.ts\n1- a\n2: foo(1)\n3- b\n--\n6- e\n7: foo(2)")
  })

  test("shows captured values on request", async () => {
    const args = ts("foo($A, $$$REST)", { captures: true })
    const { output } = await searchIn({ "a.ts": "foo(1, 2,\n  3)\n" }, args)
    expect(output).toContain("2:   3)\n   $$$REST = 2, 3\n   $A = 1")
  })

  test("clips long matches and long lines", async () => {
    const source = `foo(\n1,\n2,\n3,\n4)\nfoo("${"x".repeat(1000)}")\n`
    const { output } = await searchIn({ "a.ts": source }, ts("foo($$$A)"))
    expect(output).toContain("3: 2, … (+2 lines)")
    expect(output.length).toBeLessThan(700)
  })

  test("has the same bytes every time, however many matches there are", async () => {
    const limits = { ...astGrepLimits, engineBytesMax: 6000 }
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${index}.ts`, "foo(1)\nfoo(2)\n"]),
    )
    const directory = createProject(files)
    const outputs = new Set<string>()
    for (let round = 0; round < 4; round++) {
      outputs.add((await runTool("ast_grep_search", ts("foo($A)"), { directory, limits })).output)
    }
    expect(outputs.size).toBe(1)
    expect([...outputs][0]).toContain("Cut: the engine's output reached its limit")
  })

  test("shows all matches of a long line, which the engine repeats for each", async () => {
    const source = `foo(1); ${"x".repeat(15_000)}; ${"foo(2); ".repeat(99)}\n`
    const { output } = await searchIn({ "a.ts": source }, ts("foo($A)"))
    expect(output).toMatch(/^100 matches in 1 file \(typescript; 1 file searched\)\n\na.ts/)
  })

  test("is cut at the limit of matches, and says so", async () => {
    const limits = { ...astGrepLimits, matchesMax: 5 }
    const { output } = await searchIn({ "a.ts": "foo(1)\n".repeat(9) }, ts("foo($A)"), { limits })
    expect(output).toMatch(/^at least 5 matches in 1 file/)
    expect(output).toContain("there may be more matches (at most 5 are shown)")
  })

  test("that is too long goes to a file, with an outline", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        `file-${String(index).padStart(3, "0")}.ts`,
        `foo("${"y".repeat(280)}")\nfoo("${"z".repeat(280)}")\n`,
      ]),
    )
    const { output, spillFolder } = await searchIn(files, ts("foo($A)"))
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(48 * 1024)
    expect(output).toContain("Everything: ")
    expect(output).toMatch(/file-\d+\.ts: 2\n/)
    const file = /Everything: (.*)/.exec(output)?.[1] ?? ""
    expect(path.dirname(file)).toBe(spillFolder)
    expect(readFileSync(file, "utf8")).toContain("file-249.ts\n1: foo(")
  })

  test("leaves nothing in the temporary folder", async () => {
    const { spillFolder } = await searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"))
    expect(readdirSync(spillFolder)).toEqual([])
  })
})

describe("the questions", () => {
  test("are the host's own: grep with the pattern, and the folder outside", async () => {
    const outside = createProject({ "a.ts": "foo(1)\n" })
    const { asked } = await searchIn({}, ts("foo($A)", { paths: [outside], globs: ["*.ts"] }))
    expect(asked).toEqual([
      {
        permission: "grep",
        patterns: ["foo($A)"],
        always: ["*"],
        metadata: { pattern: "foo($A)", path: outside, include: "*.ts" },
      },
      {
        permission: "external_directory",
        patterns: [`${outside}/*`],
        always: [`${outside}/*`],
        metadata: { filepath: outside, parentDir: outside },
      },
    ])
  })
})

describe("the language", () => {
  test.each([
    ["ts", "a.ts"],
    ["py", "a.py"],
    ["C++", "a.cpp"],
    ["golang", "a.go"],
    ["c#", "a.cs"],
  ])("has other names: %s", async (lang, file) => {
    const { output } = await searchIn({ [file]: "" }, { pattern: "x", lang })
    expect(output).toMatch(/^No match in 1 file/)
  })

  test("is refused with the nearest name when there is none of that name", async () => {
    const { output } = await searchIn({}, { pattern: "x", lang: "phyton" })
    expect(output).toMatch(
      /^AST_LANGUAGE_UNKNOWN: "phyton" is not among the languages \(did you mean "python"\?\)/,
    )
  })

  test("is inferred from the only program language among the files, data files apart", async () => {
    const files = { "a.py": "foo(1)\n", "b.py": "", "c.json": "{}", "d.yaml": "a: 1\n" }
    expect((await searchIn(files, { pattern: "foo($A)" })).output).toContain("(python, inferred;")
  })

  test("is inferred from named files and globs first", async () => {
    const files = { "a.py": "foo(1)\n", "b.ts": "foo(1)\n" }
    expect((await searchIn(files, { pattern: "foo($A)", globs: ["**/*.ts"] })).output).toContain(
      "typescript, inferred",
    )
    expect((await searchIn(files, { pattern: "foo($A)", paths: ["a.py"] })).output).toContain(
      "python, inferred",
    )
  })

  test("is asked for when there are several", async () => {
    const { output } = await searchIn(
      { "a.py": "", "b.ts": "", "c.ts": "" },
      { pattern: "foo($A)" },
    )
    expect(output).toBe(
      "AST_LANGUAGE_UNCLEAR: The files are of several languages: typescript (2 files), python (1 file).\nGive `lang`.",
    )
  })
})

describe("the files", () => {
  const tree = {
    ".git/config": "",
    ".gitignore": "dist/\n*.gen.ts\n!keep.gen.ts\n",
    "a.ts": "foo(1)\n",
    "keep.gen.ts": "foo(1)\n",
    "skip.gen.ts": "foo(1)\n",
    "dist/b.ts": "foo(1)\n",
    ".hidden/c.ts": "foo(1)\n",
    "src/.ignore": "d.ts\n",
    "src/d.ts": "foo(1)\n",
    "src/e.ts": "foo(1)\n",
    "src/deep/f.ts": "foo(1)\n",
  }
  const found = (output: string) => output.split("\n").filter((line) => /^[\w./]+\.ts$/.test(line))

  test("are those that ripgrep would list: ignore files of every level, hidden files, no .git", async () => {
    const { output } = await searchIn(tree, ts("foo($A)"))
    expect(found(output)).toEqual([
      ".hidden/c.ts",
      "a.ts",
      "keep.gen.ts",
      "src/deep/f.ts",
      "src/e.ts",
    ])
  })

  test("of an ignored folder are searched when the folder is named", async () => {
    expect(found((await searchIn(tree, ts("foo($A)", { paths: ["dist"] }))).output)).toEqual([
      "dist/b.ts",
    ])
    expect(found((await searchIn(tree, ts("foo($A)", { paths: ["skip.gen.ts"] }))).output)).toEqual(
      ["skip.gen.ts"],
    )
  })

  test.each<[string[], string[]]>([
    [["src/**"], ["src/deep/f.ts", "src/e.ts"]],
    [["*.gen.ts"], ["keep.gen.ts"]],
    [["!src/**"], [".hidden/c.ts", "a.ts", "keep.gen.ts"]],
    [
      ["**/*.ts", "!**/deep/**"],
      [".hidden/c.ts", "a.ts", "keep.gen.ts", "src/e.ts"],
    ],
  ])("are narrowed by globs %j", async (globs, expected) => {
    expect(found((await searchIn(tree, ts("foo($A)", { globs }))).output)).toEqual(expected)
  })

  test("are taken from a path with a glob in it", async () => {
    const { output } = await searchIn(tree, ts("foo($A)", { paths: ["src/*/*.ts"] }))
    expect(found(output)).toEqual(["src/deep/f.ts"])
  })

  test("of a folder whose name looks like a glob are searched", async () => {
    const files = { "{{name}}/a.ts": "foo(1)\n", "b.ts": "foo(1)\n" }
    const { output } = await searchIn(files, ts("foo($A)", { paths: ["{{name}}"] }))
    expect(output).toContain("{{name}}/a.ts\n1: foo(1)")
    expect(output).toMatch(/^1 match/)
  })

  test("come from ripgrep where it is on PATH", async () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, "rg"), "#!/bin/sh\necho ./src/e.ts\n", { mode: 0o755 })
    const { output } = await searchIn(tree, ts("foo($A)"), {
      environment: { PATH: folder, HOME: folder },
    })
    expect(found(output)).toEqual(["src/e.ts"])
  })

  test("are listed by the walker when ripgrep does not start", async () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, "rg"), "#!/nonexistent/shell\n", { mode: 0o755 })
    const { output } = await searchIn(tree, ts("foo($A)"), {
      environment: { PATH: folder, HOME: folder },
    })
    expect(found(output)).toHaveLength(5)
  })

  test("that are too large, minified, binary or not UTF-8 are named, not searched", async () => {
    const files = {
      "a.ts": "foo(1)\n",
      "large.ts": `foo(1)\n${"// x\n".repeat(500_000)}`,
      "min.ts": `foo(1);${"x();".repeat(10_000)}`,
      "bytes.ts": Buffer.from("foo(1)\n\u0000"),
      "latin.ts": Buffer.from("foo('\u00e9')", "latin1"),
      "wide.ts": Buffer.from("\uFEFFfoo(1)", "utf16le"),
    }
    const { output } = await searchIn(files, ts("foo($A)"))
    expect(output).toMatch(/^1 match in 1 file \(typescript; 1 file searched\)/)
    for (const name of [
      "large.ts (over 2 MiB)",
      "min.ts (minified)",
      "bytes.ts (holds a NUL byte)",
      "latin.ts (not UTF-8 text)",
      "wide.ts (UTF-16, not UTF-8 text)",
    ]) {
      expect(output).toContain(name)
    }
  })

  test("that were left out are not counted where nothing was found", async () => {
    const wide = Buffer.from("\uFEFFfoo(1)", "utf16le")
    const alone = await searchIn({ "wide.ts": wide }, ts("foo($A)"))
    expect(alone.output).toBe(
      "No match (typescript): no file could be searched.\nNot searched: wide.ts (UTF-16, not UTF-8 text).",
    )
    const beside = await searchIn({ "wide.ts": wide, "a.ts": "x()\n" }, ts("foo($A)"))
    expect(beside.output).toContain("No match in 1 file (typescript)")
  })

  test("are named in one line, whatever their names hold", async () => {
    const { output } = await searchIn(
      { "a\nb.ts": "foo(1)\n" },
      ts("foo($A)", { paths: ["a\nb.ts"] }),
    )
    expect(output).toContain('\n"a\\nb.ts"\n1: foo(1)')
  })

  test("without the words of the pattern are not parsed, and an empty result says which words", async () => {
    const { output } = await searchIn({ "a.ts": "foo(1)\n" }, ts("longName.other($A)"))
    expect(output).toContain('none of them holds "longName" and "other"')
  })

  test("that do not exist are refused with the nearest name", async () => {
    const { output } = await searchIn({ "source/a.ts": "" }, ts("x", { paths: ["sorce"] }))
    expect(output).toMatch(/^AST_PATH_MISSING: There is no sorce .* nearest name there is source/)
  })

  test("of no such language are an answer of their own", async () => {
    const { output } = await searchIn({ "a.py": "" }, ts("x"))
    expect(output).toBe(
      "No match: there is no typescript file below these paths.\nNot searched, of other languages: 1 .py file (lang python).",
    )
  })
})

describe("an engine that fails is an error, never an empty result", () => {
  const engine = (script: string) => {
    const binaryPath = path.join(temporaryFolder(), "ast-grep")
    writeFileSync(binaryPath, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return { options: { engine: "auto" as const, binaryPath } }
  }

  test.each<[string, string, RegExp]>([
    [
      "exits 1 with a message",
      "echo 'version GLIBC_2.99 not found' >&2; exit 1",
      /exit code 1: version GLIBC_2.99 not found/,
    ],
    ["exits with another code", "exit 42", /exit code 42/],
    ["crashes", "kill -SEGV $$", /ended by SIGSEGV/],
    ["prints garbage", "echo 'hello there'", /unreadable result: hello there/],
    ["prints half a result", "printf '{\"text\":'", /unreadable result/],
  ])("%s", async (_name, script, reason) => {
    const { output } = await searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"), engine(script))
    expect(output).toMatch(/^AST_ENGINE_FAILED/)
    expect(output).toMatch(reason)
  })

  test("cannot be started", async () => {
    const run = engine("exit 0")
    chmodSync(run.options.binaryPath, 0o644)
    const { output } = await searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"), run)
    expect(output).toMatch(/^AST_ENGINE_FAILED/)
  })

  test("hangs: it is killed at the time limit, and what was found before is kept", async () => {
    const limits = { ...astGrepLimits, timeoutMs: 400 }
    const { output } = await searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"), {
      ...engine("sleep 30"),
      limits,
    })
    expect(output).toMatch(/before the time ran out|AST_TIMEOUT/)
  })

  test("is stopped by an abort", async () => {
    const pidFile = path.join(temporaryFolder(), "pid")
    const run = engine(`echo $$ > ${pidFile}; exec sleep 30`)
    const abort = new AbortController()
    const started = searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"), { ...run, abort: abort.signal })
    while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "") {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    abort.abort()
    expect((await started).output).toMatch(/^AST_ABORTED/)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const pid = readFileSync(pidFile, "utf8").trim()
    expect(() => process.kill(Number(pid), 0)).toThrow()
  })
})

describe("the choice of the engine", () => {
  test("takes napi where there is no binary, for the web languages", async () => {
    const run = { options: { engine: "auto" as const, binaryPath: "/nonexistent/ast-grep" } }
    const { reply } = await searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"), run)
    expect(reply?.metadata).toEqual({ matches: 1, files: 1, engine: "napi" })
  })

  test("runs the child in the runtime of the tests as well", async () => {
    const run = { options: { engine: "napi" as const }, runtime: testRuntime() }
    expect((await searchIn({ "a.ts": "foo(1)\n" }, ts("foo($A)"), run)).output).toMatch(/^1 match/)
  }, 60_000)

  test("names the languages that are missing, and why", async () => {
    const run = { options: { engine: "auto" as const, binaryPath: "/nonexistent/ast-grep" } }
    const { output } = await searchIn({ "a.go": "" }, { pattern: "x", lang: "go" }, run)
    expect(output).toBe(
      "AST_ENGINE_MISSING: go cannot be searched here: the configured binary /nonexistent/ast-grep does not exist. " +
        "Without the ast-grep binary only these are available: css html javascript typescript tsx.\n" +
        "Use grep instead, or tell the user to run `opencode-workbench doctor`.",
    )
  })

  test("never reads the configuration of the project", async () => {
    const files = { "a.ts": "foo(1)\n", "sgconfig.yml": "ruleDirs: [\n" }
    expect((await searchIn(files, ts("foo($A)"))).output).toMatch(/^1 match/)
  })
})

test("the binary is the file of the platform package, never sg", async () => {
  const { binaryPath } = await import("./support/engines.ts")
  expect(path.basename(binaryPath())).toMatch(/^ast-grep(\.exe)?$/)
  expect(execFileSync(binaryPath(), ["--version"], { encoding: "utf8" })).toMatch(/^ast-grep /)
})
