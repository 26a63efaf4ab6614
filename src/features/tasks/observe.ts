// Host events and results of the host's own `task` tool as events of the board. Pure.

import type { BoardEvent } from "../../board/event.ts"
import { parseTask } from "../../board/record.ts"
import type { ToolCall, ToolResult } from "../../feature/decision.ts"
import type { UserMessage } from "../../feature/feature.ts"
import type { HostEvent, ToolFailed } from "../../host/event.ts"
import { readString } from "../../lib/json.ts"
import { isUserRequest } from "../../transcript/user-request.ts"

export interface Surroundings {
  /** Root session above this one, as far as the board knows it. */
  rootOf(sessionId: string): string
  /** Sessions of other features. */
  isPrivate(sessionId: string): boolean
  readonly now: number
}

/** Title that the host's `task` tool gives a child: description and agent. */
export const nativeTitle = /^([\s\S]*) \(@(\S+) subagent\)$/

export function toBoardEvents(event: HostEvent, around: Surroundings): readonly BoardEvent[] {
  switch (event.type) {
    case "session-created":
      return launched(event, around)
    case "session-deleted":
      return [{ kind: "deleted", sessionId: event.sessionId }]
    case "session-idle":
      return [{ kind: "status", sessionId: event.sessionId, status: "idle" }]
    case "session-status":
      return [{ kind: "status", sessionId: event.sessionId, status: event.status }]
    case "session-failed":
      return event.sessionId === undefined
        ? []
        : [{ kind: "failed", sessionId: event.sessionId, name: event.name }]
    case "tool-started":
      return [{ kind: "activity", taskId: event.sessionId, tool: event.tool }]
    case "tool-completed":
      return [
        { kind: "activity", taskId: event.sessionId, tool: undefined },
        ...nativeSettled(event),
      ]
    case "tool-failed":
      return [
        { kind: "activity", taskId: event.sessionId, tool: undefined },
        ...nativeFailed(event, around.now),
      ]
    default:
      return fromStream(event)
  }
}

function fromStream(event: HostEvent): readonly BoardEvent[] {
  switch (event.type) {
    case "text-delta":
    case "part-updated":
      return [{ kind: "activity", taskId: event.sessionId, tool: undefined }]
    case "message-updated":
      return event.role === "assistant"
        ? [{ kind: "parent-answered", parentId: event.sessionId }]
        : []
    case "permission-asked":
      return [asked(event.sessionId, "permission", event.requestId)]
    case "question-asked":
      return [asked(event.sessionId, "question", event.requestId)]
    case "permission-replied":
    case "question-replied":
      return [{ kind: "answered", taskId: event.sessionId, requestId: event.requestId }]
    default:
      return []
  }
}

function asked(taskId: string, request: "permission" | "question", requestId: string): BoardEvent {
  return { kind: "asked", taskId, request, requestId }
}

function launched(
  event: Extract<HostEvent, { type: "session-created" | "session-updated" }>,
  around: Surroundings,
): readonly BoardEvent[] {
  const { sessionId: taskId, parentId, title, metadata } = event
  const match = nativeTitle.exec(title)
  if (parentId === undefined || !match?.[2] || around.isPrivate(taskId)) return []
  if (parseTask(taskId, metadata)) return []
  const rootId = around.rootOf(parentId)
  const description = match[1] ?? ""
  return [{ kind: "native-launched", taskId, parentId, rootId, agent: match[2], description }]
}

function nativeSettled(event: {
  readonly tool: string
  readonly sessionId: string
  readonly callId: string
}): readonly BoardEvent[] {
  if (event.tool !== "task") return []
  return [{ kind: "native-settled", parentId: event.sessionId, callId: event.callId }]
}

function nativeFailed(event: ToolFailed, at: number): readonly BoardEvent[] {
  if (event.tool !== "task") return []
  const match = /\(task_id: (ses_\w+)\):? ?([\s\S]*)/.exec(event.error)
  const ended: readonly BoardEvent[] = match?.[1]
    ? [{ kind: "native-ended", taskId: match[1], state: "errored", detail: match[2], at }]
    : []
  return [...ended, ...nativeSettled(event)]
}

/** A result of the host's `task` tool, at once (background) or at the end of the run. */
export function fromTaskResult(
  call: ToolCall,
  result: ToolResult,
  at: number,
): readonly BoardEvent[] {
  if (call.tool !== "task") return []
  const shown = readTaskTag(result.output)
  const taskId = shown?.taskId ?? readString(result.metadata, "sessionId")
  if (taskId === undefined) return []
  if (result.metadata.background === true) return [{ kind: "native-background", taskId }]
  return shown ? endedAs(shown, at) : []
}

/** A user message: the host's own report of a background task, or the user. */
export function fromUserMessage(message: UserMessage, at: number): readonly BoardEvent[] {
  if (isUserRequest(message.parts)) return [{ kind: "user-spoke", sessionId: message.sessionId }]
  return message.parts.flatMap((part) => {
    const shown = readTaskTag(readString(part, "text") ?? "")
    const isOurs = readString(part, "id")?.startsWith("prt_") && part.metadata !== undefined
    return shown && !isOurs ? endedAs(shown, at) : []
  })
}

interface TaskTag {
  readonly taskId: string
  readonly state: string
  /** What stands in the result or error tag. */
  readonly body: string
}

/** The host's `<task id="…" state="…">` at the start of a text. */
export function readTaskTag(text: string): TaskTag | undefined {
  const match = /^\s*<task id="([^"]+)" state="([^"]+)"/.exec(text)
  if (!match?.[1] || !match[2]) return undefined
  const body = /<task_(result|error)>\s*([\s\S]*?)\s*<\/task_\1>/.exec(text)?.[2] ?? ""
  return { taskId: match[1], state: match[2], body }
}

/** The host calls a run completed that ended without a word. */
export function isEmptyReport(output: string): boolean {
  const shown = readTaskTag(output)
  return shown?.state === "completed" && shown.body === ""
}

function endedAs(shown: TaskTag, at: number): readonly BoardEvent[] {
  const { taskId, body } = shown
  switch (shown.state) {
    case "running":
      return [{ kind: "native-background", taskId }]
    case "completed":
      // Without a text the transcript decides: that is no success.
      return body === ""
        ? []
        : [{ kind: "native-ended", taskId, state: "completed", detail: undefined, at }]
    case "error":
      return [{ kind: "native-ended", taskId, state: "errored", detail: body || undefined, at }]
    default:
      return []
  }
}
