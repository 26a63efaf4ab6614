// What a child's transcript says about one run: evidence for the board, and the text of its report. Pure.
// Classification after HOST-QUIRK-52; summaries are skipped, notes of ours do not count as prompts.

import type { Evidence, Liveness, Observation } from "../../board/event.ts"
import type { MessageWithParts } from "../../host/port.ts"
import { readNumber, readRecord, readString } from "../../lib/json.ts"
import { isCompactionMachinery } from "../../transcript/answers.ts"

export interface Since {
  readonly promptId: string | undefined
  readonly sinceMs: number
}

/** Metadata key that marks parts which the board wrote: notes and notices. */
export const noteMark = "workbenchNote"

export function observeTranscript(
  messages: readonly MessageWithParts[],
  since: Since,
  live: Liveness,
): Observation {
  const prompt = messages.findLast(isPrompt)
  const newestAnswer = messages.findLast(isAnswer)
  return {
    live,
    evidence: evidenceOf(messagesSince(messages, since)),
    isOpen: newestAnswer !== undefined && !isEnded(newestAnswer),
    promptId: prompt?.info.id,
    promptAt: prompt && createdAt(prompt),
  }
}

/** All texts of the run in order, one paragraph each; the report survives a later answer to a note. */
export function reportText(messages: readonly MessageWithParts[], since: Since): string {
  return messagesSince(messages, since)
    .filter(isAnswer)
    .map(ownText)
    .filter((text) => text !== "")
    .join("\n\n")
}

function messagesSince(
  messages: readonly MessageWithParts[],
  since: Since,
): readonly MessageWithParts[] {
  const start =
    since.promptId === undefined
      ? messages.findIndex((message) => createdAt(message) >= since.sinceMs)
      : messages.findIndex((message) => message.info.id === since.promptId)
  return start === -1 ? [] : messages.slice(start)
}

function evidenceOf(messages: readonly MessageWithParts[]): Evidence {
  if (messages.length === 0) return { kind: "none" }
  const newest = messages.findLast(isAnswer)
  const prompt = messages.findLast(isPrompt)
  if (newest === undefined) return { kind: "unanswered" }
  if (prompt && messages.indexOf(prompt) > messages.indexOf(newest)) return { kind: "unanswered" }
  const error = readRecord(newest.info, "error")
  if (error) return describeError(error)
  if (!isEnded(newest)) return { kind: "open" }
  const finish = readString(newest.info, "finish")
  if (finish === "tool-calls" || finish === "unknown") {
    return newest.parts.some(isRejected) ? { kind: "permission-rejected" } : { kind: "open" }
  }
  const hasText = messages.filter(isAnswer).some((message) => ownText(message) !== "")
  return { kind: hasText ? "completed" : "empty" }
}

function describeError(error: Record<string, unknown>): Evidence {
  const name = readString(error, "name") ?? "UnknownError"
  if (name === "MessageAbortedError") return { kind: "aborted" }
  const message = readString(error.data, "message") ?? readString(error, "message") ?? ""
  return { kind: "errored", name, message }
}

/** A permission that was rejected, or a question that was dismissed, ended the run (HOST-QUIRK-53). */
function isRejected(part: Readonly<Record<string, unknown>>): boolean {
  const state = readRecord(part, "state")
  if (part.type !== "tool" || state?.status !== "error") return false
  return /reject|dismiss|denied|permission/i.test(readString(state, "error") ?? "")
}

function isAnswer(message: MessageWithParts): boolean {
  return message.info.role === "assistant" && !isCompactionMachinery(message)
}

function isPrompt(message: MessageWithParts): boolean {
  if (message.info.role !== "user" || isCompactionMachinery(message)) return false
  return !message.parts.some((part) => readRecord(part, "metadata")?.[noteMark] === true)
}

function isEnded(message: MessageWithParts): boolean {
  return (
    readNumber(readRecord(message.info, "time"), "completed") !== undefined ||
    readRecord(message.info, "error") !== undefined
  )
}

function createdAt(message: MessageWithParts): number {
  return readNumber(readRecord(message.info, "time"), "created") ?? 0
}

function ownText(message: MessageWithParts): string {
  return message.parts
    .filter((part) => part.type === "text" && part.synthetic !== true && part.ignored !== true)
    .map((part) => readString(part, "text") ?? "")
    .join("\n")
    .trim()
}
