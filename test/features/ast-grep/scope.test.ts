// Which files a call goes through: paths, globs, extensions.

import { symlinkSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { createProject, fastRuntime } from "./support/engines.ts"
import { runTool } from "./support/tool-run.ts"

const files = [
  "x.ts",
  "legacy/l.ts",
  "src/a.ts",
  "src/deep/b.ts",
  "src/legacy/c.ts",
  "src/a.test.ts",
] as const

async function found(args: Record<string, unknown>): Promise<readonly string[]> {
  const directory = createProject(Object.fromEntries(files.map((file) => [file, "foo(1)\n"])))
  const { output } = await runTool(
    "ast_grep_search",
    { pattern: "foo($A)", lang: "ts", ...args },
    { directory },
  )
  return files.filter((file) => output.split("\n").some((line) => line.startsWith(file)))
}

const except = (...left: readonly string[]) => files.filter((file) => !left.includes(file))

describe("a glob", () => {
  test.each([
    [["!legacy"], except("legacy/l.ts", "src/legacy/c.ts")],
    [["!legacy/"], except("legacy/l.ts", "src/legacy/c.ts")],
    [["!src/legacy"], except("src/legacy/c.ts")],
    [["!src/*"], except("src/a.ts", "src/a.test.ts")],
    [["!src/**"], ["x.ts", "legacy/l.ts"]],
    [["!*.test.ts"], except("src/a.test.ts")],
    [["src"], except("x.ts", "legacy/l.ts")],
    [["src/"], except("x.ts", "legacy/l.ts")],
    [["src/deep"], ["src/deep/b.ts"]],
    [["./src/deep"], ["src/deep/b.ts"]],
    [["src/*.ts"], ["src/a.ts", "src/a.test.ts"]],
    [["*.test.ts"], ["src/a.test.ts"]],
    [
      ["src", "!legacy", "!*.test.ts"],
      ["src/a.ts", "src/deep/b.ts"],
    ],
  ])("%j", async (globs, expected) => {
    expect(await found({ globs })).toEqual(expected)
  })
})

describe("a path with a wildcard says where, as in a shell", () => {
  test.each([
    ["src/*.ts", ["src/a.ts", "src/a.test.ts"]],
    ["*.ts", ["x.ts"]],
    ["src/**/*.ts", except("x.ts", "legacy/l.ts")],
    ["*/legacy/*.ts", ["src/legacy/c.ts"]],
  ])("%s", async (one, expected) => {
    expect(await found({ paths: [one] })).toEqual(expected)
  })
})

test.each(["binary", "napi"] as const)(
  "a capital extension is one all the same: %s",
  async (engine) => {
    const directory = createProject({ "A.TS": "foo(1)\n" })
    const { output } = await runTool(
      "ast_grep_search",
      { pattern: "foo($A)", lang: "ts" },
      { directory, options: { engine }, runtime: fastRuntime() },
    )
    expect(output).toContain("A.TS")
    expect(output).toContain("1 match in 1 file")
  },
)

describe("a path that is not there", () => {
  test.each(["no/such/dir", "~/x", "file://a.ts", "pkg/b"])(
    "is named, also below a folder that is missing: %s",
    async (one) => {
      const directory = createProject({ "a.ts": "foo(1)\n" })
      const { output } = await runTool(
        "ast_grep_search",
        { pattern: "foo($A)", lang: "ts", paths: [one] },
        { directory },
      )
      expect(output).toContain(`AST_PATH_MISSING: There is no ${one}`)
    },
  )

  test("is no suggestion for itself where a link of that name leads nowhere", async () => {
    const directory = createProject({ "a.ts": "foo(1)\n" })
    symlinkSync(path.join(directory, "gone.ts"), path.join(directory, "broken.ts"))
    const { output } = await runTool(
      "ast_grep_search",
      { pattern: "foo($A)", lang: "ts", paths: ["broken.ts"] },
      { directory },
    )
    expect(output).toContain("There is no broken.ts")
    expect(output).not.toContain("nearest name there is broken.ts")
  })
})
