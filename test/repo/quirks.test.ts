import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { missingProof, proofsOf } from "./proofs.ts"

const rows = readFileSync("docs/host-quirks.md", "utf8")
  .split("\n")
  .filter((line) => /^\|\s*\d{2,3}\s*\|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))

describe("the quirks of the host", () => {
  test("have a number each", () => {
    const numbers = rows.map((row) => row[1])
    expect(numbers.length).toBeGreaterThan(40)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })

  test("name proofs that exist", () => {
    const missing = rows.flatMap((row) =>
      proofsOf(row.at(-2) ?? "").flatMap((proof) => missingProof(proof) ?? []),
    )
    expect(missing).toEqual([])
  })

  test("name a test or the simulation each", () => {
    const unproven = rows.filter(
      (row) => proofsOf(row.at(-2) ?? "").length === 0 && row.at(-2) !== "simulation",
    )
    expect(unproven.map((row) => row[1])).toEqual([])
  })
})
