import { describe, expect, test } from "vitest"
import { noteRepeatedErrors } from "../../../src/features/tool-loop-guard/error-notes.ts"
import type { MessageWithParts } from "../../../src/host/port.ts"

const rules = { directory: "/p", errorMax: 3, isCounted: (tool: string) => tool !== "task" }

let ids = 0
const message = (role: string, ...parts: Record<string, unknown>[]): MessageWithParts => {
  ids += 1
  return { info: { id: `m${ids}`, role }, parts }
}
const failure = (file = "a", error = "File not found", tool = "read") =>
  message("assistant", {
    type: "tool",
    tool,
    state: { status: "error", input: { filePath: file }, error },
  })
const success = () =>
  message("assistant", {
    type: "tool",
    tool: "read",
    state: { status: "completed", input: {}, output: "x" },
  })
const user = (more = {}) => message("user", { type: "text", text: "go", ...more })

function notes(messages: readonly MessageWithParts[]): string {
  const noted = noteRepeatedErrors(messages, rules) ?? messages
  return noted
    .flatMap((entry) => entry.parts)
    .map((part) => (JSON.stringify(part).includes("[tool-loop-guard]") ? "n" : "."))
    .join("")
}

describe("a note behind a repeated error", () => {
  test("stands from the second on", () => {
    expect(notes([failure(), failure(), failure()])).toBe(".nn")
  })

  test("stands nowhere when the call, the error or the turn is another", () => {
    expect(notes([failure("a"), failure("b")])).toBe("..")
    expect(notes([failure("a", "one"), failure("a", "two")])).toBe("..")
    expect(notes([failure(), success(), failure()])).toBe("...")
    expect(notes([failure(), user(), failure()])).toBe("...")
    expect(notes([failure(), user({ synthetic: true }), failure()])).toBe("..n")
  })

  test("does not count refusals of the guard, tools that are not counted, and calls of one message", () => {
    expect(notes([failure(), failure("a", "LOOP_SAME_ERROR: …"), failure()])).toBe("..n")
    expect(notes([failure("a", "x", "task"), failure("a", "x", "task")])).toBe("..")
    const [part] = failure().parts
    expect(notes([message("assistant", part ?? {}, part ?? {})])).toBe("..")
  })

  test("is the same however long the conversation grows (X8)", () => {
    const history = [failure(), failure(), success(), failure(), failure(), failure()]
    const texts = history.map((_, index) =>
      JSON.stringify(
        noteRepeatedErrors(history.slice(0, index + 1), rules) ?? history.slice(0, index + 1),
      ),
    )
    for (const [index, text] of texts.entries()) {
      expect(texts.at(-1)?.startsWith(text.slice(0, -1))).toBe(true)
      expect(index).toBeLessThan(texts.length)
    }
  })

  test("leaves the messages alone where there is nothing to say", () => {
    expect(noteRepeatedErrors([user(), failure(), success()], rules)).toBeUndefined()
  })

  test("changes no part that it was given", () => {
    const history = [failure(), failure()]
    const before = JSON.stringify(history)
    noteRepeatedErrors(history, rules)
    expect(JSON.stringify(history)).toBe(before)
  })
})
