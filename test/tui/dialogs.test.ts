import { expect, test } from "vitest"
import { describeCancel } from "../../src/tui/dialogs.ts"

const kept = "The session is kept; changed files stay as they are."

test.each([
  ["look around", `look around. ${kept}`],
  ["Is it there?", `Is it there? ${kept}`],
  ["探してください。", `探してください。 ${kept}`],
  [" \n", kept],
])("before a cancel %j is a sentence of its own", (description, text) => {
  expect(describeCancel({ description })).toBe(text)
})

test("a description that is cut ends with the mark of the cut", () => {
  expect(describeCancel({ description: "x".repeat(200) })).toBe(`${"x".repeat(119)}… ${kept}`)
})
