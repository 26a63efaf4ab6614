import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

function ended() {
  const bench = new BoardBench()
  bench.launchBatch()
  return bench.observe({ evidence: { kind: "completed" } })
}

const result = (bench: BoardBench) =>
  bench.request({ tool: "result", caller: parent, task: "gen-1" })
const status = (bench: BoardBench, task: string | undefined = child) =>
  bench.request({ tool: "status", caller: parent, task })

test("a report that is stored late is read three times within 1.5 s", () => {
  const bench = ended()
  const call = result(bench)
  bench.observe({ evidence: { kind: "completed" } }, "")
  bench.pass(500)
  bench.observe({ evidence: { kind: "completed" } }, "")
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(500)
  bench.observe({ evidence: { kind: "completed" } }, "late report")
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "completed", text: "late report" })
})

test("a report that never comes is empty after the third read", () => {
  const bench = ended()
  const call = result(bench)
  for (const ms of [500, 500, 0]) {
    bench.observe({ evidence: { kind: "completed" } }, "")
    bench.pass(ms)
  }
  expect(bench.outcome(call)).toBe("empty")
})

test("what a failed task wrote is partial, never completed", () => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ evidence: { kind: "errored", name: "APIError", message: "no" } })
  const call = result(bench)
  bench.observe({ evidence: { kind: "errored", name: "APIError", message: "no" } }, "half")
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "partial", text: "half" })
})

test("a result that was asked for before the next generation began does not mix the two", () => {
  const bench = ended()
  const call = result(bench)
  bench.launchNative()
  bench.observe({ evidence: { kind: "completed" } }, "old report")
  expect(bench.replies.get(call)?.[0]).toMatchObject({
    outcome: "changed_generation",
    task: { generation: 2 },
  })
})

test("a result that hangs is answered after 3 s, and a later answer reaches nobody", () => {
  const bench = ended()
  const call = result(bench)
  bench.pass(3_000)
  expect(bench.outcome(call)).toBe("unreadable")
  bench.observe({ evidence: { kind: "completed" } }, "report")
  expect(bench.replies.get(call)).toHaveLength(1)
})

test("the whole board is answered after 3 s, too", () => {
  const bench = ended()
  const call = bench.request({ tool: "status", caller: parent, task: undefined })
  bench.pass(3_000)
  expect(bench.replies.get(call)?.[0]).toMatchObject({
    outcome: "board",
    tasks: [{ alias: "gen-1" }],
  })
})

test.each(["message", "cancel", "revive"] as const)("reads work while a %s hangs", (tool) => {
  const bench = tool === "revive" ? ended() : new BoardBench()
  if (tool !== "revive") bench.launchBatch()
  const about = { caller: parent, task: child }
  if (tool === "message") bench.request({ tool, ...about, text: "hi" })
  if (tool === "cancel") bench.request({ tool, ...about, reason: undefined })
  if (tool === "revive") bench.request({ tool, ...about, prompt: "go on" })
  expect(bench.leaseKind()).toBe(tool)
  const call = status(bench)
  bench.pass(3_000)
  expect(bench.outcome(call)).toBeDefined()
})

test.each(["GEN-1", " gen-1\n", " ses_task "])(
  "%j means the one task that is called so",
  (name) => {
    const bench = ended()
    const task = name.replace("ses_task", child)
    const call = bench.request({ tool: "message", caller: parent, task, text: "hi" })
    expect(bench.replies.get(call)?.[0]).toMatchObject({ reason: "not_running" })
  },
)

test("a name that nothing is called by is answered with the nearest of the caller's own", () => {
  const bench = ended()
  const near = bench.request({ tool: "status", caller: parent, task: "gem-1" })
  expect(bench.replies.get(near)?.[0]).toEqual({ outcome: "unknown_task", detail: "gen-1" })
  const foreign = bench.request({ tool: "status", caller: "ses_other", task: "gem-1" })
  expect(bench.replies.get(foreign)?.[0]).toEqual({ outcome: "unknown_task", detail: undefined })
})

test("tasks of other sessions are refused by id and unknown by alias", () => {
  const bench = ended()
  const byId = bench.request({ tool: "status", caller: "ses_other", task: child })
  const byAlias = bench.request({ tool: "status", caller: "ses_other", task: "gen-1" })
  expect(bench.replies.get(byId)?.[0]).toMatchObject({ outcome: "refused", reason: "foreign" })
  expect(bench.outcome(byAlias)).toBe("unknown_task")
})
