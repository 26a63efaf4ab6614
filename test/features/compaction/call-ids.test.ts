import { describe, expect, test } from "vitest"
import { withUniqueCallIds } from "../../../src/features/compaction/call-ids.ts"
import { toolCall, user } from "../../support/transcript.ts"

const ids = (messages: ReturnType<typeof withUniqueCallIds>) =>
  messages?.flatMap((message) => message.parts.map((part) => part.callID)).filter(Boolean)

describe("call ids", () => {
  test("that are unique leave the history alone", () => {
    const messages = [user("Go."), toolCall("completed", { callId: "a" }), toolCall("error")]
    expect(withUniqueCallIds(messages)).toBeUndefined()
  })

  test("that repeat get a number, and the first keeps its id", () => {
    const messages = [1, 2, 3].map(() => toolCall("completed", { callId: "a" }))
    expect(ids(withUniqueCallIds(messages))).toEqual(["a", "a_2", "a_3"])
  })

  test("give way to a number that was given before", () => {
    const messages = ["a", "a", "a_2"].map((callId) => toolCall("completed", { callId }))
    expect(ids(withUniqueCallIds(messages))).toEqual(["a", "a_2", "a_2_2"])
  })

  test("stay within what providers accept", () => {
    const messages = [1, 2].map(() => toolCall("completed", { callId: "c".repeat(40) }))
    const [, second] = ids(withUniqueCallIds(messages)) ?? []
    expect(String(second)).toBe(`${"c".repeat(38)}_2`)
  })

  test.each(["error", "running", "pending"])("of a twin that is %s drop the twin", (status) => {
    const messages = [toolCall("completed", { callId: "a" }), toolCall(status, { callId: "a" })]
    expect(ids(withUniqueCallIds(messages))).toEqual(["a"])
  })

  test("keep the failed call of another tool", () => {
    const other = toolCall("error", { callId: "a", tool: "bash" })
    const messages = [toolCall("completed", { callId: "a" }), other]
    expect(ids(withUniqueCallIds(messages))).toEqual(["a", "a_2"])
  })

  test("keep a call that succeeded after its twin had failed", () => {
    const messages = [toolCall("error", { callId: "a" }), toolCall("completed", { callId: "a" })]
    expect(ids(withUniqueCallIds(messages))).toEqual(["a", "a_2"])
  })

  test("do not change in a longer history", () => {
    const start = [1, 2].map(() => toolCall("completed", { callId: "a" }))
    const before = withUniqueCallIds(start)
    const after = withUniqueCallIds([...start, toolCall("completed", { callId: "a" })])
    expect(after?.slice(0, 2)).toEqual(before)
  })
})
