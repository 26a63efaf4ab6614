// Host events in our own words. Unknown and uninteresting events become undefined.

import { isRecord, readRecord, readString } from "../../lib/json.ts"
import type { HostEvent } from "../event.ts"

type Properties = Readonly<Record<string, unknown>>
type Reader = (properties: Properties) => HostEvent | undefined

export function translateEvent(event: unknown): HostEvent | undefined {
  const type = readString(event, "type")
  const properties = readRecord(event, "properties")
  if (type === undefined || properties === undefined) return undefined
  return Object.hasOwn(readers, type) ? readers[type]?.(properties) : undefined
}

const readers: Readonly<Record<string, Reader>> = {
  "session.created": (properties) => readSessionEvent("session-created", properties),
  "session.updated": (properties) => readSessionEvent("session-updated", properties),
  "session.deleted": (properties) => withSession("session-deleted", properties),
  "session.compacted": (properties) => withSession("session-compacted", properties),
  "session.idle": (properties) => withSession("session-idle", properties),
  "session.status": readStatusEvent,
  "session.error": readSessionError,
  "message.updated": readMessageEvent,
  "message.part.updated": readPartEvent,
  "message.part.delta": readDelta,
  "permission.asked": readPermissionAsked,
  "permission.replied": readPermissionReplied,
  "question.asked": readQuestionAsked,
  "question.replied": readQuestionReplied,
  "question.rejected": readQuestionReplied,
  "todo.updated": (properties) => withSession("todo-updated", properties),
  "file.edited": readFileEdited,
}

function withSession(
  type: "session-deleted" | "session-compacted" | "session-idle" | "todo-updated",
  properties: Properties,
): HostEvent | undefined {
  const sessionId = readString(properties, "sessionID") ?? readString(properties.info, "id")
  return sessionId === undefined ? undefined : { type, sessionId }
}

function readSessionEvent(
  type: "session-created" | "session-updated",
  properties: Properties,
): HostEvent | undefined {
  const info = readRecord(properties, "info")
  const sessionId = readString(info, "id")
  if (info === undefined || sessionId === undefined) return undefined
  return {
    type,
    sessionId,
    parentId: readString(info, "parentID"),
    title: readString(info, "title") ?? "",
    metadata: readRecord(info, "metadata") ?? {},
  }
}

function readStatusEvent(properties: Properties): HostEvent | undefined {
  const sessionId = readString(properties, "sessionID")
  const status = readString(properties.status, "type")
  if (sessionId === undefined) return undefined
  if (status !== "idle" && status !== "busy" && status !== "retry") return undefined
  return { type: "session-status", sessionId, status }
}

function readSessionError(properties: Properties): HostEvent | undefined {
  const error = readRecord(properties, "error")
  return {
    type: "session-failed",
    sessionId: readString(properties, "sessionID"),
    name: readString(error, "name") ?? "UnknownError",
    message: readString(error?.data, "message") ?? "",
  }
}

function readMessageEvent(properties: Properties): HostEvent | undefined {
  const info = readRecord(properties, "info")
  const messageId = readString(info, "id")
  const sessionId = readString(info, "sessionID")
  const role = readString(info, "role")
  if (info === undefined || messageId === undefined || sessionId === undefined) return undefined
  if (role !== "user" && role !== "assistant") return undefined
  return { type: "message-updated", sessionId, messageId, role, info }
}

function readPartEvent(properties: Properties): HostEvent | undefined {
  const part = readRecord(properties, "part")
  const sessionId = readString(part, "sessionID")
  const messageId = readString(part, "messageID")
  const partId = readString(part, "id")
  if (part === undefined || sessionId === undefined) return undefined
  if (messageId === undefined || partId === undefined) return undefined
  const toolEvent = readToolPart(part, { sessionId, messageId })
  return toolEvent ?? { type: "part-updated", sessionId, messageId, partId, part }
}

function readToolPart(
  part: Properties,
  place: { readonly sessionId: string; readonly messageId: string },
): HostEvent | undefined {
  const tool = readString(part, "tool")
  const callId = readString(part, "callID")
  const state = readRecord(part, "state")
  if (part.type !== "tool" || tool === undefined || callId === undefined) return undefined
  const base = { ...place, callId, tool }
  switch (readString(state, "status")) {
    case "running":
      return { type: "tool-started", ...base }
    case "completed":
      return { type: "tool-completed", ...base }
    case "error": {
      const args = readRecord(state, "input") ?? {}
      return { type: "tool-failed", ...base, args, error: readString(state, "error") ?? "" }
    }
    default:
      return undefined
  }
}

function readDelta(properties: Properties): HostEvent | undefined {
  const sessionId = readString(properties, "sessionID")
  const messageId = readString(properties, "messageID")
  const partId = readString(properties, "partID")
  const delta = readString(properties, "delta")
  if (sessionId === undefined || messageId === undefined) return undefined
  if (partId === undefined || delta === undefined) return undefined
  return { type: "text-delta", sessionId, messageId, partId, delta }
}

function readPermissionAsked(properties: Properties): HostEvent | undefined {
  const requestId = readString(properties, "id")
  const sessionId = readString(properties, "sessionID")
  if (requestId === undefined || sessionId === undefined) return undefined
  const patterns = properties.patterns
  return {
    type: "permission-asked",
    sessionId,
    requestId,
    permission: readString(properties, "permission") ?? "",
    patterns: Array.isArray(patterns) ? patterns.map(String) : [],
    callId: readString(properties.tool, "callID"),
  }
}

function readPermissionReplied(properties: Properties): HostEvent | undefined {
  const requestId = readString(properties, "requestID")
  const sessionId = readString(properties, "sessionID")
  if (requestId === undefined || sessionId === undefined) return undefined
  const reply = readString(properties, "reply") ?? ""
  return { type: "permission-replied", sessionId, requestId, reply }
}

function readQuestionAsked(properties: Properties): HostEvent | undefined {
  const requestId = readString(properties, "id")
  const sessionId = readString(properties, "sessionID")
  if (requestId === undefined || sessionId === undefined) return undefined
  const asked = properties.questions
  const questions = Array.isArray(asked) ? asked.filter(isRecord) : []
  return { type: "question-asked", sessionId, requestId, questions }
}

function readQuestionReplied(properties: Properties): HostEvent | undefined {
  const requestId = readString(properties, "requestID")
  const sessionId = readString(properties, "sessionID")
  if (requestId === undefined || sessionId === undefined) return undefined
  return { type: "question-replied", sessionId, requestId }
}

function readFileEdited(properties: Properties): HostEvent | undefined {
  const file = readString(properties, "file")
  return file === undefined ? undefined : { type: "file-edited", file }
}
