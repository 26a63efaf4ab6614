import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { missingProof, proofsOf } from "./proofs.ts"

/** Rows of docs/web-cases.md: the number, and the tests that are said to prove it. */
const rows = readFileSync("docs/web-cases.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return /^[DH]\d+$/.test(cells[1] ?? "") ? [{ id: cells[1] ?? "", proof: cells[4] ?? "" }] : []
  })

describe("the table of web cases", () => {
  test("has every case of requests once", () => {
    const ids = rows.filter(({ id }) => id.startsWith("D")).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => `D${index + 1}`))
  })

  test("has every case of pages once", () => {
    const ids = rows.filter(({ id }) => id.startsWith("H")).map(({ id }) => Number(id.slice(1)))
    expect(ids).toEqual([
      1, 2, 3, 7, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32,
      34, 35, 36, 37, 39,
    ])
  })

  test.each(rows)("$id is proven by tests that exist", ({ proof }) => {
    const named = proofsOf(proof).filter(([, name]) => name !== "")
    expect(named.length).toBeGreaterThan(0)
    expect(named.flatMap((it) => missingProof(it) ?? [])).toEqual([])
  })
})
