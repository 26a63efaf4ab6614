// Total readers for what the host's API returns: a missing or odd field never throws.

import { isRecord, readNumber, readRecord, readString } from "../../lib/json.ts"
import type {
  AgentInfo,
  MessageWithParts,
  ModelRef,
  PendingRequest,
  PermissionRule,
  PromptOutcome,
  SessionInfo,
} from "../port.ts"

export function readList<Item>(
  value: unknown,
  readItem: (item: unknown) => Item | undefined,
): readonly Item[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    const read = readItem(item)
    return read === undefined ? [] : [read]
  })
}

export function readSession(value: unknown): SessionInfo | undefined {
  const id = readString(value, "id")
  if (id === undefined || !isRecord(value)) return undefined
  const time = readRecord(value, "time")
  const tokens = readRecord(value, "tokens")
  const createdAt = readNumber(time, "created") ?? 0
  return {
    id,
    parentId: readString(value, "parentID"),
    title: readString(value, "title") ?? "",
    directory: readString(value, "directory") ?? "",
    createdAt,
    updatedAt: readNumber(time, "updated") ?? createdAt,
    agent: readString(value, "agent"),
    model: readModel(value.model),
    metadata: readRecord(value, "metadata") ?? {},
    permission: readList(value.permission, readRule),
    cost: readNumber(value, "cost") ?? 0,
    tokens: {
      input: readNumber(tokens, "input") ?? 0,
      output: readNumber(tokens, "output") ?? 0,
      reasoning: readNumber(tokens, "reasoning") ?? 0,
    },
  }
}

/** Sessions call the model's id `id`, messages call it `modelID`. */
export function readModel(value: unknown): ModelRef | undefined {
  const providerId = readString(value, "providerID")
  const modelId = readString(value, "modelID") ?? readString(value, "id")
  if (providerId === undefined || modelId === undefined) return undefined
  const variant = readString(value, "variant")
  return { providerId, modelId, ...(variant === undefined ? {} : { variant }) }
}

export function readRule(value: unknown): PermissionRule | undefined {
  const permission = readString(value, "permission")
  const action = readString(value, "action")
  if (permission === undefined) return undefined
  if (action !== "allow" && action !== "ask" && action !== "deny") return undefined
  return { permission, pattern: readString(value, "pattern") ?? "*", action }
}

export function readMessage(value: unknown): MessageWithParts | undefined {
  const info = readRecord(value, "info")
  const id = readString(info, "id")
  const role = readString(info, "role")
  if (!info || id === undefined || role === undefined || !isRecord(value)) return undefined
  return { info: { ...info, id, role }, parts: readList(value.parts, readPlain) }
}

export function readPlain(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined
}

export function readPrompt(value: unknown): PromptOutcome {
  const info = readRecord(value, "info")
  const error = readRecord(info, "error")
  const parts = isRecord(value) ? readList(value.parts, readPlain) : []
  const texts = parts
    .filter((part) => part.type === "text" && part.synthetic !== true)
    .map((part) => readString(part, "text") ?? "")
  return {
    messageId: readString(info, "id"),
    text: texts.join("\n").trim(),
    error: error && {
      name: readString(error, "name") ?? "UnknownError",
      message: readString(error.data, "message") ?? readString(error, "message") ?? "",
    },
  }
}

export function readPending(value: unknown): PendingRequest | undefined {
  const id = readString(value, "id")
  const sessionId = readString(value, "sessionID")
  if (id === undefined || sessionId === undefined || !isRecord(value)) return undefined
  return { id, sessionId, detail: value }
}

export function readAgent(value: unknown): AgentInfo | undefined {
  const name = readString(value, "name")
  if (name === undefined || !isRecord(value)) return undefined
  const mode = readString(value, "mode")
  return {
    name,
    description: readString(value, "description") ?? "",
    mode: mode === "primary" || mode === "subagent" ? mode : "all",
    isHidden: value.hidden === true,
    model: readModel(value.model),
    permission: readList(value.permission, readRule),
  }
}

export function readTodo(value: unknown): { content: string; status: string } | undefined {
  const content = readString(value, "content")
  return content === undefined ? undefined : { content, status: readString(value, "status") ?? "" }
}

export function readStatuses(value: unknown): Readonly<Record<string, "busy" | "retry">> {
  const busy: Record<string, "busy" | "retry"> = {}
  for (const [id, status] of Object.entries(isRecord(value) ? value : {})) {
    const type = readString(status, "type")
    if (type === "busy" || type === "retry") busy[id] = type
  }
  return busy
}
