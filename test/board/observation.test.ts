import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const idle = (bench: BoardBench) =>
  bench.event({ kind: "status", sessionId: child, status: "idle" })
const status = (bench: BoardBench) => bench.request({ tool: "status", caller: parent, task: child })

test("a busy child without activity is possibly stuck after 120 s, not before", () => {
  const bench = new BoardBench().launchNative()
  bench.pass(119_999, { [child]: "busy" })
  const early = status(bench)
  bench.observe({ live: "busy" })
  bench.pass(1, { [child]: "busy" })
  const late = status(bench)
  bench.observe({ live: "busy" })
  expect(bench.replies.get(early)?.[0]?.task?.possiblyStuck).toBe(false)
  expect(bench.replies.get(late)?.[0]?.task?.possiblyStuck).toBe(true)
})

test("a child that waits for a permission is never called stuck", () => {
  const bench = new BoardBench().launchNative()
  bench.event({ kind: "asked", taskId: child, request: "permission", requestId: "per_1" })
  bench.pass(200_000, { [child]: "busy" })
  const call = status(bench)
  bench.observe({ live: "busy" })
  expect(bench.outcome(call)).toBe("blocked_on_permission")
  expect(bench.replies.get(call)?.[0]?.task?.possiblyStuck).toBe(false)
})

test("S03: two idle events and a poll give one ending and one notice", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy" })
  idle(bench)
  idle(bench)
  const call = status(bench)
  bench.observe({ evidence: { kind: "completed" } })
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.outcome(call)).toBe("completed")
  expect(bench.board.parents.get(parent)?.outbox.size).toBe(0)
  expect(bench.inFlight("notice")).toHaveLength(0)
})

test("S14: idle at once and the result 308 ms later is completed, never stopped", () => {
  const bench = new BoardBench().launchNative()
  idle(bench)
  bench.observe({ evidence: { kind: "open" } })
  bench.pass(308, {})
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "completed",
    detail: undefined,
    at: bench.now,
  })
  expect(bench.state()).toBe("completed")
})

test("quiet without an end becomes stopped after 5 s and a second look", () => {
  const bench = new BoardBench().launchNative()
  idle(bench)
  bench.observe({ evidence: { kind: "open" } })
  bench.pass(4_999, { [child]: "busy" })
  expect(bench.state()).toBe("running")
  const second = new BoardBench().launchNative()
  idle(second)
  second.observe({ evidence: { kind: "open" } })
  second.pass(5_000, {})
  second.observe({ evidence: { kind: "open" } })
  expect(second.state()).toBe("stopped")
})

test("a busy event during the grace period starts it anew", () => {
  const bench = new BoardBench().launchNative()
  idle(bench)
  bench.observe({ evidence: { kind: "open" } })
  bench.pass(4_000)
  bench.event({ kind: "status", sessionId: child, status: "busy" })
  bench.pass(1_000, {})
  bench.observe({ evidence: { kind: "open" } })
  expect(bench.state()).toBe("running")
})

test("a late result upgrades a stopped task", () => {
  const bench = new BoardBench().launchNative()
  idle(bench)
  bench.observe({ evidence: { kind: "open" } })
  bench.pass(5_000, {})
  bench.observe({ evidence: { kind: "open" } })
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "completed",
    detail: undefined,
    at: bench.now,
  })
  expect(bench.state()).toBe("completed")
})

test("a published ending never changes", () => {
  const bench = new BoardBench().launchNative()
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "completed",
    detail: undefined,
    at: bench.now,
  })
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "errored",
    detail: "late",
    at: bench.now,
  })
  expect(bench.state()).toBe("completed")
})

test("an answer without text is read three times before it counts as empty", () => {
  const bench = new BoardBench().launchNative()
  idle(bench)
  bench.observe({ evidence: { kind: "empty" } })
  bench.pass(500)
  bench.observe({ evidence: { kind: "empty" } })
  expect(bench.state()).toBe("running")
  bench.pass(500)
  bench.observe({ evidence: { kind: "empty" } })
  expect(bench.state()).toBe("errored")
  expect(bench.board.jobs.get(child)?.ending?.reason).toBe("empty_answer")
})

test("S16: a cancelled task whose transcript has an answer still gives that answer", () => {
  const bench = new BoardBench().launchNative()
  bench.event({ kind: "failed", sessionId: child, name: "MessageAbortedError" })
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.state()).toBe("cancelled")
  const call = bench.request({ tool: "result", caller: parent, task: child })
  bench.observe({ evidence: { kind: "completed" } }, "the answer")
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "completed", text: "the answer" })
})

test("a background task that the user aborts is told to the parent exactly once", () => {
  const bench = new BoardBench().launchNative()
  bench.event({ kind: "failed", sessionId: child, name: "MessageAbortedError" })
  bench.observe({ evidence: { kind: "aborted" } })
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toHaveLength(1)
  bench.settle("notice")
  bench.settleNoticeLook(true)
  idle(bench)
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.inFlight("notice")).toHaveLength(0)
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("told")
})

test("endings that the host tells by itself are not told again", () => {
  for (const state of ["completed", "errored"] as const) {
    const bench = new BoardBench().launchNative()
    bench.event({ kind: "native-ended", taskId: child, state, detail: undefined, at: bench.now })
    expect(bench.board.parents.get(parent)?.outbox.size).toBe(0)
  }
})

