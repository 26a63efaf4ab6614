// The job board's reducer: what an event costs over whole lives of tasks, and the heap that one kept task takes.

import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type Board, createBoard } from "../../src/board/board.ts"
import type { BoardEvent, Observation } from "../../src/board/event.ts"
import { defaultCaps } from "../../src/board/limits.ts"
import { step } from "../../src/board/step.ts"
import { type Bench, median } from "../row.ts"

const rounds = 7
const tasksOfARound = 2_000
const parents = 50
const recordsKept = 10_000

export const bench: Bench = {
  topic: "board",
  run: async () => {
    liveThrough(tasksOfARound)
    const costs = Array.from({ length: rounds }, () => {
      const start = performance.now()
      const { events } = liveThrough(tasksOfARound)
      return (performance.now() - start) / events
    })
    const eventMs = median(costs)
    return [
      // 200,000 events a second.
      { name: "one event of a task's life", value: eventMs, unit: "ms", limit: 0.005 },
      { name: "events", value: 1_000 / eventMs, unit: "per second" },
      {
        name: `heap per kept task, ${recordsKept} tasks`,
        value: heapPerTask(),
        unit: "kB",
        limit: 4,
      },
    ]
  },
}

/** Launches tasks, lets each run, ask, be observed and end; every event is one call of the reducer. */
function liveThrough(tasks: number): { readonly board: Board; readonly events: number } {
  const board = createBoard({ owner: "bench", caps: defaultCaps, mint: (key) => key })
  let events = 0
  let now = 1_000_000
  const feed = (event: BoardEvent) => {
    events += 1
    now += 1
    return step(board, event, now)
  }
  for (let index = 0; index < tasks; index++) live(index, feed)
  return { board, events }
}

const ended: Observation = {
  live: "absent",
  evidence: { kind: "completed" },
  isOpen: false,
  promptId: "msg_prompt",
  promptAt: 0,
}

function live(index: number, feed: (event: BoardEvent) => ReturnType<typeof step>) {
  const taskId = `ses_${String(index).padStart(26, "0")}`
  const parentId = `ses_parent${index % parents}`
  const about = { taskId, parentId, rootId: parentId, agent: "general", description: "look around" }
  feed({ kind: "native-launched", ...about })
  feed({ kind: "native-background", taskId })
  feed({ kind: "status", sessionId: taskId, status: "busy" })
  for (let part = 0; part < 20; part++) {
    feed({ kind: "activity", taskId, tool: part % 2 === 0 ? "bash" : undefined })
  }
  feed({ kind: "asked", taskId, request: "permission", requestId: "per_1" })
  feed({ kind: "answered", taskId, requestId: "per_1" })
  for (const effect of feed({ kind: "status", sessionId: taskId, status: "idle" })) {
    if (effect.kind !== "call") continue
    const value = { kind: "observation", observation: ended } as const
    feed({ kind: "settled", operation: effect.operation, outcome: { kind: "ok", value } })
  }
  const at = Number.MAX_SAFE_INTEGER
  feed({ kind: "native-ended", taskId, state: "completed", detail: undefined, at })
}

/** Kilobytes of heap that one ended task keeps, after a collection. */
function heapPerTask(): number {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  collect()
  const before = process.memoryUsage().heapUsed
  const { board } = liveThrough(recordsKept)
  collect()
  const after = process.memoryUsage().heapUsed
  if (board.jobs.size !== recordsKept) throw new Error("tasks are missing on the board")
  return (after - before) / recordsKept / 1_000
}
