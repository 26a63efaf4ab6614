// Counts how often a task tool has answered with the same state of the same task (L5). Pure.

import type { ToolCall, ToolResult } from "../../feature/decision.ts"
import { readString } from "../../lib/json.ts"
import { fingerprint } from "./fingerprint.ts"
import { loopLimits } from "./limits.ts"

export interface TaskState {
  /** Tool and task. */
  readonly key: string
  readonly state: string
  /** The state in words, for the note. */
  readonly label: string
}

export function readTaskState(call: ToolCall, result: ToolResult): TaskState {
  const task = readString(call.args, "task_id") ?? readString(call.args, "id") ?? ""
  const named =
    readString(result.metadata, "state") ??
    /\bstate(?:="|: ?)([a-z_]+)/.exec(result.output.slice(0, 500))?.[1]
  return {
    key: `${call.tool} ${task}`,
    state: named ?? fingerprint(result.output),
    label: named !== undefined && /^\w{1,40}$/.test(named) ? named : "unchanged",
  }
}

/** Number of times in a row that this state was seen, this time included. */
export function countState(
  streams: Map<string, { readonly state: string; readonly count: number }>,
  asked: TaskState,
): number {
  const known = streams.get(asked.key)
  const count = known?.state === asked.state ? known.count + 1 : 1
  streams.delete(asked.key)
  streams.set(asked.key, { state: asked.state, count })
  for (const oldest of streams.keys()) {
    if (streams.size <= loopLimits.streamsMax) break
    streams.delete(oldest)
  }
  return count
}
