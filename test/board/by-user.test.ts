import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

/** A running task that was cancelled, by the user in the panel or by the caller's model. */
function cancelled(byUser: boolean) {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  const request = { tool: "cancel", caller: parent, task: "gen-1", reason: "why" } as const
  const call = bench.request({ ...request, byUser })
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "none" } })
  expect(bench.outcome(call)).toBe("cancelled")
  return bench
}
const isTold = (bench: BoardBench) => {
  bench.settleNoticeLook(false)
  return bench.inFlight("notice").length
}

test("a cancel by the user is told to the caller's model, which did not ask for it", () => {
  expect(isTold(cancelled(true))).toBe(1)
})

test("a cancel by the caller's own tool is not told once more", () => {
  const bench = cancelled(false)
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("reported")
  expect(bench.inFlight("notice")).toHaveLength(0)
})

test("a run that the user revived is told, also where it ends before its start was reported", () => {
  const bench = cancelled(true)
  const call = bench.request({
    tool: "revive",
    caller: parent,
    task: "gen-1",
    prompt: "go on",
    byUser: true,
  })
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  bench.accept()
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.replies.has(call)).toBe(true)
  expect(bench.state()).toBe("completed")
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("none")
})
