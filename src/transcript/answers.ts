// Reads a transcript around its summaries: which messages are compaction machinery, where a turn ended, what the
// last answer of the session's own was. Pure. Classification after docs/host-quirks.md, HOST-QUIRK-111.

import type { MessageWithParts } from "../host/port.ts"
import { readRecord, readString } from "../lib/json.ts"

/** Only `=== true` marks a summary: user messages carry `summary` as an object. */
export function isSummary(message: MessageWithParts): boolean {
  return message.info.role === "assistant" && message.info.summary === true
}

/** The request for a summary, and the host's "Continue …" after it. */
export function isCompactionMachinery(message: MessageWithParts): boolean {
  if (message.info.role !== "user") return isSummary(message)
  return message.parts.some(
    (part) =>
      part.type === "compaction" || readRecord(part, "metadata")?.compaction_continue === true,
  )
}

/** The turn ended by the model's own decision: its newest answer, after the newest message to it, says stop. */
export function isTurnFinished(messages: readonly MessageWithParts[]): boolean {
  const newest = messages.findLast((message) => !isCompactionMachinery(message))
  return newest?.info.role === "assistant" && isFinalAnswer(newest)
}

/**
 * The report that a summary hides: the final answer that a session gave to its newest request before it was
 * compacted. Undefined where work was cut by every summary, or there was none.
 */
export function hiddenAnswer(messages: readonly MessageWithParts[]): string | undefined {
  const request = messages.findLastIndex(
    (message) => message.info.role === "user" && !isCompactionMachinery(message),
  )
  const run = messages.slice(request + 1)
  for (const [index, message] of [...run.entries()].toReversed()) {
    if (!isSummary(message)) continue
    const answer = run.slice(0, index).findLast((earlier) => !isCompactionMachinery(earlier))
    if (answer && isFinalAnswer(answer)) return answerText(answer) || undefined
  }
  return undefined
}

function isFinalAnswer(message: MessageWithParts): boolean {
  return message.info.finish === "stop" && message.info.error === undefined
}

function answerText(message: MessageWithParts): string {
  return message.parts
    .filter((part) => part.type === "text" && part.synthetic !== true)
    .map((part) => readString(part, "text") ?? "")
    .join("\n")
    .trim()
}
