// Notes behind repeated errors. The host calls no hook for a failed tool (HOST-QUIRK-06), so the note is added to
// the messages that go to the model. It depends on nothing but the messages before it: the same bytes every time.

import type { MessageWithParts } from "../../host/port.ts"
import { readRecord, readString } from "../../lib/json.ts"
import { canonicalCall } from "./fingerprint.ts"
import { loopLimits } from "./limits.ts"
import { describeErrorNote } from "./messages.ts"

type Part = Readonly<Record<string, unknown>>

interface Run {
  readonly key: string
  readonly messageId: string
  readonly count: number
}

/** The messages with notes behind the second and each later identical error in a row, or undefined. */
export function noteRepeatedErrors(
  messages: readonly MessageWithParts[],
  rules: {
    readonly directory: string
    readonly errorMax: number
    isCounted(tool: string): boolean
  },
): readonly MessageWithParts[] | undefined {
  let run: Run | undefined
  let isChanged = false
  const noted = messages.map((message) => {
    if (isUserText(message)) run = undefined
    const parts = message.parts.map((part) => {
      if (part.type !== "tool") return part
      const next = nextRun(run, part, message.info.id, rules)
      const isNew = next !== run
      run = next
      if (!isNew || next === undefined || next.count < loopLimits.errorNoteFrom) return part
      isChanged = true
      return withNote(part, next.count, rules.errorMax)
    })
    return { ...message, parts }
  })
  return isChanged ? noted : undefined
}

function nextRun(
  run: Run | undefined,
  part: Part,
  messageId: string,
  rules: { readonly directory: string; isCounted(tool: string): boolean },
): Run | undefined {
  const tool = readString(part, "tool") ?? ""
  const state = readRecord(part, "state")
  const error = state?.status === "error" ? readString(state, "error") : undefined
  if (!rules.isCounted(tool)) return run
  if (error === undefined) return undefined
  if (error.startsWith("LOOP_")) return run
  const key = `${canonicalCall(tool, readRecord(state, "input") ?? {}, rules.directory)}\n${error}`
  if (run?.key !== key) return { key, messageId, count: 1 }
  return run.messageId === messageId ? run : { key, messageId, count: run.count + 1 }
}

function withNote(part: Part, count: number, errorMax: number): Part {
  const state = readRecord(part, "state") ?? {}
  const note = describeErrorNote(readString(part, "tool") ?? "", count, errorMax)
  return { ...part, state: { ...state, error: `${readString(state, "error") ?? ""}${note}` } }
}

function isUserText(message: MessageWithParts): boolean {
  return message.info.role === "user" && message.parts.some((part) => part.synthetic !== true)
}
