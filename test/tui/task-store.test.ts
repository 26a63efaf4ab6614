import { describe, expect, test } from "vitest"
import type { SessionInfo } from "../../src/host/port.ts"
import { createTaskStore } from "../../src/tui/task-store.ts"
import { parentId, startedAt, taskSession } from "../support/task-session.ts"

function createBench(children: () => Promise<readonly SessionInfo[]> = async () => []) {
  const bench = { now: startedAt, changes: 0, asked: 0 }
  const store = createTaskStore({
    now: () => bench.now,
    askChildren: () => {
      bench.asked += 1
      return children()
    },
    look: () => ({ status: "busy", waitsFor: undefined }),
    onChange: () => {
      bench.changes += 1
    },
  })
  return { bench, store }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const place = { sessionId: "ses_1", messageId: "msg_1", callId: "call_1" }

describe("what the panel knows of tasks", () => {
  test("comes from one question for the children, and from events after it", async () => {
    const { bench, store } = createBench(async () => [taskSession("ses_1")])
    store.visit(parentId)
    store.visit(parentId)
    await settled()
    store.onSession(taskSession("ses_2", { alias: "gen-2" }))
    expect(bench.asked).toBe(1)
    expect(store.rowsOf(parentId).map((row) => row.alias)).toEqual(["gen-1", "gen-2"])
  })

  test("a question that failed is asked again five seconds later", async () => {
    const { bench, store } = createBench(async () => {
      throw new Error("no connection")
    })
    store.visit(parentId)
    await settled()
    store.visit(parentId)
    expect(bench.asked).toBe(1)
    bench.now += 5_000
    store.visit(parentId)
    expect(bench.asked).toBe(2)
  })

  test("what was deleted while the connection was lost is gone after it is back", async () => {
    let children = [taskSession("ses_1"), taskSession("ses_2", { alias: "gen-2" })]
    const { store } = createBench(async () => children)
    store.visit(parentId)
    await settled()
    children = [taskSession("ses_1")]
    store.reload()
    store.onSession(taskSession("ses_3", { alias: "gen-3" }))
    await settled()
    expect(store.rowsOf(parentId).map((row) => row.alias)).toEqual(["gen-1", "gen-3"])
  })

  test("an answer that is older than an event changes nothing", async () => {
    const { store } = createBench(async () => [taskSession("ses_1")])
    store.visit(parentId)
    const ended = taskSession("ses_1", { state: "completed" })
    store.onSession({ ...ended, updatedAt: ended.updatedAt + 1 })
    await settled()
    expect(store.rowOf("ses_1")?.phase).toBe("completed")
  })

  test("sessions without a record, and broken records, give no rows", () => {
    const { store } = createBench()
    store.onSession({ ...taskSession("ses_1"), metadata: {} })
    store.onSession({ ...taskSession("ses_2"), metadata: { workbench: { task: 5 } } })
    expect(store.rowsOf(parentId)).toEqual([])
    expect(store.rowOf("ses_2")).toBeUndefined()
  })

  test("a deleted session is gone at once", () => {
    const { bench, store } = createBench()
    store.onSession(taskSession("ses_1"))
    store.onEvent({ type: "session-deleted", sessionId: "ses_1" })
    expect(store.rowsOf(parentId)).toEqual([])
    expect(bench.changes).toBe(2)
  })

  test("the tool in progress is shown until it ends", () => {
    const { store } = createBench()
    store.onSession(taskSession("ses_1"))
    store.onEvent({ type: "tool-started", tool: "bash", ...place })
    expect(store.rowOf("ses_1")?.tool).toBe("bash")
    store.onEvent({ type: "tool-completed", tool: "bash", ...place })
    expect(store.rowOf("ses_1")?.tool).toBeUndefined()
  })

  test("streamed text is a sign of life that draws nothing", () => {
    const { bench, store } = createBench()
    store.onSession(taskSession("ses_1"))
    const before = bench.changes
    bench.now += 60_000
    store.onEvent({ type: "text-delta", delta: "x", partId: "prt_1", ...place })
    expect(bench.changes).toBe(before)
    expect(store.rowOf("ses_1")?.lastSignAt).toBe(bench.now)
  })

  test("of more than 500 tasks the finished one that is oldest is forgotten", () => {
    const { store } = createBench()
    store.onSession(taskSession("ses_old"))
    for (let index = 0; index < 500; index++) {
      const ended = taskSession(`ses_${index}`, { state: "completed" })
      store.onSession({ ...ended, updatedAt: startedAt + index })
    }
    expect(store.rowsOf(parentId)).toHaveLength(500)
    expect(store.rowOf("ses_old")?.phase).toBe("running")
    expect(store.rowOf("ses_0")).toBeUndefined()
  })
})
