import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

function running() {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  return bench
}

const message = (bench: BoardBench) =>
  bench.request({ tool: "message", caller: parent, task: child, text: "note" })

test("a note that the host stored is queued", () => {
  const bench = running()
  const call = message(bench)
  bench.settle("note")
  expect(bench.outcome(call)).toBe("queued")
  expect(bench.leaseKind()).toBeUndefined()
})

test("a local time-out of 10 s proves nothing: unknown, and the lease stays for ever", () => {
  const bench = running()
  const call = message(bench)
  bench.pass(9_999)
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(1)
  expect(bench.outcome(call)).toBe("delivery_unknown")
  bench.pass(600_000)
  expect(bench.leaseKind()).toBe("message")
})

test("a write that settles late releases only", () => {
  const bench = running()
  const call = message(bench)
  bench.pass(10_000)
  bench.settle("note")
  expect(bench.leaseKind()).toBeUndefined()
  expect(bench.replies.get(call)).toHaveLength(1)
})

test("a hanging write excludes a second note, cancel, revive and reuse of that task, never its result", () => {
  const bench = running()
  message(bench)
  const cancel = bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined })
  const revive = bench.request({ tool: "revive", caller: parent, task: child, prompt: "x" })
  const second = message(bench)
  const native = bench.request({
    tool: "native",
    caller: parent,
    rootId: parent,
    callId: "c",
    agent: "general",
    description: "d",
    task: child,
    ancestors: [],
  })
  expect([second, cancel, revive, native].map((call) => bench.outcome(call))).toEqual(
    Array(4).fill("busy"),
  )
  const result = bench.request({ tool: "result", caller: parent, task: child })
  bench.observe({ live: "busy", evidence: { kind: "open" } }, "so far")
  expect(bench.outcome(result)).toBe("not_ready")
})

test("a task that ended before the note was stored is named", () => {
  const bench = running()
  const call = message(bench)
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.observe({ evidence: { kind: "completed" } })
  bench.settle("note")
  expect(bench.outcome(call)).toBe("queued_after_end")
})

test("a definite no is not queued", () => {
  const bench = running()
  const call = message(bench)
  bench.settle("note", { kind: "refused" })
  expect(bench.outcome(call)).toBe("not_queued")
})

test("a broken transport is looked up in the transcript", () => {
  const bench = running()
  const call = message(bench)
  bench.settle("note", { kind: "unknown" })
  bench.settle("look", { kind: "ok", value: { kind: "found", isFound: true } })
  expect(bench.outcome(call)).toBe("queued")
})

test("only a running task reads notes", () => {
  const bench = running()
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.outcome(message(bench))).toBe("refused")
})

test("a hanging write leaves other tasks alone", () => {
  const bench = new BoardBench()
  bench.launchBatch(2)
  message(bench)
  bench.pass(600_000, { [child]: "busy", [`${child}1`]: "busy" })
  const about = { caller: parent, task: "gen-2" } as const
  const cancel = bench.request({ tool: "cancel", ...about, reason: undefined })
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "aborted" } })
  const revive = bench.request({ tool: "revive", ...about, prompt: "go on" })
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  bench.accept()
  bench.observe({ live: "busy" })
  expect([cancel, revive].map((call) => bench.outcome(call))).toEqual(["cancelled", "started"])
  expect(bench.leaseKind()).toBe("message")
})

test("a note is the only call that changes anything: nothing is interrupted, nothing started", () => {
  const bench = running()
  const before = bench.generation()
  message(bench)
  expect(bench.calls.map(({ call }) => call.kind)).toEqual(["note"])
  bench.settle("note")
  bench.pass(60_000, { [child]: "busy" })
  expect([bench.inFlight("abort"), bench.inFlight("prompt")]).toEqual([[], []])
  expect([bench.state(), bench.generation()]).toEqual(["running", before])
})

test("a write that fails late releases only: nothing is taken back, nobody is told twice", () => {
  const bench = running()
  const call = message(bench)
  bench.pass(10_000, { [child]: "busy" })
  const before = bench.generation()
  bench.settle("note", { kind: "refused" })
  expect(bench.leaseKind()).toBeUndefined()
  expect([bench.state(), bench.generation()]).toEqual(["running", before])
  expect(bench.inFlight("note")).toEqual([])
  expect(bench.replies.get(call)?.map(({ outcome }) => outcome)).toEqual(["delivery_unknown"])
})
