import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

function running() {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  return bench
}

const aborted = {
  kind: "ok",
  value: {
    kind: "observation",
    observation: {
      live: "absent",
      evidence: { kind: "aborted" },
      isOpen: false,
      promptId: undefined,
      promptAt: undefined,
    },
  },
} as const

const cancel = (bench: BoardBench, reason?: string) =>
  bench.request({ tool: "cancel", caller: parent, task: "gen-1", reason })

test("cancelled is published after 300 ms of quiet that begin when the abort settled", () => {
  const bench = running()
  const call = cancel(bench, "by hand")
  bench.pass(5_000)
  bench.settle("abort")
  bench.pass(299, {})
  expect(bench.state()).toBe("running")
  bench.pass(1, {})
  bench.observe({ evidence: { kind: "none" } })
  expect(bench.outcome(call)).toBe("cancelled")
  expect(bench.board.jobs.get(child)?.ending).toMatchObject({
    reason: "task_cancel",
    detail: "by hand",
  })
})

test("a task that came to its own end first is reported with that end", () => {
  const bench = running()
  const call = cancel(bench)
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.state()).toBe("completed")
  expect(bench.outcome(call)).toBe("already_completed")
})

test("a task that waited for a permission ends as cancelled: the cancel rejected the request", () => {
  const bench = running()
  bench.event({ kind: "asked", taskId: child, request: "permission", requestId: "per_1" })
  const call = cancel(bench, "by hand")
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "permission-rejected" } })
  expect(bench.outcome(call)).toBe("cancelled")
  expect(bench.board.jobs.get(child)?.ending).toMatchObject({ detail: "by hand" })
})

test("an abort that hangs 10 s is reported as unconfirmed and keeps the lease", () => {
  const bench = running()
  const call = cancel(bench)
  bench.pass(9_999)
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(1)
  expect(bench.outcome(call)).toBe("cancel_unconfirmed")
  bench.pass(600_000)
  expect(bench.leaseKind()).toBe("cancel")
})

test("an abort that settles late releases without publishing", () => {
  const bench = running()
  const call = cancel(bench)
  bench.pass(10_000)
  bench.settle("abort")
  expect(bench.leaseKind()).toBeUndefined()
  expect(bench.state()).toBe("running")
  expect(bench.replies.get(call)).toHaveLength(1)
})

test("a session that stays busy is unconfirmed after 1.5 s", () => {
  const bench = running()
  const call = cancel(bench)
  bench.settle("abort")
  bench.pass(1_500, { [child]: "busy" })
  expect(bench.outcome(call)).toBe("cancel_unconfirmed")
  expect(bench.leaseKind()).toBeUndefined()
})

test("one hanging status read ends the check as unverifiable", () => {
  const bench = running()
  const call = cancel(bench)
  bench.settle("abort")
  bench.pass(1_500)
  expect(bench.outcome(call)).toBe("cancel_unconfirmed")
})

test("a second cancel reports the outcome of the first", () => {
  const bench = running()
  const first = cancel(bench)
  const second = cancel(bench)
  expect(bench.inFlight("abort")).toHaveLength(1)
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "none" } })
  expect([bench.outcome(first), bench.outcome(second)]).toEqual(["cancelled", "cancelled"])
})

test("a cancel excludes only its own task, and no read of it", () => {
  const bench = new BoardBench()
  bench.launchBatch(2)
  cancel(bench)
  const message = bench.request({ tool: "message", caller: parent, task: "gen-1", text: "hi" })
  const other = bench.request({ tool: "message", caller: parent, task: "gen-2", text: "hi" })
  bench.request({ tool: "status", caller: parent, task: "gen-1" })
  expect(bench.outcome(message)).toBe("busy")
  expect(bench.outcome(other)).toBeUndefined()
  expect(bench.inFlight("note")).toHaveLength(1)
  expect(bench.inFlight("observe").length).toBeGreaterThan(0)
})

test("the parent gets no notice of what its own cancel reported", () => {
  const bench = running()
  cancel(bench)
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "none" } })
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("reported")
  expect(bench.board.parents.get(parent)?.outbox.size).toBe(0)
})

test("a finished task is not aborted", () => {
  const bench = running()
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.outcome(cancel(bench))).toBe("already_completed")
  expect(bench.inFlight("abort")).toHaveLength(0)
})

test("a newer run that began while the cancel was confirmed is not published as cancelled", () => {
  const bench = running()
  const call = cancel(bench)
  bench.settle("abort")
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.pass(450, {})
  bench.settle("observe", aborted)
  expect(bench.state()).toBe("cancelled")
  bench.launchNative()
  expect(bench.state()).toBe("running")
  bench.pass(3_000)
  expect(bench.state()).toBe("running")
  expect(bench.outcome(call)).toBe("cancel_unconfirmed")
  expect(bench.leaseKind()).toBeUndefined()
})

test("a cancel that its deadline overtook says how the task ended", () => {
  const bench = new BoardBench({ deadlineMs: 60_000 })
  bench.launchBatch()
  bench.observe({ live: "busy" })
  bench.pass(60_000, { [child]: "busy" })
  const call = cancel(bench)
  bench.settle("abort")
  bench.pass(300, {})
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.state()).toBe("errored")
  expect(bench.outcome(call)).toBe("already_errored")
})

test("a cancel keeps the session and touches nothing else: its one changing call is the abort", () => {
  const bench = running()
  const seen = new Set<string>()
  const note = () => {
    for (const { call } of bench.calls) seen.add(call.kind)
  }
  const call = cancel(bench)
  note()
  bench.settle("abort")
  bench.pass(300)
  note()
  bench.answerStatuses({})
  bench.pass(300, {})
  note()
  bench.observe({ evidence: { kind: "aborted" } })
  note()
  expect(bench.outcome(call)).toBe("cancelled")
  expect([...seen]).toEqual(["abort", "statuses", "observe"])
  expect(bench.board.jobs.get(child)?.state).toBe("cancelled")
})

test("busy once more within the 300 ms starts them anew", () => {
  const bench = running()
  const call = cancel(bench)
  bench.settle("abort")
  bench.pass(150, {})
  bench.pass(150, { [child]: "busy" })
  bench.pass(299, {})
  expect(bench.inFlight("observe")).toEqual([])
  bench.pass(301, {})
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.outcome(call)).toBe("cancelled")
})
