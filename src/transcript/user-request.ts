// What counts as something that the user asked for, as opposed to messages that the host or a plugin wrote in
// the user's place (HOST-QUIRK-110). Pure; in a child session the parent's prompt counts as the user's.

import { readString } from "../lib/json.ts"

export type MessagePart = Readonly<Record<string, unknown>>

const contentTypes: readonly unknown[] = ["file", "agent", "subtask"]

/** True when at least one part was written or attached by the user. */
export function isUserRequest(parts: readonly MessagePart[]): boolean {
  return parts.some((part) => contentTypes.includes(part.type) || isOwnText(part))
}

/** The user's own words, without what was added to them. Empty when only files were sent. */
export function requestText(parts: readonly MessagePart[]): string {
  return parts
    .filter(isOwnText)
    .map((part) => readString(part, "text") ?? "")
    .join("\n")
    .trim()
}

function isOwnText(part: MessagePart): boolean {
  if (part.type !== "text" || part.synthetic === true || part.ignored === true) return false
  return (readString(part, "text") ?? "").trim() !== ""
}
