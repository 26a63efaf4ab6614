// One request as the model received it: the raw bytes, and readers for what tests ask of it.

import { isRecord, readString } from "../../../src/lib/json.ts"

/**
 * - `step`: an ordinary model call of a session.
 * - `title`: the host makes a session title.
 * - `compaction`: the host asks for a summary of the history.
 */
export type RequestKind = "step" | "title" | "compaction"

export interface WireMessage {
  readonly role: string
  /** Text of the message; parts of other kinds are left out. */
  readonly text: string
  /** Set on tool results. */
  readonly toolCallId: string | undefined
  readonly toolCalls: readonly { id: string; tool: string; argumentsText: string }[]
  /** The message as it stood in the body. */
  readonly raw: Readonly<Record<string, unknown>>
}

export interface WireTool {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}

export interface ModelRequest {
  /** Position among all requests of this model, from 0. */
  readonly index: number
  readonly kind: RequestKind
  readonly sessionId: string
  readonly parentSessionId: string | undefined
  readonly model: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, byte for byte. */
  readonly bodyText: string
  readonly body: Readonly<Record<string, unknown>>
  readonly messages: readonly WireMessage[]
  readonly tools: readonly WireTool[]
  /** Joined text of the leading system messages. */
  readonly system: string
  readonly receivedAt: number
}

export interface RawRequest {
  readonly index: number
  readonly headers: Readonly<Record<string, string>>
  readonly bodyText: string
  readonly receivedAt: number
}

export function parseModelRequest(raw: RawRequest): ModelRequest {
  const parsed: unknown = JSON.parse(raw.bodyText)
  const body = isRecord(parsed) ? parsed : {}
  const messages = recordsOf(body.messages).map(parseMessage)
  const system = messages
    .filter((message) => message.role === "system")
    .map((message) => message.text)
    .join("\n")
  return {
    ...raw,
    kind: kindOf(system),
    sessionId: raw.headers["x-session-id"] ?? raw.headers["x-session-affinity"] ?? "",
    parentSessionId: raw.headers["x-parent-session-id"],
    model: readString(body, "model") ?? "",
    body,
    messages,
    tools: recordsOf(body.tools).map(parseTool),
    system,
  }
}

/** Text of the newest message with this role, or an empty string. */
export function lastText(request: ModelRequest, role: string): string {
  return request.messages.findLast((message) => message.role === role)?.text ?? ""
}

/** Whether any message text, system text or tool description of the request contains `needle`. */
export function mentions(request: ModelRequest, needle: string): boolean {
  return request.bodyText.includes(JSON.stringify(needle).slice(1, -1))
}

function kindOf(system: string): RequestKind {
  if (system.startsWith("You are a title generator")) return "title"
  if (/^You are a(n anchored)? context summarization|summarizing conversations/.test(system)) {
    return "compaction"
  }
  return "step"
}

function parseMessage(raw: Record<string, unknown>): WireMessage {
  return {
    role: readString(raw, "role") ?? "",
    text: textOf(raw.content),
    toolCallId: readString(raw, "tool_call_id"),
    toolCalls: recordsOf(raw.tool_calls).map((toolCall) => ({
      id: readString(toolCall, "id") ?? "",
      tool: readString(toolCall.function, "name") ?? "",
      argumentsText: readString(toolCall.function, "arguments") ?? "",
    })),
    raw,
  }
}

function parseTool(raw: Record<string, unknown>): WireTool {
  const declaration = isRecord(raw.function) ? raw.function : {}
  return {
    name: readString(declaration, "name") ?? "",
    description: readString(declaration, "description") ?? "",
    parameters: declaration.parameters,
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content
  return recordsOf(content)
    .map((part) => readString(part, "text") ?? "")
    .join("")
}

export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
