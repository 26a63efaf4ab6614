import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `t${index}`, prompt: "go" }))

function batch(
  bench: BoardBench,
  more: { readonly count?: number; readonly isBackground?: boolean; readonly task?: string } = {},
) {
  const { count = 1, isBackground = true, task } = more
  return bench.request({
    tool: "batch",
    caller: parent,
    rootId: parent,
    agent: "general",
    items: items(count),
    isBackground,
    task,
  })
}

const created = (taskId: string) => ({ kind: "ok", value: { kind: "created", taskId } }) as const

const outcomes = (bench: BoardBench, call: number) =>
  bench.replies.get(call)?.[0]?.batch?.map((item) => [item.outcome, item.reason])

test("a background batch over the cap refuses the rest by name and starts none of it later", () => {
  const bench = new BoardBench({ runningPerParentMax: 2 })
  const call = batch(bench, { count: 3 })
  bench.settle("create", created(child))
  bench.settle("create", created("ses_two"))
  bench.accept()
  bench.accept()
  expect(outcomes(bench, call)).toEqual([
    ["started", undefined],
    ["started", undefined],
    ["refused", "parent_limit"],
  ])
  bench.event({ kind: "deleted", sessionId: child })
  expect(bench.inFlight("create")).toEqual([])
})

test("a foreground batch over the cap starts the next task when a place gets free", () => {
  const bench = new BoardBench({ runningPerParentMax: 1 })
  const call = batch(bench, { count: 2, isBackground: false })
  expect(bench.inFlight("create")).toHaveLength(1)
  bench.settle("create", created(child))
  bench.accept()
  bench.observe({ evidence: { kind: "completed" } })
  bench.settle("create", created("ses_two"))
  bench.accept()
  bench.observe({ evidence: { kind: "errored", name: "APIError", message: "no" } })
  expect(outcomes(bench, call)).toEqual([
    ["completed", undefined],
    ["errored", undefined],
  ])
})

test("tasks are named in the order of the batch, in whatever order their sessions come", () => {
  const bench = new BoardBench()
  batch(bench, { count: 2 })
  bench.calls.reverse()
  bench.settle("create", created("ses_two"))
  bench.settle("create", created(child))
  expect(bench.board.jobs.get(child)?.alias).toBe("gen-1")
  expect(bench.board.jobs.get("ses_two")?.alias).toBe("gen-2")
})

test("one failure does not discard the others", () => {
  const bench = new BoardBench()
  const call = batch(bench, { count: 3 })
  bench.settle("create", created(child))
  bench.settle("create", { kind: "refused", detail: "no such agent" })
  bench.settle("create", { kind: "unknown" })
  bench.accept()
  expect(outcomes(bench, call)?.map(([outcome]) => outcome)).toEqual([
    "started",
    "not_created",
    "creation_unknown",
  ])
})

test("the endings that a foreground batch reports are not told again", () => {
  const bench = new BoardBench()
  batch(bench, { isBackground: false })
  bench.settle("create", created(child))
  bench.accept()
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("reported")
  expect(bench.inFlight("look")).toEqual([])
})

test("an interrupted foreground batch cancels what runs and starts no more", () => {
  const bench = new BoardBench({ runningPerParentMax: 1 })
  const call = batch(bench, { count: 2, isBackground: false })
  bench.settle("create", created(child))
  bench.accept()
  bench.event({ kind: "call-aborted", call })
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "aborted" } })
  expect(outcomes(bench, call)?.map(([outcome]) => outcome)).toEqual(["cancelled", "not_started"])
  expect(bench.board.jobs.get(child)?.ending?.reason).toBe("parent_aborted")
})

test("session_id takes exactly one task, and keeps the agent", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  const two = batch(bench, { count: 2, task: child })
  expect(bench.replies.get(two)?.[0]).toMatchObject({ outcome: "refused", reason: "batch_size" })
  const other = bench.request({
    tool: "batch",
    caller: parent,
    rootId: parent,
    agent: "explore",
    items: items(1),
    isBackground: true,
    task: child,
  })
  expect(bench.replies.get(other)?.[0]).toMatchObject({
    outcome: "refused",
    reason: "agent_differs",
  })
})

test("session_id of a running task is refused, not queued", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  const call = batch(bench, { task: "gen-1" })
  expect(bench.replies.get(call)?.[0]).toMatchObject({
    outcome: "refused",
    reason: "still_running",
  })
})

test("tasks of tasks count against the limit of their root", () => {
  const bench = new BoardBench({ runningPerRootMax: 1 })
  bench.launchBatch()
  const call = bench.request({
    tool: "native",
    caller: child,
    rootId: parent,
    callId: "call",
    agent: "general",
    description: "below",
    task: undefined,
    ancestors: [parent],
  })
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "refused", reason: "root_limit" })
})

test("twelve tasks are started at once where the limits allow it", () => {
  const bench = new BoardBench({ runningPerParentMax: 12 })
  const call = batch(bench, { count: 12, isBackground: false })
  expect(bench.inFlight("create")).toHaveLength(12)
  for (let index = 0; index < 12; index++) bench.settle("create", created(`ses_${index}`))
  expect(bench.inFlight("prompt")).toHaveLength(12)
  expect(bench.outcome(call)).toBeUndefined()
})

test("a batch has no time limit of its own", () => {
  const bench = new BoardBench()
  const call = batch(bench, { count: 2, isBackground: false })
  bench.settle("create", created(child))
  bench.settle("create", created("ses_two"))
  bench.accept()
  bench.accept()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  const live = { [child]: "busy", ses_two: "busy" } as const
  bench.pass(12 * 3_600_000, live)
  expect(bench.outcome(call)).toBeUndefined()
  for (const sessionId of Object.keys(live)) {
    bench.event({ kind: "status", sessionId, status: "idle" })
  }
  bench.observe({ evidence: { kind: "completed" } })
  expect(outcomes(bench, call)).toEqual(Array(2).fill(["completed", undefined]))
})

test("session_id of a task of another session is refused", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  const call = bench.request({
    tool: "batch",
    caller: "ses_other",
    rootId: "ses_other",
    agent: "general",
    items: items(1),
    isBackground: true,
    task: child,
  })
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "refused", reason: "foreign" })
})

test("session_id gives the task its next run, in the same session", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  const call = batch(bench, { task: "gen-1", isBackground: false })
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  bench.accept()
  expect([bench.generation(), bench.inFlight("create")]).toEqual([2, []])
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.observe({ evidence: { kind: "completed" } })
  expect(outcomes(bench, call)).toEqual([["completed", undefined]])
})

test("0 and 13 tasks are refused whole", () => {
  const bench = new BoardBench()
  for (const count of [0, 13]) {
    expect(bench.replies.get(batch(bench, { count }))?.[0]).toMatchObject({
      outcome: "refused",
      reason: "batch_size",
    })
  }
  expect(bench.calls).toEqual([])
})
