import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"
import { found, restored } from "../support/found-task.ts"

const intent = { generation: 2, promptId: "msg:second", at: 950_000 } as const
const ended = { state: "completed", endedAt: 940_000, endReason: "answer" } as const
const seen = (kind: "completed" | "open" | "unanswered" | "none") =>
  ({
    live: "absent",
    evidence: { kind },
    isOpen: kind === "open",
    promptId: "msg:second",
    promptAt: 950_000,
  }) as const

function rebuilt(...tasks: readonly Parameters<typeof restored>[0][]) {
  const bench = new BoardBench()
  for (const task of tasks) bench.event(restored(task))
  return bench
}

test("a rebuild aborts nothing and prompts nothing", () => {
  const bench = rebuilt(found(), found({ taskId: "ses_two", alias: "gen-2", intent }))
  expect([bench.inFlight("abort"), bench.inFlight("prompt")]).toEqual([[], []])
})

test("a run that was cut off is stopped, and says that the host restarted", () => {
  const bench = rebuilt(found())
  expect(bench.board.jobs.get(child)).toMatchObject({
    state: "stopped",
    ending: { reason: "host_restarted" },
  })
})

test("a run that finished before the end of the host keeps its end", () => {
  const bench = rebuilt(found({}, { observation: seen("completed") }))
  expect(bench.state()).toBe("completed")
})

test("a prompt without any answer never started", () => {
  const bench = rebuilt(found({}, { observation: seen("unanswered") }))
  expect(bench.board.jobs.get(child)?.ending?.reason).toBe("never_started")
})

test("a run that is busy in this process goes on as the same generation", () => {
  const bench = rebuilt(found({}, { observation: { ...seen("open"), live: "busy" } }))
  expect([bench.state(), bench.generation()]).toEqual(["running", 1])
})

test("what is owed after a restart is stored and starts no model call", () => {
  const bench = rebuilt(found())
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toMatchObject([{ wakes: false }])
})

test("with wakeAfterRestart it may start one", () => {
  const bench = new BoardBench({ wakeAfterRestart: true })
  bench.event(restored(found()))
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toMatchObject([{ wakes: true }])
})

test("an end that the parent's transcript shows is not told again", () => {
  const bench = rebuilt(found(ended, { isEndingShown: true }))
  expect(bench.inFlight("look")).toEqual([])
  expect(bench.board.jobs.get(child)?.acknowledgement).toBe("told")
})

test("the alias and the generations go on where they were", () => {
  const bench = rebuilt(found({ alias: "gen-7", generation: 41 }))
  bench.event({
    kind: "native-launched",
    taskId: "ses_new",
    parentId: parent,
    rootId: parent,
    agent: "general",
    description: "more",
  })
  expect(bench.board.jobs.get("ses_new")).toMatchObject({ alias: "gen-8", generation: 42 })
})

test("a revive whose prompt was stored before the process died is exactly one generation", () => {
  const task = found({ ...ended, intent }, { isIntentFound: true, observation: seen("open") })
  const bench = rebuilt(task, task)
  expect(bench.board.jobs.get(child)).toMatchObject({
    generation: 2,
    state: "stopped",
    ending: { reason: "host_restarted" },
    intent: undefined,
  })
})

test("a revive whose prompt was never stored is none", () => {
  const bench = rebuilt(found({ ...ended, intent }, { isIntentFound: false }))
  expect(bench.board.jobs.get(child)).toMatchObject({ generation: 1, state: "completed" })
  expect(bench.board.jobs.get(child)?.intent).toBeUndefined()
})

test("an intent that could not be looked up stays, and its generation is not given again", () => {
  const bench = rebuilt(found({ ...ended, intent }))
  expect(bench.board.jobs.get(child)?.intent).toEqual(intent)
  expect(bench.board.nextGeneration).toBe(3)
})

test("a stray prompt of before the restart is still compensated when the session is deleted", () => {
  const bench = rebuilt(found({ ...ended, origin: "native", strayPromptAt: 945_000 }))
  bench.event({ kind: "deleted", sessionId: child })
  expect(bench.inFlight("abort")).toHaveLength(1)
})

test("a task of another living host is shown and not touched", () => {
  const bench = rebuilt(found({}, { ownership: "foreign" }))
  expect(bench.board.jobs.get(child)).toMatchObject({ state: "running", isForeign: true })
  const calls = [
    bench.request({ tool: "message", caller: parent, task: child, text: "hi" }),
    bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined }),
    bench.request({ tool: "revive", caller: parent, task: child, prompt: "go on" }),
  ]
  for (const call of calls) {
    expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "refused", reason: "other_host" })
  }
  expect(bench.calls).toEqual([])
})

test("a wait for the user survives", () => {
  const bench = new BoardBench()
  const waiting = { reason: "review", at: 1 }
  bench.event({ kind: "parent-restored", parentId: parent, aliases: { gen: 4 }, waiting })
  bench.launchNative()
  bench.event({ kind: "failed", sessionId: child, name: "MessageAbortedError" })
  bench.observe({ evidence: { kind: "aborted" } })
  expect(bench.inFlight("look")).toEqual([])
  expect(bench.board.jobs.get(child)?.alias).toBe("gen-5")
})

test("a task of another living host is never taken, buried or told of, however long that lasts", () => {
  const bench = rebuilt(found({ lease: "message" }, { ownership: "foreign" }))
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.event({ kind: "failed", sessionId: child, name: "MessageAbortedError" })
  bench.pass(7 * 86_400_000, {})
  expect(bench.board.jobs.get(child)).toMatchObject({ state: "running", isForeign: true })
  expect(bench.board.parents.get(parent)?.outbox.size).toBe(0)
  expect(bench.calls).toEqual([])
})

test("a task of another host whose owner is proven dead is taken over once", () => {
  const bench = rebuilt(found({}, { ownership: "foreign" }))
  bench.event(restored(found()))
  bench.event(restored(found()))
  expect(bench.board.jobs.get(child)).toMatchObject({ state: "stopped", isForeign: false })
  expect(bench.board.jobs.get(child)?.owner).toBe("owner")
  bench.settleNoticeLook(false)
  expect(bench.inFlight("notice")).toHaveLength(1)
})
