// Only the session that owns a task may act on it (T1, T6): whoever else names it is refused, and the host is not called.

import { expect, test } from "vitest"
import type { BoardRequest } from "../../src/board/event.ts"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const about = (caller: string) => ({ caller, task: child }) as const
const requests = (caller: string): readonly BoardRequest[] => [
  { tool: "status", ...about(caller) },
  { tool: "result", ...about(caller) },
  { tool: "message", ...about(caller), text: "note" },
  { tool: "cancel", ...about(caller), reason: undefined },
  { tool: "revive", ...about(caller), prompt: "go on" },
  { tool: "reply", ...about(caller), answer: { kind: "reject", message: "no" } },
  {
    tool: "batch",
    ...about(caller),
    rootId: parent,
    agent: "general",
    items: [{ title: "t", prompt: "go" }],
    isBackground: true,
  },
]

test.each(requests("ses_other"))("$tool for a task of another session is refused", (request) => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  const call = bench.request(request)
  expect(bench.replies.get(call)).toEqual([
    expect.objectContaining({ outcome: "refused", reason: "foreign" }),
  ])
  expect(bench.calls).toEqual([])
  expect(bench.leaseKind()).toBeUndefined()
})

test.each(requests(child))("$tool of a task for itself is refused", (request) => {
  const bench = new BoardBench()
  bench.launchBatch()
  bench.observe({ live: "busy", evidence: { kind: "open" } })
  const call = bench.request(request)
  expect(bench.replies.get(call)?.[0]).toMatchObject({ outcome: "refused" })
  expect(bench.calls).toEqual([])
})
