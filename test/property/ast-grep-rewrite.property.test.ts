// The planner on generated code: what it writes is what the binary writes, and what it does not match stays.

import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { groupByFile } from "../../src/features/ast-grep/ast-grep-search.ts"
import { parseTemplate } from "../../src/features/ast-grep/metavariables.ts"
import { applyEdits, planRewrite } from "../../src/features/ast-grep/plan-rewrite.ts"
import {
  binaryPath,
  createTestBinary,
  matchAll,
  request,
  temporaryFolder,
} from "../features/ast-grep/support/engines.ts"

const filesCount = process.env.WORKBENCH_LONG === "1" ? 3000 : 200
const seed = 20_261_129

const name = fc.constantFrom("a", "b", "café", "x1", "'text'", "42")

/** Calls with nested calls, objects and functions, broken over lines at random. */
const { expression } = fc.letrec<{ expression: string; list: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    name,
    tie("list").map((list) => `call(${list})`),
    tie("list").map((list) => `[${list}]`),
    tie("expression").map((value) => `{\n      key: ${value},\n    }`),
    tie("expression").map((value) => `() => {\n        return ${value}\n    }`),
  ),
  list: fc
    .array(fc.tuple(tie("expression"), fc.constantFrom(", ", ",\n      ", ",\n  ")), {
      maxLength: 3,
    })
    .map((items) =>
      items.map(([value, gap], index) => (index === 0 ? value : gap + value)).join(""),
    ),
}))

const statement = fc
  .tuple(fc.constantFrom("", "  ", "    "), expression)
  .map(([indent, value]) => `${indent}call(${value})`)
const source = fc
  .array(statement, { minLength: 1, maxLength: 6 })
  .map((statements) => `function f() {\n${statements.join("\n")}\n}\n`)

const rewrites: readonly (readonly [pattern: string, rewrite: string])[] = [
  ["call($$$A)", "run($$$A)"],
  ["call($A)", "run(\n  $A,\n)"],
  ["call($A)", "if (ready) {\n    run($A, $A)\n}"],
  ["call($A, $$$B)", "run({\n  first: $A,\n  rest: [$$$B],\n})"],
]

function writeAll(sources: readonly string[]): { folder: string; files: readonly string[] } {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const files = sources.map((text, index) => {
    const file = path.join(folder, `f${index}.js`)
    writeFileSync(file, text)
    return file
  })
  return { folder, files }
}

test.each(rewrites)("%s to %j comes out as the binary writes it", async (pattern, rewrite) => {
  const sources = fc.sample(source, { seed, numRuns: filesCount })
  const ours = writeAll(sources)
  const asked = { ...request("javascript", pattern, ours.files), bytesMax: 1e9 }
  const matches = groupByFile(await matchAll(createTestBinary(), asked))
  const theirs = writeAll(sources)
  execFileSync(
    binaryPath(),
    ["run", "-p", pattern, "-r", rewrite, "-l", "javascript", "--update-all", theirs.folder],
    { stdio: "pipe" },
  )
  for (const [index, file] of ours.files.entries()) {
    const bytes = readFileSync(file)
    const plan = planRewrite({
      source: bytes,
      matches: matches.get(file) ?? [],
      template: parseTemplate(rewrite),
      isOpenEnded: true,
      lineComment: "//",
    })
    if (plan.kind === "stale") throw new Error("stale")
    const written = readFileSync(theirs.files[index] ?? "", "utf8")
    expect(applyEdits(bytes, plan.edits).toString("utf8")).toBe(written)
  }
})
