import { describe, expect, test } from "vitest"
import { appendContent, contentText } from "../../../src/host/v1/content.ts"

describe("a result made of content parts", () => {
  const make = () => ({
    content: [
      { type: "text", text: "one" },
      { type: "image", data: "x" },
      { type: "text", text: "two" },
    ],
  })

  test("has the text of its text parts", () => {
    expect(contentText(make())).toBe("one\ntwo")
    expect(contentText({ output: "x" })).toBeUndefined()
  })

  test("gets an addition as a part of its own, and nothing else", () => {
    const output = make()
    expect(appendContent(output, "one\ntwo", "one\ntwo\n\nnote")).toBe(true)
    expect(output.content.at(-1)).toEqual({ type: "text", text: "note" })
    expect(appendContent(output, "one\ntwo", "changed")).toBe(false)
    expect(output.content).toHaveLength(4)
  })
})
