// The limits of T13, as they are where the user sets none.

import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"
import { found, restored } from "../support/found-task.ts"

const native = (bench: BoardBench, callId: string, caller = parent) =>
  bench.request({
    tool: "native",
    caller,
    rootId: parent,
    callId,
    agent: "general",
    description: callId,
    task: undefined,
    ancestors: [],
  })

const refusal = (bench: BoardBench, call: number) => bench.replies.get(call)?.[0]

test("six tasks of one session run at once, not seven", () => {
  const bench = new BoardBench()
  const calls = Array.from({ length: 7 }, (_, index) => native(bench, `call${index}`))
  expect(calls.slice(0, 6).map((call) => bench.outcome(call))).toEqual(Array(6).fill("pass"))
  expect(refusal(bench, calls[6] ?? 0)).toMatchObject({ reason: "parent_limit", detail: "6" })
})

test("twelve tasks below one root run at once, however deep, not thirteen", () => {
  const bench = new BoardBench()
  bench.launchBatch(6)
  for (let index = 0; index < 6; index++) {
    expect(bench.outcome(native(bench, `below${index}`, child))).toBe("pass")
  }
  expect(refusal(bench, native(bench, "thirteenth", `${child}1`))).toMatchObject({
    reason: "root_limit",
    detail: "12",
  })
})

/** Room for as many at once as one likes: only the launches count. */
const roomy = { runningPerParentMax: 100, runningPerRootMax: 200 }

test("the 61st launch of an hour is refused, and the next hour starts anew", () => {
  const bench = new BoardBench(roomy)
  for (let index = 0; index < 60; index++) {
    expect(bench.outcome(native(bench, `call${index}`))).toBe("pass")
  }
  bench.pass(3_599_999, {})
  expect(refusal(bench, native(bench, "late"))).toMatchObject({
    reason: "hour_limit",
    detail: "60",
  })
  bench.pass(1, {})
  expect(bench.outcome(native(bench, "later"))).toBe("pass")
})

test("launches of before a restart count", () => {
  const bench = new BoardBench({ ...roomy, launchesPerHourMax: 3 })
  const launchedAt = bench.now - 60_000
  for (const name of ["a", "b", "c"]) {
    const ended = { state: "completed", endedAt: launchedAt + 1, endReason: "answer" } as const
    const told = { acknowledgement: "told" } as const
    bench.event(
      restored(found({ taskId: `ses_${name}`, alias: "", launchedAt, ...ended, ...told })),
    )
  }
  expect(refusal(bench, native(bench, "fourth"))).toMatchObject({ reason: "hour_limit" })
  bench.pass(3_540_000, {})
  expect(bench.outcome(native(bench, "later"))).toBe("pass")
})

test("running tasks of before a restart count", () => {
  const bench = new BoardBench({ runningPerParentMax: 1 })
  const seen = { live: "busy", evidence: { kind: "open" }, isOpen: true } as const
  const observation = { ...seen, promptId: "msg:first", promptAt: 900_000 }
  bench.event(restored(found({}, { observation })))
  expect(refusal(bench, native(bench, "second"))).toMatchObject({ reason: "parent_limit" })
})

test("a deadline of before a restart ends its run", () => {
  const bench = new BoardBench()
  const seen = { live: "busy", evidence: { kind: "open" }, isOpen: true } as const
  const observation = { ...seen, promptId: "msg:first", promptAt: 900_000 }
  bench.event(restored(found({ deadlineAt: bench.now + 5_000 }, { observation })))
  bench.pass(4_999, { [child]: "busy" })
  expect(bench.inFlight("abort")).toEqual([])
  bench.pass(1, { [child]: "busy" })
  expect(bench.inFlight("abort")).toHaveLength(1)
  bench.pass(10_000, { [child]: "busy" })
  expect(bench.board.jobs.get(child)?.ending?.reason).toBe("deadline")
})
