// Decides from the transcript alone whether the host may go on after a summary (C2). Pure, so a restart of the
// host forgets nothing.

import type { MessageWithParts } from "../../host/port.ts"
import { readNumber, readString } from "../../lib/json.ts"
import { isCompactionMachinery, isSummary, isTurnFinished } from "../../transcript/answers.ts"
import { isUserRequest, requestText } from "../../transcript/user-request.ts"
import { compactionLimits } from "./limits.ts"

/**
 * - `go-on`: work was cut by the summary.
 * - `finished`: the model had ended its turn; going on would start it again.
 * - `loop`: the compaction before this one is fresh, and nothing was achieved in between.
 */
export type ContinueVerdict = "go-on" | "finished" | "loop"

/** `messages` ends with the summary that was just written; `now` in milliseconds since the epoch. */
export function judgeTranscript(
  messages: readonly MessageWithParts[],
  now: number,
): ContinueVerdict {
  if (isTurnFinished(messages)) return "finished"
  const current = messages.findLastIndex(isSummary)
  const previous = messages.slice(0, Math.max(0, current)).findLastIndex(isSummary)
  if (previous < 0 || !isAutomatic(messages, previous)) return "go-on"
  const ageMs = now - (readNumber(messages[previous]?.info.time, "created") ?? 0)
  if (ageMs > compactionLimits.loopWindowMs) return "go-on"
  return hasProgress(messages, previous, current) ? "go-on" : "loop"
}

/** A summary that the user asked for is no sign of a loop. */
function isAutomatic(messages: readonly MessageWithParts[], summary: number): boolean {
  return compactionPart(messages, summary)?.auto === true
}

/** The part that asked for the summary at this index. */
function compactionPart(messages: readonly MessageWithParts[], summary: number) {
  const request = messages
    .slice(0, summary)
    .findLast((message) => message.info.role === "user" && isCompactionMachinery(message))
  return request?.parts.find((part) => part.type === "compaction")
}

/** A tool call was completed, or the user spoke, between two summaries. */
function hasProgress(
  messages: readonly MessageWithParts[],
  previous: number,
  current: number,
): boolean {
  return messages.slice(previous + 1, current).some((message) => {
    if (message.info.role === "assistant") return message.parts.some(isCompletedCall)
    if (isCompactionMachinery(message) || !isUserRequest(message.parts)) return false
    return !isReplay(messages, previous, message)
  })
}

function isCompletedCall(part: MessageWithParts["parts"][number]): boolean {
  return part.type === "tool" && readString(part.state, "status") === "completed"
}

/** After an overflow the host stores the request that did not fit once more, right below the summary (HOST-QUIRK-114). */
function isReplay(
  messages: readonly MessageWithParts[],
  summary: number,
  message: MessageWithParts,
): boolean {
  if (messages[summary + 1] !== message || compactionPart(messages, summary)?.overflow !== true) {
    return false
  }
  const original = messages
    .slice(0, summary)
    .findLast((earlier) => earlier.info.role === "user" && !isCompactionMachinery(earlier))
  return original !== undefined && requestText(original.parts) === requestText(message.parts)
}
