import { describe, expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const remove = (bench: BoardBench, sessionId = child) => bench.event({ kind: "deleted", sessionId })

function running() {
  const bench = new BoardBench()
  bench.launchBatch()
  return bench
}

function sending() {
  const bench = running()
  bench.observe({ evidence: { kind: "completed" } })
  const call = bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" })
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  return { bench, call }
}

test("a deleted child with a run of ours is aborted exactly once and fenced until quiet", () => {
  const bench = running()
  remove(bench)
  remove(bench)
  expect(bench.inFlight("abort")).toHaveLength(1)
  expect(bench.leaseKind()).toBe("compensate")
  bench.settle("abort")
  bench.pass(1_500, { [child]: "busy" })
  expect(bench.leaseKind()).toBe("compensate")
  bench.pass(600, {})
  expect(bench.leaseKind()).toBeUndefined()
  expect(bench.inFlight("abort")).toHaveLength(0)
})

test("a run of the host's own task tool is left to the host", () => {
  const bench = new BoardBench().launchNative()
  remove(bench)
  expect(bench.inFlight("abort")).toHaveLength(0)
})

test("a deletion before the prompt leaves ends the revive with nothing sent", () => {
  const bench = running()
  bench.observe({ evidence: { kind: "completed" } })
  const call = bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" })
  remove(bench)
  expect(bench.outcome(call)).toBe("deleted")
  expect(bench.leaseKind()).toBeUndefined()
})

test("a deletion during the admission aborts the accepted run once", () => {
  const { bench, call } = sending()
  remove(bench)
  expect(bench.outcome(call)).toBeUndefined()
  bench.settle("prompt")
  expect(bench.outcome(call)).toBe("invalidated_compensating")
  expect(bench.inFlight("abort")).toHaveLength(1)
  expect(bench.board.jobs.size).toBe(0)
})

test("a deletion during the admission of a refused prompt leaves nothing behind", () => {
  const { bench, call } = sending()
  remove(bench)
  bench.settle("prompt", { kind: "refused" })
  expect(bench.outcome(call)).toBe("deleted")
  expect(bench.leaseKind()).toBeUndefined()
})

test("an acceptance after the caller was answered is compensated silently", () => {
  const { bench, call } = sending()
  bench.pass(10_000)
  remove(bench)
  bench.settle("prompt")
  expect(bench.replies.get(call)).toHaveLength(1)
  expect(bench.leaseKind()).toBe("compensate")
})

test("deleting the parent buries its children in the same step and tells nobody", () => {
  const bench = running()
  remove(bench, parent)
  expect(bench.board.jobs.size).toBe(0)
  expect(bench.board.tombstones.has(child)).toBe(true)
  expect(bench.inFlight("notice")).toHaveLength(0)
  expect(bench.inFlight("abort")).toHaveLength(1)
})

test("nothing brings a deleted task back", () => {
  const bench = running()
  remove(bench)
  bench.launchNative()
  expect(bench.board.jobs.size).toBe(0)
  const call = bench.request({ tool: "status", caller: parent, task: child })
  expect(bench.outcome(call)).toBe("deleted")
})

test("a session that a read finds gone counts as deleted", () => {
  const bench = running()
  bench.settle("observe", { kind: "ok", value: { kind: "gone" } })
  expect(bench.board.tombstones.has(child)).toBe(true)
})

test("an abort that fails is not repeated, and keeps the task fenced until it is seen quiet", () => {
  const bench = running()
  remove(bench)
  bench.settle("abort", { kind: "unknown" })
  bench.pass(600_000, { [child]: "busy" })
  expect(bench.board.leases.get(child)?.isUnconfirmed).toBe(true)
  bench.pass(6_000, {})
  expect(bench.leaseKind()).toBeUndefined()
  expect(bench.inFlight("abort")).toEqual([])
})

test("a cancel whose task is deleted is answered at once and then compensated", () => {
  const bench = running()
  const call = bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined })
  remove(bench)
  expect(bench.outcome(call)).toBe("deleted")
  bench.settle("abort")
  expect(bench.leaseKind()).toBe("compensate")
})

/** Where a revive stands when the session goes; nothing has left for the host yet. */
const unsent = {
  "its quiescence is being proven": () => undefined,
  "its baseline is being read": (bench: BoardBench) => bench.pass(300, {}),
  "its intent is being written": (bench: BoardBench) => {
    bench.savesAtOnce = false
    bench.pass(300, {})
    bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  },
} as const

describe.each([
  ["task", child],
  ["caller", parent],
])("a %s that is deleted", (_, sessionId) => {
  test.each(Object.entries(unsent))("before a revive is sent, while %s: nothing is", (_, reach) => {
    const bench = running()
    bench.observe({ evidence: { kind: "completed" } })
    const call = bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" })
    reach(bench)
    remove(bench, sessionId)
    bench.save()
    bench.pass(60_000, {})
    expect(bench.replies.get(call)?.map(({ outcome }) => outcome)).toEqual(["deleted"])
    expect([bench.inFlight("prompt"), bench.inFlight("abort")]).toEqual([[], []])
    expect(bench.leaseKind()).toBeUndefined()
  })

  test("while the prompt is in flight: the accepted run is aborted once", () => {
    const { bench } = sending()
    remove(bench, sessionId)
    expect(bench.inFlight("abort")).toEqual([])
    bench.settle("prompt")
    expectOneAbort(bench)
  })

  test("while the prompt is looked up: the accepted run is aborted once", () => {
    const { bench } = sending()
    bench.settle("prompt")
    remove(bench, sessionId)
    expectOneAbort(bench)
  })

  test("after the run was registered: it is aborted once", () => {
    const { bench, call } = sending()
    bench.accept()
    bench.observe({ live: "busy" })
    expect(bench.outcome(call)).toBe("started")
    remove(bench, sessionId)
    expectOneAbort(bench)
  })
})

/** One abort, no generation and no notice; fenced until quiet; and nothing is left. */
function expectOneAbort(bench: BoardBench) {
  const generations = bench.board.nextGeneration
  expect(bench.inFlight("abort")).toHaveLength(1)
  bench.settle("abort")
  bench.pass(60_000, { [child]: "busy" })
  expect(bench.leaseKind()).toBe("compensate")
  bench.pass(60_000, {})
  expect(bench.leaseKind()).toBeUndefined()
  expect([bench.inFlight("abort"), bench.inFlight("notice")]).toEqual([[], []])
  expect([bench.board.jobs.size, bench.board.nextGeneration]).toEqual([0, generations])
}
