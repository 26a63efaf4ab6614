import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const idle = (bench: BoardBench) =>
  bench.event({ kind: "status", sessionId: child, status: "idle" })

/** A task of ours that has just ended; its notice is being looked up. */
function ended() {
  const bench = new BoardBench()
  bench.launchBatch()
  idle(bench)
  return bench.observe({ evidence: { kind: "completed" } })
}

test("a notice is looked up before every send, and never sent where it stands already", () => {
  const bench = ended()
  bench.settleNoticeLook(true)
  expect(bench.inFlight("notice")).toEqual([])
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("told")
})

test("a send that failed is repeated after 1 s under the same message id", () => {
  const bench = ended()
  bench.settleNoticeLook(false)
  const [first] = bench.inFlight("notice")
  bench.settle("notice", { kind: "unknown" })
  bench.pass(999)
  expect(bench.inFlight("look")).toEqual([])
  bench.pass(1)
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toEqual([first])
})

test("after three quick tries it is tried every 30 s, and never given up", () => {
  const bench = ended()
  for (const waitMs of [1_000, 1_000, 30_000, 30_000]) {
    bench.settleNoticeLook(false)
    bench.settle("notice", { kind: "unknown" })
    bench.pass(waitMs - 1)
    expect(bench.inFlight("look")).toEqual([])
    bench.pass(1)
    expect(bench.inFlight("look")).toHaveLength(1)
  }
})

test("a send whose answer was lost is one notice", () => {
  const bench = ended()
  bench.settleNoticeLook(false)
  bench.settle("notice", { kind: "unknown" })
  bench.pass(1_000)
  bench.settleNoticeLook(true)
  expect(bench.inFlight("notice")).toEqual([])
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("told")
})

test("an ending is told only after it was written down", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.savesAtOnce = false
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.inFlight("look")).toEqual([])
  bench.save()
  expect(bench.inFlight("look")).toHaveLength(1)
})

test("a task_result that reports the end takes the notice back", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.savesAtOnce = false
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  bench.request({ tool: "result", caller: parent, task: child })
  bench.observe({ evidence: { kind: "completed" } }, "report")
  bench.save()
  expect(bench.inFlight("look")).toEqual([])
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("reported")
})

test("a task that stops the same way again after going on is told once", () => {
  const bench = new BoardBench().launchNative()
  const stop = () => {
    idle(bench)
    bench.observe({ evidence: { kind: "open" } })
    bench.pass(5_000, {})
    bench.observe({ evidence: { kind: "open" } })
    bench.observe({ evidence: { kind: "open" } })
  }
  stop()
  bench.settleNoticeLook(false)
  bench.pass(1, {})
  bench.event({ kind: "status", sessionId: child, status: "busy" })
  expect(bench.state()).toBe("running")
  bench.settle("notice")
  bench.settleNoticeLook(true)
  bench.pass(1, {})
  stop()
  expect(bench.board.jobs.get(child)).toMatchObject({ state: "stopped", acknowledgement: "told" })
  expect(bench.inFlight("look")).toEqual([])
})

test("a child that waits for a permission or an answer is told at once, and taken back once answered", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.savesAtOnce = false
  bench.event({ kind: "asked", taskId: child, request: "question", requestId: "que_1" })
  expect(bench.inFlight("look")).toHaveLength(1)
  bench.event({ kind: "answered", taskId: child, requestId: "que_1" })
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toEqual([])
})

test("a child in the foreground is not told about: its parent is blocked in the call", () => {
  const bench = new BoardBench().launchNative(false)
  bench.event({ kind: "asked", taskId: child, request: "permission", requestId: "per_1" })
  expect(bench.inFlight("look")).toEqual([])
})

test("an interrupted parent is told without being woken until its user speaks", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.event({ kind: "failed", sessionId: parent, name: "MessageAbortedError" })
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toMatchObject([{ wakes: false }])
})

test("an answer of the parent after the notice counts as having read it", () => {
  const bench = ended()
  bench.settleNoticeLook(true)
  bench.event({ kind: "parent-answered", parentId: parent })
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("consumed")
})

test("an idle caller is woken by the end of a task", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.event({ kind: "status", sessionId: parent, status: "idle" })
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toMatchObject([{ parentId: parent, wakes: true }])
})

test("a task that ends above live tasks of its own says how many they are", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  for (const taskId of ["ses_below1", "ses_below2"]) {
    bench.event({
      kind: "native-launched",
      taskId,
      parentId: child,
      rootId: parent,
      agent: "general",
      description: taskId,
    })
  }
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  const call = bench.request({ tool: "status", caller: parent, task: child })
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.replies.get(call)?.[0]).toMatchObject({
    outcome: "completed",
    task: { state: "completed", liveChildren: 2 },
  })
})
