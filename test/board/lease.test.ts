import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

/** A running task whose note is being written. */
function writing() {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  bench.request({ tool: "message", caller: parent, task: child, text: "note" })
  return bench
}

test.each([
  ["the task", child],
  ["its caller", parent],
])("a lease outlives %s: it ends when its call settles", (_, sessionId) => {
  const bench = writing()
  bench.event({ kind: "deleted", sessionId })
  expect(bench.board.jobs.size).toBe(0)
  bench.pass(600_000)
  expect(bench.leaseKind()).toBe("message")
  expect(bench.inFlight("abort")).toEqual([])
  bench.settle("note")
  // The run was ours and goes on without its session: the same lease, without a gap, now stops it.
  expect(bench.leaseKind()).toBe("compensate")
  bench.settle("abort")
  bench.pass(300, {})
  expect(bench.leaseKind()).toBeUndefined()
})

test("a lease without a run of ours is gone once its call has settled", () => {
  const bench = new BoardBench().launchNative()
  bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined })
  bench.event({ kind: "deleted", sessionId: parent })
  bench.pass(600_000)
  expect(bench.leaseKind()).toBe("cancel")
  bench.settle("abort")
  expect(bench.leaseKind()).toBeUndefined()
})

test.each(["message", "cancel", "revive"] as const)("no %s ends by time alone", (tool) => {
  const bench = new BoardBench()
  bench.launchBatch()
  const about = { caller: parent, task: child }
  if (tool === "message") bench.request({ tool, ...about, text: "note" })
  if (tool === "cancel") bench.request({ tool, ...about, reason: undefined })
  if (tool === "revive") {
    bench.observe({ evidence: { kind: "completed" } })
    bench.request({ tool, ...about, prompt: "go on" })
    bench.pass(300, {})
    bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  }
  bench.pass(3_600_000)
  expect(bench.leaseKind()).toBe(tool)
})
