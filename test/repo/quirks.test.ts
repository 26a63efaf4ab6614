import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { missingProof, type Proof } from "./proofs.ts"

const rows = readFileSync("docs/host-quirks.md", "utf8")
  .split("\n")
  .filter((line) => /^\|\s*\d{2,3}\s*\|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))

/** Each `file.test.ts` of the last column with the quoted names behind it; a file alone stands for all its tests. */
function proofsOf(cell: string): readonly Proof[] {
  return [...cell.matchAll(/`([\w-]+(?:\.property)?\.test\.ts)`((?:[^`"]*"[^"]+")*)/g)].flatMap(
    ([, file = "", rest = ""]) => {
      const names = [...rest.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "")
      return (names.length > 0 ? names : [""]).map((name): Proof => [file, name])
    },
  )
}

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
