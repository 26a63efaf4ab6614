// Facts of a session out of what the host stores. Pure: asking the host is compaction.ts.

import type { MessageWithParts, SessionInfo } from "../../host/port.ts"
import { readRecord, readString } from "../../lib/json.ts"
import { isCompactionMachinery } from "../../transcript/answers.ts"
import { isUserRequest, requestText } from "../../transcript/user-request.ts"
import type { FailedCall, RunningTask, SessionFacts } from "./facts.ts"

export interface SessionRecords {
  readonly messages: readonly MessageWithParts[]
  readonly todos: readonly { readonly content: string; readonly status: string }[]
  readonly children: readonly SessionInfo[]
  readonly statuses: Readonly<Record<string, "busy" | "retry">>
}

const closedStatuses: readonly string[] = ["completed", "cancelled"]

export function collectFacts(records: SessionRecords): SessionFacts {
  const requests = records.messages.filter(isRequest)
  const first = requests[0]
  const newest = requests.at(-1)
  return {
    firstRequest: first && requestText(first.parts),
    // An overflow makes the host store the same request again; twice the same text says nothing more.
    newestRequest:
      newest && newest !== first && requestText(newest.parts) !== requestText(first?.parts ?? [])
        ? requestText(newest.parts)
        : undefined,
    openTodos: records.todos.filter((todo) => !closedStatuses.includes(todo.status)),
    runningTasks: records.children.flatMap((child) => runningTask(child, records.statuses)),
    failedCalls: failedCalls(newest ? after(records.messages, newest) : records.messages),
  }
}

function isRequest(message: MessageWithParts): boolean {
  return (
    message.info.role === "user" && !isCompactionMachinery(message) && isUserRequest(message.parts)
  )
}

function runningTask(child: SessionInfo, statuses: SessionRecords["statuses"]): RunningTask[] {
  if (statuses[child.id] === undefined) return []
  return [{ id: child.id, title: child.title, agent: child.agent }]
}

function after(messages: readonly MessageWithParts[], start: MessageWithParts) {
  return messages.slice(messages.indexOf(start) + 1)
}

/** Newest first; a call whose like succeeded later is no news. */
function failedCalls(messages: readonly MessageWithParts[]): FailedCall[] {
  const calls = messages.flatMap((message) => message.parts.filter((part) => part.type === "tool"))
  const seen = new Set<string>()
  return calls.toReversed().flatMap((part) => {
    const state = readRecord(part, "state") ?? {}
    const tool = readString(part, "tool") ?? ""
    const args = JSON.stringify(state.input ?? {})
    const key = `${tool} ${args}`
    if (seen.has(key)) return []
    seen.add(key)
    if (state.status !== "error") return []
    return [{ tool, args, error: readString(state, "error") ?? "" }]
  })
}
