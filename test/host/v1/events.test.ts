import { describe, expect, test } from "vitest"
import { translateEvent } from "../../../src/host/v1/events.ts"

const part = (state: Record<string, unknown>) => ({
  type: "message.part.updated",
  properties: {
    part: {
      id: "prt_1",
      type: "tool",
      tool: "bash",
      callID: "call_1",
      sessionID: "ses_1",
      messageID: "msg_1",
      state,
    },
  },
})
const place = { sessionId: "ses_1", messageId: "msg_1", callId: "call_1", tool: "bash" }

describe("host events in our words", () => {
  test("a failed tool carries its arguments and the error as the model sees it", () => {
    expect(translateEvent(part({ status: "error", input: { command: "x" }, error: "no" }))).toEqual(
      {
        type: "tool-failed",
        ...place,
        args: { command: "x" },
        error: "no",
      },
    )
  })

  test("tools that start and end are told apart", () => {
    expect(translateEvent(part({ status: "running" }))).toEqual({ type: "tool-started", ...place })
    expect(translateEvent(part({ status: "completed" }))).toEqual({
      type: "tool-completed",
      ...place,
    })
    expect(translateEvent(part({ status: "pending" }))).toMatchObject({ type: "part-updated" })
  })

  test.each([
    [
      { type: "session.idle", properties: { sessionID: "s" } },
      { type: "session-idle", sessionId: "s" },
    ],
    [
      { type: "session.deleted", properties: { info: { id: "s" } } },
      { type: "session-deleted", sessionId: "s" },
    ],
    [
      {
        type: "session.created",
        properties: {
          sessionID: "s",
          info: { id: "s", parentID: "p", title: "t", metadata: { a: 1 } },
        },
      },
      { type: "session-created", sessionId: "s", parentId: "p", title: "t", metadata: { a: 1 } },
    ],
    [
      {
        type: "session.status",
        properties: { sessionID: "s", status: { type: "retry", attempt: 1 } },
      },
      { type: "session-status", sessionId: "s", status: "retry" },
    ],
    [
      {
        type: "session.error",
        properties: {
          sessionID: "s",
          error: { name: "MessageAbortedError", data: { message: "aborted" } },
        },
      },
      { type: "session-failed", sessionId: "s", name: "MessageAbortedError", message: "aborted" },
    ],
    [
      {
        type: "permission.asked",
        properties: {
          id: "per_1",
          sessionID: "s",
          permission: "edit",
          patterns: ["a"],
          tool: { callID: "c" },
        },
      },
      {
        type: "permission-asked",
        sessionId: "s",
        requestId: "per_1",
        permission: "edit",
        patterns: ["a"],
        callId: "c",
      },
    ],
    [
      {
        type: "permission.replied",
        properties: { sessionID: "s", requestID: "per_1", reply: "once" },
      },
      { type: "permission-replied", sessionId: "s", requestId: "per_1", reply: "once" },
    ],
    [
      {
        type: "question.asked",
        properties: { id: "que_1", sessionID: "s", questions: [{ question: "?" }, 1] },
      },
      {
        type: "question-asked",
        sessionId: "s",
        requestId: "que_1",
        questions: [{ question: "?" }],
      },
    ],
    [
      { type: "question.rejected", properties: { sessionID: "s", requestID: "que_1" } },
      { type: "question-replied", sessionId: "s", requestId: "que_1" },
    ],
    [
      {
        type: "message.part.delta",
        properties: { sessionID: "s", messageID: "m", partID: "p", delta: "x" },
      },
      { type: "text-delta", sessionId: "s", messageId: "m", partId: "p", delta: "x" },
    ],
    [
      {
        type: "message.updated",
        properties: { info: { id: "m", sessionID: "s", role: "assistant" } },
      },
      {
        type: "message-updated",
        sessionId: "s",
        messageId: "m",
        role: "assistant",
        info: { id: "m", sessionID: "s", role: "assistant" },
      },
    ],
    [
      { type: "file.edited", properties: { file: "/a" } },
      { type: "file-edited", file: "/a" },
    ],
    [
      { type: "todo.updated", properties: { sessionID: "s" } },
      { type: "todo-updated", sessionId: "s" },
    ],
  ])("%j", (event, expected) => {
    expect(translateEvent(event)).toEqual(expected)
  })

  test.each([
    undefined,
    null,
    1,
    {},
    { type: "session.idle" },
    { type: "session.idle", properties: {} },
    { type: "plugin.added", properties: {} },
    { type: "toString", properties: {} },
    { type: "message.part.updated", properties: { part: { type: "tool" } } },
    { type: "permission.asked", properties: { id: "x" } },
  ])("odd event %j becomes nothing", (event) => {
    expect(translateEvent(event)).toBeUndefined()
  })
})