test("S22: interrupting the parent cancels its host tasks, and the notice does not wake it", () => {
  const bench = new BoardBench().launchNative()
  bench.event({ kind: "failed", sessionId: parent, name: "MessageAbortedError" })
  bench.event({ kind: "failed", sessionId: child, name: "MessageAbortedError" })
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.board.jobs.get(child)?.ending?.reason).toBe("parent_aborted")
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")[0]).toMatchObject({ wakes: false })
})

test("S17: a task that ends with live children of its own is told when they have ended", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.event({
    kind: "native-launched",
    taskId: "ses_grandchild",
    parentId: child,
    rootId: parent,
    agent: "general",
    description: "below",
  })
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  expect(bench.inFlight("look")).toHaveLength(0)
  bench.event({
    kind: "native-ended",
    taskId: "ses_grandchild",
    state: "completed",
    detail: undefined,
    at: bench.now,
  })
  expect(bench.inFlight("look")).toHaveLength(1)
})

test("a held notice is told after 10 minutes at the latest", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.event({
    kind: "native-launched",
    taskId: "ses_grandchild",
    parentId: child,
    rootId: parent,
    agent: "general",
    description: "below",
  })
  idle(bench)
  bench.observe({ evidence: { kind: "completed" } })
  bench.pass(599_999, { ses_grandchild: "busy" })
  expect(bench.inFlight("look")).toHaveLength(0)
  bench.pass(1, { ses_grandchild: "busy" })
  expect(bench.inFlight("look")).toHaveLength(1)
})

test("S11: a second task after a finished first one is a task of its own", () => {
  const bench = new BoardBench().launchNative()
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "completed",
    detail: undefined,
    at: bench.now,
  })
  bench.event({
    kind: "native-launched",
    taskId: "ses_second",
    parentId: parent,
    rootId: parent,
    agent: "general",
    description: "more",
  })
  expect(bench.state("ses_second")).toBe("running")
  expect(bench.board.jobs.get("ses_second")?.alias).toBe("gen-2")
})

test("S12: a failed resume of the host's task tool leaves the task free", () => {
  const bench = new BoardBench().launchNative()
  bench.event({
    kind: "native-ended",
    taskId: child,
    state: "completed",
    detail: undefined,
    at: bench.now,
  })
  const native = (callId: string) =>
    bench.request({
      tool: "native",
      caller: parent,
      rootId: parent,
      callId,
      agent: "general",
      description: "again",
      task: "gen-1",
      ancestors: [],
    })
  expect(bench.outcome(native("one"))).toBe("pass")
  bench.event({ kind: "native-settled", parentId: parent, callId: "one" })
  expect(bench.outcome(native("two"))).toBe("pass")
})

test.each([
  ["unknown", "unknown_task", undefined],
  ["3f0c8a52-5a0f-4f6e-9a3e-0d8f7f2b6c11", "unknown_task", undefined],
  [parent, "refused", "own_session"],
  ["ses_above", "refused", "ancestor"],
])("S20: the host's task with task_id %s is refused", (task, outcome, reason) => {
  const bench = new BoardBench().launchNative()
  const call = bench.request({
    tool: "native",
    caller: parent,
    rootId: parent,
    callId: "call",
    agent: "general",
    description: "d",
    task,
    ancestors: ["ses_above"],
  })
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome })
  expect(bench.replies.get(call)?.[0]?.reason).toBe(reason)
})

test("the launch after the sixth running task is refused", () => {
  const bench = new BoardBench()
  bench.launchBatch(6)
  const call = bench.request({
    tool: "native",
    caller: parent,
    rootId: parent,
    callId: "call",
    agent: "general",
    description: "d",
    task: undefined,
    ancestors: [],
  })
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "refused", reason: "parent_limit" })
})

test("a status that hangs is answered after 3 s from memory, as uncertain", () => {
  const bench = new BoardBench().launchNative()
  const call = status(bench)
  bench.pass(3_000)
  expect(bench.outcome(call)).toBe("running")
  expect(bench.replies.get(call)?.[0]?.task?.uncertain).toBeDefined()
})

test("while the session waits for its user, nothing wakes it", () => {
  const bench = new BoardBench()
  const wait = bench.request({ tool: "wait", caller: parent, reason: "review", isGuarded: true })
  expect(bench.outcome(wait)).toBe("waiting_for_user")
  bench.launchNative()
  bench.event({ kind: "failed", sessionId: child, name: "MessageAbortedError" })
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.inFlight("look")).toHaveLength(0)
  bench.event({ kind: "user-spoke", sessionId: parent })
  expect(bench.inFlight("look")).toHaveLength(1)
})

test("the wait is skipped while tasks run and the guard is on", () => {
  const bench = new BoardBench().launchNative()
  const guarded = bench.request({ tool: "wait", caller: parent, reason: "r", isGuarded: true })
  const unguarded = bench.request({ tool: "wait", caller: parent, reason: "r", isGuarded: false })
  expect(bench.outcome(guarded)).toBe("waiting_for_user_skipped")
  expect(bench.outcome(unguarded)).toBe("waiting_for_user")
})

test("a deadline is claimed, aborted once, and final after the grace period", () => {
  const bench = new BoardBench({ deadlineMs: 60_000 })
  bench.launchBatch()
  bench.observe({ live: "busy" })
  bench.pass(60_000, { [child]: "busy" })
  expect(bench.inFlight("abort")).toHaveLength(1)
  bench.pass(10_000, { [child]: "busy" })
  expect(bench.board.jobs.get(child)).toMatchObject({
    state: "errored",
    ending: { reason: "deadline" },
  })
  bench.settle("abort")
  expect(bench.state()).toBe("errored")
})
