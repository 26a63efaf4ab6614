import { readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { filesBelow } from "./files.ts"

/** Rows of docs/web-cases.md: the number, and the tests that are said to prove it. */
const rows = readFileSync("docs/web-cases.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return /^[DH]\d+$/.test(cells[1] ?? "") ? [{ id: cells[1] ?? "", proof: cells[4] ?? "" }] : []
  })
const tests = filesBelow("test", [".test.ts"])

/** Every `file.test.ts` of a proof with the names quoted after it. */
function proofsOf(proof: string) {
  return [...proof.matchAll(/`([\w-]+\.test\.ts)`((?:,? "[^"]+")+)/g)].map((match) => ({
    file: match[1] ?? "",
    names: [...(match[2] ?? "").matchAll(/"([^"]+)"/g)].map((name) => name[1] ?? ""),
  }))
}

/** What a proof names and the tests do not have. */
function missingIn(proof: string): readonly string[] {
  return proofsOf(proof).flatMap(({ file, names }) => {
    const found = tests.filter((it) => path.posix.basename(it) === file)
    const text = found.map((it) => readFileSync(it, "utf8")).join("\n")
    return names.filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`)
  })
}

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
    expect(proofsOf(proof).length).toBeGreaterThan(0)
    expect(missingIn(proof)).toEqual([])
  })
})
