// The planner against the binary's own rewriting, byte for byte, on multi-line cases in ten languages.

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { parseTemplate } from "../../../src/features/ast-grep/metavariables.ts"
import { applyEdits, planRewrite } from "../../../src/features/ast-grep/plan-rewrite.ts"
import {
  binaryPath,
  createProject,
  createTestBinary,
  languageOf,
  matchAll,
  request,
} from "./support/engines.ts"
import { differingCases, rewriteCases } from "./support/rewrite-cases.ts"

type RewriteCase = (typeof rewriteCases)[number]

async function planned(rewriteCase: RewriteCase): Promise<string> {
  const { file, source } = onDisk(rewriteCase)
  const asked = request(rewriteCase.language, rewriteCase.pattern, [file])
  const matches = await matchAll(createTestBinary(), asked)
  const template = parseTemplate(rewriteCase.rewrite)
  const isOpenEnded = !rewriteCase.pattern.endsWith(";")
  const plan = planRewrite({
    source,
    matches,
    template,
    isOpenEnded,
    lineComment: asked.language.lineComment,
  })
  if (plan.kind === "stale") throw new Error("stale")
  return applyEdits(source, plan.edits).toString("utf8")
}

function rewrittenByBinary(rewriteCase: RewriteCase): string {
  const { file } = onDisk(rewriteCase)
  const { pattern, rewrite, language } = rewriteCase
  const args = ["run", "-p", pattern, "-r", rewrite, "-l", language, "--update-all", file]
  execFileSync(binaryPath(), args, { stdio: "pipe" })
  return readFileSync(file, "utf8")
}

function onDisk(rewriteCase: RewriteCase): { file: string; source: Buffer } {
  const name = `file.${languageOf(rewriteCase.language).extensions[0]}`
  const file = path.join(createProject({ [name]: rewriteCase.source }), name)
  return { file, source: readFileSync(file) }
}

test.each(rewriteCases)("rewrites as the binary does: $name", async (rewriteCase) => {
  const expected = rewrittenByBinary(rewriteCase)
  expect(expected).not.toBe(rewriteCase.source)
  expect(await planned(rewriteCase)).toBe(expected)
})

test.each(differingCases)("differs from the binary on purpose: $name", async (rewriteCase) => {
  const text = await planned(rewriteCase)
  expect(text).toBe(rewriteCase.planned)
  expect(text).not.toBe(rewrittenByBinary(rewriteCase))
})

test("forty-eight cases in ten languages are compared, and at most eight differ", () => {
  const cases = [...rewriteCases, ...differingCases]
  expect(cases.length).toBeGreaterThanOrEqual(48)
  expect(rewriteCases.length).toBeGreaterThanOrEqual(40)
  expect(new Set(rewriteCases.map((each) => each.language)).size).toBeGreaterThanOrEqual(10)
  expect(differingCases.length).toBeLessThanOrEqual(8)
})
