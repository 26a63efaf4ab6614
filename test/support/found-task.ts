// A task as a rebuild finds it in session metadata and transcript.

import type { BoardEvent, FoundTask } from "../../src/board/event.ts"
import type { TaskRecord } from "../../src/board/record.ts"
import { child, parent } from "./board-bench.ts"

const record: TaskRecord = {
  taskId: child,
  parentId: parent,
  rootId: parent,
  alias: "gen-1",
  agent: "general",
  description: "work",
  owner: "gone",
  generation: 1,
  origin: "plugin",
  isBackground: true,
  state: "running",
  launchedAt: 900_000,
  sinceMs: 900_000,
  promptId: "msg:first",
  acknowledgement: "none",
}

/** Ours by default, its process gone, its run cut off. */
export function found(
  more: Partial<TaskRecord> = {},
  shown: Partial<Omit<FoundTask, "record">> = {},
): FoundTask {
  return {
    record: { ...record, ...more },
    ownership: "ours",
    observation: {
      live: "absent",
      evidence: { kind: "open" },
      isOpen: true,
      promptId: "msg:first",
      promptAt: 900_000,
    },
    isIntentFound: undefined,
    isEndingShown: false,
    ...shown,
  }
}

export function restored(task: FoundTask): BoardEvent {
  return { kind: "task-restored", found: task }
}
