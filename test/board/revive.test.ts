import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const found = (isFound: boolean) => ({ kind: "ok", value: { kind: "found", isFound } }) as const
const closed = { kind: "ok", value: { kind: "baseline", isOpen: false } } as const

/** A finished task of ours. */
function finished() {
  const bench = new BoardBench()
  bench.launchBatch()
  return bench.observe({ evidence: { kind: "completed" } })
}

const revive = (bench: BoardBench) =>
  bench.request({ tool: "revive", caller: parent, task: "gen-1", prompt: "go on" })

/** As far as the prompt being in flight. */
function sending() {
  const bench = finished()
  const call = revive(bench)
  bench.pass(300, {})
  bench.settle("baseline", closed)
  return { bench, call }
}

test("nothing is sent before the session was quiet for 300 ms", () => {
  const bench = finished()
  revive(bench)
  bench.pass(299, {})
  expect(bench.inFlight("baseline")).toHaveLength(0)
  bench.pass(1, {})
  expect(bench.inFlight("baseline")).toHaveLength(1)
})

test("an event about the session starts the quiet window anew", () => {
  const bench = finished()
  revive(bench)
  bench.pass(200, {})
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.pass(299, {})
  expect(bench.inFlight("baseline")).toHaveLength(0)
})

test("a session that stays busy is not resumed", () => {
  const bench = finished()
  const call = revive(bench)
  bench.pass(1_500, { [child]: "busy" })
  expect(bench.outcome(call)).toBe("not_quiescent")
  expect(bench.inFlight("prompt")).toHaveLength(0)
})

test("a baseline that takes 5 s ends the revive with nothing sent", () => {
  const bench = finished()
  const call = revive(bench)
  bench.pass(300, {})
  bench.pass(4_999)
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(1)
  expect(bench.outcome(call)).toBe("baseline_timeout")
  bench.settle("baseline", closed)
  expect(bench.inFlight("prompt")).toHaveLength(0)
  expect(bench.leaseKind()).toBeUndefined()
})

test("the intent is written before the prompt leaves", () => {
  const bench = finished()
  bench.savesAtOnce = false
  revive(bench)
  bench.pass(300, {})
  bench.settle("baseline", closed)
  expect(bench.board.jobs.get(child)?.intent?.generation).toBe(2)
  expect(bench.inFlight("prompt")).toHaveLength(0)
  bench.save()
  expect(bench.inFlight("prompt")).toHaveLength(1)
})

test("an admission that is not proven within 10 s is unknown, with the earlier snapshot", () => {
  const { bench, call } = sending()
  bench.pass(9_999)
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(1)
  const [reply] = bench.replies.get(call) ?? []
  expect(reply).toMatchObject({
    outcome: "admission_unknown",
    task: { state: "completed", generation: 1 },
  })
  expect(bench.leaseKind()).toBe("revive")
})

test("a late acceptance registers exactly one generation and answers nobody again", () => {
  const { bench, call } = sending()
  bench.pass(10_000)
  bench.accept()
  expect(bench.generation()).toBe(2)
  expect(bench.state()).toBe("running")
  expect(bench.leaseKind()).toBeUndefined()
  expect(bench.replies.get(call)).toHaveLength(1)
})

test("a late rejection releases the task and registers nothing", () => {
  const { bench } = sending()
  bench.pass(10_000)
  bench.settle("prompt", { kind: "refused" })
  expect(bench.generation()).toBe(1)
  expect(bench.leaseKind()).toBeUndefined()
})

test("a broken transport is looked up, not taken for a rejection", () => {
  const { bench, call } = sending()
  bench.settle("prompt", { kind: "unknown" })
  expect(bench.outcome(call)).toBeUndefined()
  bench.settle("look", found(true))
  bench.observe({ live: "busy" })
  expect(bench.outcome(call)).toBe("started")
})

test("a prompt counts as never stored only when two looks 1.5 s apart miss it", () => {
  const { bench, call } = sending()
  bench.settle("prompt")
  bench.settle("look", found(false))
  bench.pass(1_000)
  bench.settle("look", found(false))
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(1_000)
  bench.settle("look", found(false))
  expect(bench.outcome(call)).toBe("rejected")
})

test("a newer run makes an older revive stale, and is not aborted", () => {
  const { bench, call } = sending()
  bench.launchNative()
  bench.accept()
  expect(bench.outcome(call)).toBe("superseded")
  expect(bench.inFlight("abort")).toHaveLength(0)
})

test("a failed first look makes the start uncertain, never an error", () => {
  const { bench, call } = sending()
  bench.accept()
  bench.pass(3_000)
  expect(bench.outcome(call)).toBe("started_uncertain")
})

test("a running task is cancelled first and resumed without a gap", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  const call = revive(bench)
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "none" } })
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.leaseKind()).toBe("revive")
  bench.settle("baseline", closed)
  bench.accept()
  bench.observe({ live: "busy" })
  expect(bench.outcome(call)).toBe("started")
})

test("whether the parent was told of the end does not matter for a revive", () => {
  const bench = finished()
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("none")
  revive(bench)
  expect(bench.leaseKind()).toBe("revive")
})

test("an answer that was left open is given 1.5 s of quiet", () => {
  const bench = finished()
  revive(bench)
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: true } })
  bench.pass(1_499, {})
  expect(bench.inFlight("baseline")).toHaveLength(0)
  bench.pass(1, {})
  expect(bench.inFlight("baseline")).toHaveLength(1)
})

test.each([
  ["completed", { kind: "completed" }],
  ["errored", { kind: "errored", name: "APIError", message: "no" }],
  ["cancelled", { kind: "aborted" }],
] as const)("a task that is %s is resumed as the next generation", (state, evidence) => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence })
  expect(bench.state()).toBe(state)
  expect(startedAgain(bench)).toBe("started")
})

test("a task that is stopped is resumed as the next generation", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "open" } })
  bench.pass(5_000, {})
  bench.observe({ evidence: { kind: "open" } })
  expect(bench.state()).toBe("stopped")
  expect(startedAgain(bench)).toBe("started")
})

function startedAgain(bench: BoardBench): string | undefined {
  const call = revive(bench)
  bench.pass(300, {})
  bench.settle("baseline", closed)
  expect(bench.inFlight("prompt")).toMatchObject([{ taskId: child, text: "go on" }])
  bench.accept()
  bench.observe({ live: "busy" })
  expect([bench.state(), bench.generation()]).toEqual(["running", 2])
  return bench.outcome(call)
}

test("a status that cannot be read is no proof of idleness: nothing is sent", () => {
  const bench = finished()
  const call = revive(bench)
  bench.pass(1_500)
  expect(bench.outcome(call)).toBe("not_quiescent")
  expect([bench.inFlight("baseline"), bench.inFlight("prompt")]).toEqual([[], []])
  expect(bench.leaseKind()).toBeUndefined()
})

test("the intent that is not written within the same 5 s ends the revive with nothing sent", () => {
  const bench = finished()
  bench.savesAtOnce = false
  const call = revive(bench)
  bench.pass(300, {})
  bench.settle("baseline", closed)
  bench.pass(5_000)
  expect(bench.outcome(call)).toBe("baseline_timeout")
  bench.save()
  expect(bench.inFlight("prompt")).toEqual([])
})
