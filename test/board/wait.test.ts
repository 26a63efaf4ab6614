import { expect, test } from "vitest"
import { BoardBench, parent } from "../support/board-bench.ts"

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
