import { describe, expect, test } from "vitest"
import { judgeTranscript } from "../../../src/features/compaction/continue-guard.ts"
import { answer, compacted, continued, toolCall, user } from "../../support/transcript.ts"

const minute = 60_000

describe("after a summary", () => {
  test("unfinished work goes on", () => {
    const messages = [user("Fix it."), toolCall("completed"), ...compacted(0)]
    expect(judgeTranscript(messages, minute)).toBe("go-on")
  })

  test("a finished turn does not start again", () => {
    expect(judgeTranscript([user("Fix it."), answer("Fixed."), ...compacted(0)], 0)).toBe(
      "finished",
    )
  })
})

describe("two compactions", () => {
  const between = (...middle: Parameters<typeof judgeTranscript>[0]) => [
    user("Fix it."),
    toolCall("completed"),
    ...compacted(0),
    ...middle,
    ...compacted(2 * minute),
  ]

  test("without a completed call in between are a loop", () => {
    const messages = between(continued(), toolCall("error"))
    expect(judgeTranscript(messages, 2 * minute)).toBe("loop")
  })

  test("with a completed call in between are none", () => {
    const messages = between(continued(), toolCall("completed"), toolCall("error"))
    expect(judgeTranscript(messages, 2 * minute)).toBe("go-on")
  })

  test("with a word of the user in between are none", () => {
    const messages = between(continued(), user("Try again."), toolCall("error"))
    expect(judgeTranscript(messages, 2 * minute)).toBe("go-on")
  })

  test("more than three minutes apart are none", () => {
    const messages = between(continued(), toolCall("error"))
    expect(judgeTranscript(messages, 3 * minute)).toBe("loop")
    expect(judgeTranscript(messages, 3 * minute + 1)).toBe("go-on")
  })

  test("of which the user asked for the first are none", () => {
    const messages = [
      user("Fix it."),
      toolCall("completed"),
      ...compacted(0, { auto: false }),
      user("Fix it."),
      toolCall("error"),
      ...compacted(1),
    ]
    expect(judgeTranscript(messages, 1)).toBe("go-on")
  })

  test("around a request that the host replayed after an overflow are a loop", () => {
    const failed = answer("", { error: { name: "ContextOverflowError" } })
    const messages = [
      user("Fix it."),
      failed,
      ...compacted(0, { overflow: true }),
      user("Fix it."),
      failed,
      ...compacted(1, { overflow: true }),
    ]
    expect(judgeTranscript(messages, 1)).toBe("loop")
  })
})
