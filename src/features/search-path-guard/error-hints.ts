// Hints behind two errors of grep that say nothing to a model. The host calls no hook for a failed tool
// (HOST-QUIRK-06), so the hint is added to the messages that go to the model: the same bytes every time.

import type { MessageWithParts } from "../../host/port.ts"
import { readRecord, readString } from "../../lib/json.ts"
import { describeNote, hints } from "./messages.ts"

type Part = Readonly<Record<string, unknown>>

/** The messages with hints behind such errors, or undefined where there is none. */
export function hintSearchErrors(
  messages: readonly MessageWithParts[],
): readonly MessageWithParts[] | undefined {
  const isHinted = messages.some((message) =>
    message.parts.some((part) => hintFor(part) !== undefined),
  )
  if (!isHinted) return undefined
  return messages.map((message) => ({ ...message, parts: message.parts.map(withHint) }))
}

function withHint(part: Part): Part {
  const hint = hintFor(part)
  if (hint === undefined) return part
  const state = readRecord(part, "state") ?? {}
  const error = `${readString(state, "error") ?? ""}${describeNote(hint)}`
  return { ...part, state: { ...state, error } }
}

function hintFor(part: Part): string | undefined {
  if (part.type !== "tool" || part.tool !== "grep") return undefined
  const state = readRecord(part, "state")
  const error = state?.status === "error" ? (readString(state, "error") ?? "") : ""
  if (error.startsWith("Ripgrep JSON record exceeded")) return hints.longLine
  return error.startsWith("Invalid ripgrep match output") ? hints.notText : undefined
}
