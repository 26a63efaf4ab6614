import { describe, expect, test } from "vitest"
import { columnsOf, cutToColumns } from "../../src/tui/columns.ts"

describe("the columns of a line", () => {
  test.each([
    ["", 0],
    ["plain words", 11],
    ["caf\u00e9 ● ✓ · …", 12],
    ["cafe\u0301", 4],
    ["日本語", 6],
    ["한국어", 6],
    ["한국어".normalize("NFD"), 6],
    ["ＡＢ ｱ", 6],
    ["😀👍🏽🇩🇪❤️", 8],
    ["नमस्ते", 4],
  ])("%j are %i", (line, columns) => {
    expect(columnsOf(line)).toBe(columns)
  })
})

describe("a line that is cut", () => {
  test.each([
    ["日本語のテスト", 14, "日本語のテスト"],
    ["日本語のテスト", 12, "日本語のテ…"],
    ["日本語のテスト", 2, "…"],
    ["a日本", 3, "a…"],
    ["😀😀😀", 4, "😀…"],
    ["cafe\u0301s", 4, "caf…"],
    ["cafe\u0301s!", 5, "cafe\u0301…"],
    ["日本", 0, ""],
  ])("%j in %i columns is %j", (line, columns, cut) => {
    expect(cutToColumns(line, columns)).toBe(cut)
    expect(columnsOf(cut)).toBeLessThanOrEqual(columns)
  })
})
