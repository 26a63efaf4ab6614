// Sequences that users of other systems reported as bugs, by number; test/repo/sequences.test.ts lists them all.

import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"
import { found, restored } from "../support/found-task.ts"

const idle = (bench: BoardBench, sessionId = child) =>
  bench.event({ kind: "status", sessionId, status: "idle" })

const closed = { kind: "ok", value: { kind: "baseline", isOpen: false } } as const

test("S01: a child that is busy without a new part for 15 minutes is shown as possibly stuck, not as ended", () => {
  const bench = new BoardBench().launchNative()
  bench.pass(900_000, { [child]: "busy" })
  const call = bench.request({ tool: "status", caller: parent, task: child })
  bench.observe({ live: "busy" })
  expect(bench.replies.get(call)?.[0]).toMatchObject({
    outcome: "running",
    task: { possiblyStuck: true, state: "running" },
  })
})

test("S05: a child that ends during a 60 s call of its parent is told at once and once", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.event({ kind: "status", sessionId: parent, status: "busy" })
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  bench.settleNoticeLook(false)
  bench.settle("notice")
  bench.settleNoticeLook(true)
  bench.pass(60_000, {})
  idle(bench, parent)
  expect([bench.inFlight("notice"), bench.inFlight("look")]).toEqual([[], []])
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("told")
})

test("S06: the report can be fetched 30 minutes after the notice and 50 other tasks", () => {
  const bench = new BoardBench({ runningPerParentMax: 100, runningPerRootMax: 100 })
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  for (let index = 0; index < 50; index++) {
    bench.event({
      kind: "native-launched",
      taskId: `ses_other${index}`,
      parentId: parent,
      rootId: parent,
      agent: "general",
      description: "other",
    })
  }
  bench.pass(1_800_000)
  const call = bench.request({ tool: "result", caller: parent, task: "gen-1" })
  bench.observe({ evidence: { kind: "completed" } }, "the report")
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "completed", text: "the report" })
})

test("S18: a foreground child that fails keeps its id and alias", () => {
  const bench = new BoardBench().launchNative(false)
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "errored",
    detail: "APIError: overloaded",
    at: bench.now,
  })
  const call = bench.request({ tool: "status", caller: parent, task: "gen-1" })
  bench.observe({ evidence: { kind: "errored", name: "APIError", message: "overloaded" } })
  expect(bench.replies.get(call)?.[0]).toMatchObject({
    outcome: "errored",
    task: { taskId: child, ending: { detail: "APIError: overloaded" } },
  })
})

test("S23: a cancelled task can be revived", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  const cancel = bench.request({ tool: "cancel", caller: parent, task: child, reason: "wrong" })
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "aborted" } })
  const revive = bench.request({ tool: "revive", caller: parent, task: child, prompt: "right" })
  bench.pass(300, {})
  bench.settle("baseline", closed)
  bench.accept()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  expect([bench.outcome(cancel), bench.outcome(revive)]).toEqual(["cancelled", "started"])
  expect([bench.state(), bench.generation()]).toEqual(["running", 2])
})

test("S26: a cancel cannot overtake a revive that is being sent; the late acceptance is one generation", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  const revive = bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" })
  bench.pass(300, {})
  bench.settle("baseline", closed)
  const during = bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined })
  bench.pass(10_000)
  bench.accept()
  expect([bench.outcome(revive), bench.outcome(during)]).toEqual(["admission_unknown", "busy"])
  expect([bench.state(), bench.generation()]).toEqual(["running", 2])
  const after = bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined })
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "aborted" } })
  expect([bench.outcome(after), bench.generation()]).toEqual(["cancelled", 2])
})

test("S27: a lease whose process is gone blocks nobody", () => {
  const bench = new BoardBench()
  bench.event(restored(found({ lease: "message", owner: "gone" })))
  expect(bench.leaseKind()).toBeUndefined()
  const call = bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" })
  expect(bench.outcome(call)).toBeUndefined()
  expect(bench.leaseKind()).toBe("revive")
})
