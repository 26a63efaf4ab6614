import { expect, test } from "vitest"
import { BoardBench, child, parent } from "../support/board-bench.ts"

const restored = (at: number) =>
  ({
    kind: "parent-restored",
    parentId: parent,
    aliases: {},
    waiting: { reason: "x", at },
  }) as const

test("a wait that the user has ended does not come back with a record that was read before", () => {
  const bench = new BoardBench()
  bench.event(restored(bench.now - 5_000))
  expect(bench.board.parents.get(parent)?.waiting?.reason).toBe("x")
  bench.event({ kind: "user-spoke", sessionId: parent })
  bench.event(restored(bench.now - 5_000))
  expect(bench.board.parents.get(parent)?.waiting).toBeUndefined()
})

test("a wait that began after the user's last word is restored", () => {
  const bench = new BoardBench()
  bench.event(restored(bench.now - 5_000))
  bench.event({ kind: "user-spoke", sessionId: parent })
  bench.event(restored(bench.now + 1))
  expect(bench.board.parents.get(parent)?.waiting?.reason).toBe("x")
})

test("nothing but a word of the user ends a wait, however long it lasts", () => {
  const bench = new BoardBench().launchNative()
  const call = bench.request({ tool: "wait", caller: parent, reason: "x", isGuarded: false })
  expect(bench.outcome(call)).toBe("waiting_for_user")
  bench.event({ kind: "status", sessionId: parent, status: "busy" })
  bench.event({ kind: "parent-answered", parentId: parent })
  bench.event({ kind: "status", sessionId: parent, status: "idle" })
  bench.event({ kind: "failed", sessionId: parent, name: "MessageAbortedError" })
  bench.event({ kind: "status", sessionId: child, status: "idle" })
  bench.observe({ evidence: { kind: "aborted" } })
  bench.event({ kind: "deleted", sessionId: child })
  bench.pass(86_400_000, {})
  expect(bench.board.parents.get(parent)?.waiting?.reason).toBe("x")
  bench.event({ kind: "user-spoke", sessionId: parent })
  expect(bench.board.parents.get(parent)?.waiting).toBeUndefined()
})
