import { describe, expect, test } from "vitest"
import { hiddenAnswer, isTurnFinished } from "../../src/transcript/answers.ts"
import {
  answer,
  compacted,
  continued,
  text,
  toolCall,
  user,
  userWith,
} from "../support/transcript.ts"

describe("a turn is finished", () => {
  test("when the newest answer of its own says stop, whatever summaries follow", () => {
    expect(isTurnFinished([user("Fix it."), answer("Fixed."), ...compacted(1)])).toBe(true)
  })

  test("when it ended after an earlier summary", () => {
    const messages = [user("Fix it."), toolCall("completed"), ...compacted(1), continued()]
    expect(isTurnFinished([...messages, answer("Fixed."), ...compacted(2)])).toBe(true)
  })

  test.each([
    ["a tool call came last", [user("Fix it."), toolCall("completed")]],
    ["the answer was cut", [user("Fix it."), answer("Fi", { finish: "length" })]],
    ["the answer failed", [user("Fix it."), answer("", { error: { name: "APIError" } })]],
    ["the user said more", [user("Fix it."), answer("Fixed."), user("And that.")]],
    [
      "a notice wants an answer",
      [answer("Waiting."), userWith(text("<task id=…", { synthetic: true }))],
    ],
    ["nothing was said", []],
  ])("but not when %s", (_, messages) => {
    expect(isTurnFinished([...messages, ...compacted(1)])).toBe(false)
  })
})

describe("a summary hides the report", () => {
  test("of a session that was compacted after its final answer", () => {
    expect(hiddenAnswer([user("Count."), answer("Nine."), ...compacted(1)])).toBe("Nine.")
  })

  test("of a session that was compacted twice", () => {
    const messages = [user("Count."), toolCall("completed"), ...compacted(1), continued()]
    expect(hiddenAnswer([...messages, answer("Nine."), ...compacted(2)])).toBe("Nine.")
  })

  test("of a session that the host made go on after its final answer", () => {
    const messages = [user("Count."), answer("Nine."), ...compacted(1), continued()]
    expect(hiddenAnswer([...messages, answer("Done.")])).toBe("Nine.")
  })

  test.each([
    [
      "it belongs to an earlier request",
      [user("Count."), answer("Nine."), ...compacted(1), user("Sum."), answer("Ten.")],
    ],
    [
      "the work went on after it",
      [user("Count."), toolCall("completed"), ...compacted(1), continued(), answer("Nine.")],
    ],
    ["the work was cut by it", [user("Count."), toolCall("completed"), ...compacted(1)]],
    ["there was none", [user("Count."), answer("Nine.")]],
    ["the answer had no text", [user("Count."), answer(""), ...compacted(1)]],
  ])("but not when %s", (_, messages) => {
    expect(hiddenAnswer(messages)).toBeUndefined()
  })
})
