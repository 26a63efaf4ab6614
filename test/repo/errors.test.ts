import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { errorCodes } from "../../src/lib/error-codes.ts"
import { filesBelow } from "./files.ts"

const documented = [
  ...readFileSync("docs/errors.md", "utf8").matchAll(/^\|\s*`([A-Z0-9_]+)`/gm),
].map((match) => match[1] ?? "")
const codes = Object.keys(errorCodes)
const without = (list: readonly string[], other: readonly string[]) =>
  list.filter((entry) => !other.includes(entry))

describe("the catalogue of error codes", () => {
  test("every code is documented, nothing else is, nothing twice", () => {
    expect(without(codes, documented)).toEqual([])
    expect(without(documented, codes)).toEqual([])
    expect(new Set(documented).size).toBe(documented.length)
  })

  test("every code is used in the source", () => {
    const source = filesBelow("src", [".ts"])
      .filter((file) => !file.endsWith("error-codes.ts"))
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
    expect(codes.filter((code) => !source.includes(code))).toEqual([])
  })

  test("every code stands in a test that produces it", () => {
    const tests = filesBelow("test", [".ts", ".snap"])
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
    expect(codes.filter((code) => !tests.includes(code))).toEqual([])
  })
})
