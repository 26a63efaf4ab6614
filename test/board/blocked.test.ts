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
