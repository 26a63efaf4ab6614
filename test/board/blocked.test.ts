import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const asked = { kind: "asked", taskId: child, request: "permission", requestId: "per_1" } as const

test("a child that asks before its start was looked up is seen to wait, and its caller is told", () => {
  const bench = new BoardBench()
  bench.request({
    tool: "batch",
    caller: parent,
    rootId: parent,
    agent: "general",
    items: [{ title: "t", prompt: "go" }],
    isBackground: true,
    task: undefined,
  })
  bench.settle("create", { kind: "ok", value: { kind: "created", taskId: child } })
  bench.settle("prompt")
  bench.event(asked)
  bench.settle("look", { kind: "ok", value: { kind: "found", isFound: true } })
  expect(bench.board.jobs.get(child)?.blocked?.requestId).toBe("per_1")
  expect([...(bench.board.parents.get(parent)?.outbox.values() ?? [])]).toEqual([
    expect.objectContaining({ kind: "blocked", taskId: child }),
  ])
})

test("a child that asks before the host put it into the background is told to its caller", () => {
  const bench = new BoardBench().launchNative(false)
  bench.event(asked)
  expect(bench.board.parents.get(parent)?.outbox.size).toBe(0)
  bench.event({ kind: "native-background", taskId: child })
  expect([...(bench.board.parents.get(parent)?.outbox.values() ?? [])]).toEqual([
    expect.objectContaining({ kind: "blocked", taskId: child }),
  ])
})

test.each(["permission", "question"] as const)(
  "a child that waits for a %s is seen to wait at once",
  (kind) => {
    const bench = new BoardBench().launchNative(false)
    bench.event({ ...asked, request: kind })
    const call = bench.request({ tool: "status", caller: parent, task: child })
    bench.observe({ live: "busy" })
    expect(bench.outcome(call)).toBe(`blocked_on_${kind}`)
  },
)

test("a wait that nobody answers is seen for as long as it lasts", () => {
  const bench = new BoardBench().launchNative()
  bench.event(asked)
  bench.pass(3_600_000, { [child]: "busy" })
  const call = bench.request({ tool: "status", caller: parent, task: undefined })
  bench.answerStatuses({ [child]: "busy" })
  expect(bench.replies.get(call)?.[0]?.tasks?.[0]?.blocked?.kind).toBe("permission")
})

/** A launch whose prompt is stored and not yet found; the child asks at once. */
function askedEarly(isBackground: boolean) {
  const bench = new BoardBench()
  bench.request({
    tool: "batch",
    caller: parent,
    rootId: parent,
    agent: "general",
    items: [{ title: "t", prompt: "go" }],
    isBackground,
    task: undefined,
  })
  bench.settle("create", { kind: "ok", value: { kind: "created", taskId: child } })
  bench.settle("prompt")
  return bench.event(asked)
}

/** Lets all looks for notices miss, so that what is owed is sent. */
function sendOwed(bench: BoardBench) {
  while (bench.calls.some(({ call }) => call.kind === "look" && call.sessionId === parent)) {
    bench.settleNoticeLook(false)
  }
  return bench.inFlight("notice")
}

test("a child that asks before its start was looked up is told once, by whichever notice comes first", () => {
  const bench = askedEarly(true)
  sendOwed(bench)
  bench.settle("look", { kind: "ok", value: { kind: "found", isFound: true } })
  expect(sendOwed(bench)).toMatchObject([{ notice: { kind: "blocked" } }])
})

test("a child that asks before its start was looked up is not told to a caller that is blocked in the call", () => {
  const bench = askedEarly(false)
  sendOwed(bench)
  bench.settle("look", { kind: "ok", value: { kind: "found", isFound: true } })
  expect(sendOwed(bench)).toEqual([])
  expect(bench.board.jobs.get(child)?.blocked?.requestId).toBe("per_1")
})

test("a run of somebody else that asks before it was noticed is seen to wait, and told once", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" }, promptId: "msg_first", promptAt: 1 })
  bench.settleNoticeLook(true)
  bench.pass(60_000, {})
  bench.event({ kind: "status", sessionId: child, status: "busy" })
  bench.event(asked)
  sendOwed(bench)
  bench.observe({ live: "busy", promptId: "msg_other", promptAt: bench.now })
  expect([bench.state(), bench.generation()]).toEqual(["running", 2])
  expect(bench.board.jobs.get(child)?.blocked?.requestId).toBe("per_1")
  expect(sendOwed(bench)).toMatchObject([{ notice: { kind: "blocked" } }])
})

test("a request that came while a refused revive was under way is told when the task is free", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  bench.settleNoticeLook(true)
  bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" })
  bench.pass(300, {})
  bench.settle("baseline", { kind: "ok", value: { kind: "baseline", isOpen: false } })
  bench.event(asked)
  bench.settle("prompt", { kind: "refused" })
  expect(sendOwed(bench)).toMatchObject([{ notice: { kind: "blocked" } }])
})

test("a request that is owed when its caller begins to wait for that task is held back", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "completed" } })
  bench.settleNoticeLook(true)
  bench.event(asked)
  bench.request({
    tool: "batch",
    caller: parent,
    rootId: parent,
    agent: "general",
    items: [{ title: "t", prompt: "go" }],
    isBackground: false,
    task: child,
  })
  expect(sendOwed(bench)).toEqual([])
})
