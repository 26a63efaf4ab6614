// Results of MCP tools: the host hands them to the after-hook as content parts without an output (HOST-QUIRK-39).

import { isRecord, readString } from "../../lib/json.ts"

/** The joined text of a result made of content parts; undefined for any other result. */
export function contentText(output: unknown): string | undefined {
  const content = isRecord(output) ? output.content : undefined
  if (!Array.isArray(content)) return undefined
  return content.flatMap((part: unknown) => readString(part, "text") ?? []).join("\n")
}

/** Adds what `changed` has behind `text` as a part of its own. A change inside the text cannot be carried over. */
export function appendContent(output: unknown, text: string, changed: string): boolean {
  const content = isRecord(output) ? output.content : undefined
  const isAppended = changed.startsWith(text) && changed.length > text.length
  if (!Array.isArray(content) || !isAppended || !Object.isExtensible(content)) return false
  content.push({ type: "text", text: changed.slice(text.length).trimStart() })
  return true
}
