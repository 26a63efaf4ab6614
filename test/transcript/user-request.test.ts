import { describe, expect, test } from "vitest"
import { isUserRequest, requestText } from "../../src/transcript/user-request.ts"
import { text } from "../support/transcript.ts"

describe("a message is the user's", () => {
  test.each([
    ["text", [text("Fix it.")]],
    ["an image alone", [{ type: "file", mime: "image/png" }]],
    [
      "a mentioned file with the texts that the host adds",
      [text("Read @a.txt"), text("Called the Read tool", { synthetic: true }), { type: "file" }],
    ],
    ["an agent that is called by name", [{ type: "agent", name: "explore" }]],
    ["a subtask", [{ type: "subtask" }]],
  ])("when it holds %s", (_, parts) => {
    expect(isUserRequest(parts)).toBe(true)
  })

  test.each([
    ["only synthetic text", [text("<task id=…", { synthetic: true })]],
    ["only text that the model never gets", [text("note", { ignored: true })]],
    ["only white space", [text(" \n")]],
    ["a request for a summary", [{ type: "compaction", auto: true }]],
    ["nothing", []],
  ])("but not when it holds %s", (_, parts) => {
    expect(isUserRequest(parts)).toBe(false)
  })
})

test("the text of a request leaves out what was added to it", () => {
  const parts = [text("Fix it. "), text("status", { synthetic: true }), { type: "file" }]
  expect(requestText(parts)).toBe("Fix it.")
})
