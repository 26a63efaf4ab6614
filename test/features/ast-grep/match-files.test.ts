import { describe, expect, test } from "vitest"
import type { EngineMatch, Matcher } from "../../../src/features/ast-grep/engine/matcher.ts"
import { findLanguage } from "../../../src/features/ast-grep/languages.ts"
import { type AstGrepLimits, astGrepLimits } from "../../../src/features/ast-grep/limits.ts"
import { matchFiles } from "../../../src/features/ast-grep/match-files.ts"

const names = Array.from({ length: 30 }, (_, index) => `/project/file-${index}.ts`)

function matchIn(file: string): EngineMatch {
  const span = { start: 0, end: 1 }
  return { file, span, line: 0, text: "x", single: {}, list: {}, transformed: {} }
}

/** Finds one match in every file, and notes how many files each run got. */
async function runOver(files: readonly string[], limits: Partial<AstGrepLimits>) {
  const language = findLanguage("typescript")
  if (!language) throw new Error("no typescript")
  const runs: number[] = []
  const matcher: Matcher = {
    name: "binary",
    supports: () => true,
    match: async (request) => {
      runs.push(request.files.length)
      const matches = request.files.map(matchIn)
      return { kind: "matches", matches, isCut: false, hasPatternError: false }
    },
  }
  const outcome = await matchFiles({
    ...{ matcher, language, files, limits: { ...astGrepLimits, ...limits } },
    query: { kind: "pattern", pattern: "x" },
    matchesMax: limits.matchesMax ?? 1000,
    bytesMax: 1_000_000,
    signal: new AbortController().signal,
    hasTimedOut: () => false,
  })
  return { outcome, runs }
}

describe("the files of one run of the engine", () => {
  test("double from run to run, up to a limit", async () => {
    const { runs } = await runOver(names, { filesPerFirstRunMax: 2, filesPerRunMax: 8 })
    expect(runs).toEqual([2, 4, 8, 8, 8])
  })

  test("never make the command line longer than the system takes", async () => {
    const argumentBytesMax = Buffer.byteLength(`${names[29]} `) * 3
    const { runs } = await runOver(names, { argumentBytesMax })
    expect(Math.max(...runs)).toBe(3)
    expect(runs.reduce((sum, count) => sum + count)).toBe(30)
  })

  test("are few at first, so that a flood ends with the first run", async () => {
    const { outcome, runs } = await runOver(names, { filesPerFirstRunMax: 3, matchesMax: 3 })
    expect(runs).toEqual([3])
    expect(outcome).toMatchObject({ kind: "matches", cut: "matches" })
  })
})
