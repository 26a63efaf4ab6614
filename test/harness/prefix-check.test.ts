// The checker behind X8 finds every kind of break, and none where history only grows.

import { describe, expect, test } from "vitest"
import { parseModelRequest } from "../e2e/support/model-request.ts"
import { prefixBreaks } from "../e2e/support/prefix-check.ts"

interface Sent {
  readonly messages: readonly (readonly [role: string, text: string])[]
  readonly tools?: readonly string[]
  readonly session?: string
}

function request(sent: Sent) {
  const messages = sent.messages.map(([role, content]) => ({ role, content }))
  const tools = (sent.tools ?? ["read"]).map((name) => ({ type: "function", function: { name } }))
  return parseModelRequest({
    index: 0,
    headers: { "x-session-id": sent.session ?? "ses_1" },
    bodyText: JSON.stringify({ model: "m", messages, tools }),
    receivedAt: 0,
  })
}

const start = ["system", "Be good."] as const

describe("prefixBreaks", () => {
  test("finds none where messages are only appended", () => {
    const first = request({ messages: [start, ["user", "a"]] })
    const second = request({ messages: [start, ["user", "a"], ["assistant", "b"]] })
    expect(prefixBreaks([first, second])).toEqual([])
  })

  test("finds a changed system text", () => {
    const first = request({ messages: [["system", "It is 10:00."]] })
    const second = request({ messages: [["system", "It is 10:01."]] })
    expect(prefixBreaks([first, second])).toEqual([
      expect.objectContaining({ request: 1, where: "messages[0] (system)" }),
    ])
  })

  test("finds a tool list that grew", () => {
    const first = request({ messages: [start], tools: ["read"] })
    const second = request({ messages: [start], tools: ["read", "grep"] })
    expect(prefixBreaks([first, second])[0]?.where).toBe("tools")
  })

  test("finds a message that was taken away", () => {
    const first = request({ messages: [start, ["user", "a"]] })
    const second = request({ messages: [start] })
    expect(prefixBreaks([first, second])[0]?.after).toBe("(missing)")
  })

  test("compares the requests of each session on their own", () => {
    const one = request({ messages: [start, ["user", "a"]], session: "ses_1" })
    const other = request({ messages: [start, ["user", "b"]], session: "ses_2" })
    expect(prefixBreaks([one, other])).toEqual([])
  })

  test("leaves title and summary requests out", () => {
    const step = request({ messages: [start] })
    const title = request({ messages: [["system", "You are a title generator."]] })
    expect(prefixBreaks([step, title, step])).toEqual([])
  })
})
