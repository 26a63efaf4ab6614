// Builds transcripts as the host stores them, message by message.

import type { MessageWithParts } from "../../src/host/port.ts"

type Part = MessageWithParts["parts"][number]
type Info = Readonly<Record<string, unknown>>

let counter = 0

function message(role: string, info: Info, parts: readonly Part[]): MessageWithParts {
  counter += 1
  return { info: { id: `msg_${counter}`, role, ...info }, parts }
}

export const text = (value: string, more: Info = {}): Part => ({
  type: "text",
  text: value,
  ...more,
})

export const user = (value: string): MessageWithParts => message("user", {}, [text(value)])

export const userWith = (...parts: readonly Part[]): MessageWithParts => message("user", {}, parts)

export const answer = (value: string, info: Info = { finish: "stop" }): MessageWithParts =>
  message("assistant", info, [text(value)])

/** An assistant message with one tool call that ended with `status`. */
export const toolCall = (
  status: string,
  more: { readonly tool?: string; readonly callId?: string; readonly state?: Info } = {},
): MessageWithParts => {
  const { tool = "read", callId = `call_${counter}`, state = {} } = more
  const part = { type: "tool", tool, callID: callId, state: { status, ...state } }
  return message("assistant", { finish: "tool-calls" }, [part])
}

/** The request for a summary and the summary, written at `createdAt`. */
export const compacted = (
  createdAt: number,
  more: { readonly auto?: boolean; readonly overflow?: boolean } = {},
): MessageWithParts[] => [
  message("user", {}, [{ type: "compaction", auto: true, overflow: false, ...more }]),
  message("assistant", { summary: true, finish: "stop", time: { created: createdAt } }, [
    text("Summary."),
  ]),
]

export const continued = (): MessageWithParts =>
  userWith(
    text("Continue if you have next steps", {
      synthetic: true,
      metadata: { compaction_continue: true },
    }),
  )
