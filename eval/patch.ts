// Grades the patch engine on a file of cases: the format is described in docs/features/apply-patch.md.
// Usage: --cases FILE [--snapshots] [--via engine|hook|host] [--json]

import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isRecord } from "../src/lib/json.ts"
import { type PatchCase, parseCase, type RunResult } from "./patch/case.ts"
import { runEngine } from "./patch/engine.ts"
import { gradeCase } from "./patch/grade.ts"
import { runOnHost } from "./patch/host.ts"
import { summarise } from "./patch/summary.ts"

const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    snapshots: { type: "boolean", default: false },
    via: { type: "string", default: "engine" },
    json: { type: "boolean", default: false },
  },
})

await main()

async function main(): Promise<void> {
  if (values.cases === undefined) throw new Error("--cases FILE is missing")
  const cases = readCases(values.cases)
  const results = await runAll(cases)
  const graded = cases.flatMap((patchCase, index) => {
    const result = results[index]
    return result ? [{ patchCase, result, grade: gradeCase(patchCase, result) }] : []
  })
  const summary = summarise(graded)
  console.log(JSON.stringify(summary, undefined, values.json ? undefined : 2))
}

async function runAll(cases: readonly PatchCase[]): Promise<readonly RunResult[]> {
  const useSnapshots = values.snapshots
  const runPure = (via: "engine" | "hook"): readonly RunResult[] =>
    cases.map((patchCase) => runEngine(patchCase, { useSnapshots, via }))
  switch (values.via) {
    case "engine":
    case "hook":
      return runPure(values.via)
    case "host": {
      const results = await runOnHost(cases, useSnapshots)
      reportDifferences(cases, results, runPure("hook"))
      return results
    }
    default:
      throw new Error(`--via must be engine, hook or host, not ${values.via}`)
  }
}

// The simulation of the host's rules is worth what this line shows.
function reportDifferences(
  cases: readonly PatchCase[],
  results: readonly RunResult[],
  simulated: readonly RunResult[],
): void {
  const different = cases.filter((_, index) => results[index]?.text !== simulated[index]?.text)
  const ids = different.map(({ id }) => id).join(" ")
  console.error(`bytes other than via hook: ${different.length} of ${cases.length} ${ids}`)
}

function readCases(file: string): PatchCase[] {
  const lines = readFileSync(file, "utf8").split("\n")
  return lines
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const parsed: unknown = JSON.parse(line)
      if (!isRecord(parsed)) throw new Error(`line ${index + 1} of ${file} is not an object`)
      return parseCase(parsed)
    })
}
