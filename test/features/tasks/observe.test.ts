import { describe, expect, test } from "vitest"
import type { ToolCall } from "../../../src/feature/decision.ts"
import {
  fromTaskResult,
  fromUserMessage,
  isEmptyReport,
} from "../../../src/features/tasks/observe.ts"

const call: ToolCall = { tool: "task", sessionId: "ses_parent", callId: "call_1", args: {} }
const result = (output: string) => ({ title: "", output, metadata: {} })
const tag = (state: string, inner: string) =>
  `<task id="ses_1" state="${state}">\n${inner}\n</task>`

describe("a result of the host's task tool", () => {
  test("with a report is the end of a completed run", () => {
    const output = tag("completed", "<task_result>\nThe report.\n</task_result>")
    expect(fromTaskResult(call, result(output), 7)).toEqual([
      { kind: "native-ended", taskId: "ses_1", state: "completed", detail: undefined, at: 7 },
    ])
    expect(isEmptyReport(output)).toBe(false)
  })

  test("without a word is left to the transcript", () => {
    const output = tag("completed", "<task_result>\n\n</task_result>")
    expect(fromTaskResult(call, result(output), 7)).toEqual([])
    expect(isEmptyReport(output)).toBe(true)
  })
})

describe("the host's notice of a background task", () => {
  test("that failed carries the error", () => {
    const text = tag("error", "<summary>x</summary>\n<task_error>\nno such model\n</task_error>")
    const message = {
      sessionId: "ses_parent",
      messageId: "msg_1",
      agent: "build",
      parts: [{ type: "text", synthetic: true, text }],
    }
    expect(fromUserMessage(message, 9)).toEqual([
      { kind: "native-ended", taskId: "ses_1", state: "errored", detail: "no such model", at: 9 },
    ])
  })
})

describe("a message to a session", () => {
  const spoke = [{ kind: "user-spoke", sessionId: "ses_parent" }]
  const events = (...parts: readonly Record<string, unknown>[]) =>
    fromUserMessage({ sessionId: "ses_parent", messageId: undefined, agent: undefined, parts }, 5)

  test.each([
    ["a text", { type: "text", text: "go on" }],
    ["a file", { type: "file", mime: "text/plain", filename: "a.txt" }],
    ["an image", { type: "file", mime: "image/png", filename: "a.png" }],
  ])("with %s is a word of the user", (_, part) => {
    expect(events(part)).toEqual(spoke)
  })

  test.each([
    ["a synthetic text", { type: "text", text: "tick", synthetic: true }],
    ["a request for a summary", { type: "compaction", auto: true }],
  ])("with nothing but %s is none", (_, part) => {
    expect(events(part)).toEqual([])
  })
})
