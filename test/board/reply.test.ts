import { expect, test } from "vitest"
import type { ReplyAnswer } from "../../src/board/event.ts"
import { BoardBench, child, parent } from "../support/board-bench.ts"

function asking(request: "permission" | "question") {
  const bench = new BoardBench()
  bench.launchBatch()
  return bench.event({ kind: "asked", taskId: child, request, requestId: "req_1" })
}

const reply = (bench: BoardBench, answer: ReplyAnswer) =>
  bench.request({ tool: "reply", caller: parent, task: child, answer })

const yes = { kind: "answers", answers: [["yes"]] } as const
const no = { kind: "reject", message: "no" } as const

test("a permission cannot be granted, and nothing is sent", () => {
  const bench = asking("permission")
  const call = reply(bench, yes)
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "refused", reason: "cannot_grant" })
  expect(bench.inFlight("answer")).toEqual([])
})

test("a permission can be rejected", () => {
  const bench = asking("permission")
  const call = reply(bench, no)
  bench.settle("answer")
  expect(bench.outcome(call)).toBe("answered")
})

test("a question is answered", () => {
  const bench = asking("question")
  const call = reply(bench, yes)
  expect(bench.inFlight("answer")).toMatchObject([{ requestId: "req_1", answer: yes }])
  bench.settle("answer")
  expect(bench.outcome(call)).toBe("answered")
})

test("an answer that does not settle within 3 s is unknown", () => {
  const bench = asking("question")
  const call = reply(bench, yes)
  bench.pass(2_999)
  expect(bench.outcome(call)).toBeUndefined()
  bench.pass(1)
  expect(bench.outcome(call)).toBe("reply_unknown")
})

test("a request that somebody else answered is pending no more", () => {
  const bench = asking("question")
  bench.event({ kind: "answered", taskId: child, requestId: "req_1" })
  expect(bench.outcome(reply(bench, yes))).toBe("nothing_pending")
})

test("a task that is being cancelled takes no answer", () => {
  const bench = asking("question")
  bench.request({ tool: "cancel", caller: parent, task: child, reason: undefined })
  expect(bench.outcome(reply(bench, yes))).toBe("busy")
})
