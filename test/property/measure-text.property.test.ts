// Counting character by character gives what regular expressions give.

import fc from "fast-check"
import { expect, it } from "vitest"
import {
  countVisibleRuns,
  countWords,
  extentOf,
  joinExtents,
  lengthOfExtent,
} from "../../src/features/webfetch/convert/measure-text.ts"

const runs = { numRuns: process.env.WORKBENCH_LONG === "1" ? 20_000 : 1_000, seed: 20_261_130 }

const spaces = " \t\n\v\f\r\u00A0\u1680\u2000\u2003\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF"
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...spaces,
        "\u200B",
        "\u0085",
        "_",
        "a",
        "Z",
        "9",
        "é",
        "日",
        "𝒳",
        "٣",
        "\uD835",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(""))

/** Character by character: over "\uF900\uFEFF" the expression of the host's runtime finds no letter at all. */
function wordsOf(value: string): number {
  const isLetter = (character = "") => /^[\p{L}\p{N}_]$/u.test(character)
  const characters = [...value]
  return characters.filter((one, index) => isLetter(one) && !isLetter(characters[index - 1])).length
}

it("texts are measured as regular expressions measure them", () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(lengthOfExtent(extentOf(value))).toBe(value.trim().replace(/\s{2,}/g, " ").length)
      expect(countVisibleRuns(value)).toBe(value.match(/\S+/g)?.length ?? 0)
      expect(countWords(value)).toBe(wordsOf(value))
    }),
    runs,
  )
})

it("the extent of a text is that of its parts, wherever it is cut", () => {
  fc.assert(
    fc.property(text, text, text, (first, second, third) => {
      const ends = joinExtents(extentOf(second), extentOf(third))
      expect(joinExtents(extentOf(first), ends)).toBe(extentOf(first + second + third))
    }),
    runs,
  )
})

it("every character alone is the space, the letter or neither that regular expressions take it for", () => {
  const differing: number[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const value = String.fromCodePoint(code)
    const isSpace = /\s/.test(value)
    const isWord = /[\p{L}\p{N}_]/u.test(value)
    if ((countVisibleRuns(value) === 0) !== isSpace || (countWords(value) === 1) !== isWord) {
      differing.push(code)
    }
  }
  expect(differing).toEqual([])
})
