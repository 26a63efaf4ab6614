import { expect, test } from "vitest"
import { BoardBench, child } from "../support/board-bench.ts"

/** A task of ours that was deleted while it ran; the abort has settled. */
function aborted() {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.event({ kind: "deleted", sessionId: child })
  return bench.settle("abort")
}

test("a run that does not end is looked at ever more rarely, at least every 5 s, and never given free", () => {
  const bench = aborted()
  const starts: number[] = []
  for (let round = 0; round < 10; round++) {
    bench.pass(1_500, { [child]: "busy" })
    const from = bench.now
    while (bench.inFlight("statuses").length === 0) bench.pass(10)
    starts.push(bench.now - from)
  }
  expect(starts).toEqual([150, 300, 600, 1_200, 2_400, 4_800, 5_000, 5_000, 5_000, 5_000])
  expect(bench.leaseKind()).toBe("compensate")
})

test("one abort is all it sends, however long the run goes on", () => {
  const bench = aborted()
  bench.pass(600_000, { [child]: "busy" })
  expect(bench.inFlight("abort")).toEqual([])
})

test("it is free after 300 ms of quiet", () => {
  const bench = aborted()
  bench.pass(299, {})
  expect(bench.leaseKind()).toBe("compensate")
  bench.pass(1, {})
  expect(bench.leaseKind()).toBeUndefined()
})

test("a prompt of ours beside a newer run of the host's is aborted with its session", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  bench.request({ tool: "revive", caller: "ses_parent", task: child, prompt: "go on" })
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  bench.launchNative()
  bench.accept()
  bench.event({ kind: "deleted", sessionId: child })
  expect(bench.inFlight("abort")).toHaveLength(1)
})
