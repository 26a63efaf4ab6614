// Grades the patch engine on a file of cases: the format is described in docs/features/apply-patch.md.
// Usage: --cases FILE [--snapshots] [--via engine|hook|host] [--json]

import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isRecord } from "../src/lib/json.ts"
import { type PatchCase, parseCase, type RunResult } from "./patch/case.ts"
import { runEngine } from "./patch/engine.ts"
import { type Grade, gradeCase } from "./patch/grade.ts"
import { summarise } from "./patch/summary.ts"

const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    snapshots: { type: "boolean", default: false },
    via: { type: "string", default: "engine" },
    json: { type: "boolean", default: false },
  },
})

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

async function main(): Promise<void> {
  if (values.cases === undefined) throw new Error("--cases FILE is missing")
  const cases = readCases(values.cases)
  const results: { patchCase: PatchCase; grade: Grade; result: RunResult }[] = []
  for (const patchCase of cases) {
    const result = runEngine(patchCase, {
      useSnapshots: values.snapshots,
      via: values.via === "engine" ? "engine" : "hook",
    })
    results.push({ patchCase, result, grade: gradeCase(patchCase, result) })
  }
  const summary = summarise(results)
  console.log(values.json ? JSON.stringify(summary) : JSON.stringify(summary, undefined, 2))
}

await main()
