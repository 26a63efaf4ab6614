import { readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { parseCase } from "../../../eval/patch/case.ts"
import { runEngine } from "../../../eval/patch/engine.ts"
import { gradeCase } from "../../../eval/patch/grade.ts"
import { summarise } from "../../../eval/patch/summary.ts"

const file = path.resolve(import.meta.dirname, "../../../eval/fixtures/patch-cases.jsonl")
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => parseCase(JSON.parse(line)))

function evaluate(via: "engine" | "hook", useSnapshots: boolean) {
  return summarise(
    cases.map((patchCase) => {
      const result = runEngine(patchCase, { useSnapshots, via })
      return { patchCase, result, grade: gradeCase(patchCase, result) }
    }),
  )
}

describe("the evaluation of our own cases", () => {
  test("counts every case once", () => {
    const summary = evaluate("engine", true)
    const counted = summary.right + summary.refused + summary.wrong + summary.noop
    expect(counted).toBe(summary.apply)
    expect(summary.apply + summary.mustRefuse).toBe(summary.cases)
  })

  test("finds every case right with snapshots, by the engine and through the host's rules", () => {
    for (const via of ["engine", "hook"] as const) {
      const { refusedIds, wrongIds, noop, mustRefuse, mustRefuseRight } = evaluate(via, true)
      expect({ refusedIds, wrongIds, noop }).toEqual({ refusedIds: [], wrongIds: [], noop: 0 })
      expect(mustRefuseRight).toBe(mustRefuse)
    }
  })

  test("without snapshots refuses more, and is never wrong", () => {
    const { wrong, noop, mustRefuse, mustRefuseRight } = evaluate("engine", false)
    expect({ wrong, noop }).toEqual({ wrong: 0, noop: 0 })
    expect(mustRefuseRight).toBe(mustRefuse)
  })
})
