// Whatever a history holds, its call ids are unique after the repair, and what was sent before stays as it was.

import fc from "fast-check"
import { expect, test } from "vitest"
import { withUniqueCallIds } from "../../src/features/compaction/call-ids.ts"
import { toolCall } from "../support/transcript.ts"

const runs = process.env.WORKBENCH_LONG === "1" ? 50_000 : 1_000

const histories = fc
  .array(
    fc.record({
      callId: fc.constantFrom("a", "b", "a_2", "a_2_2", "c".repeat(40), `${"c".repeat(38)}_2`),
      status: fc.constantFrom("completed", "error", "running"),
      tool: fc.constantFrom("read", "bash"),
    }),
    { maxLength: 20 },
  )
  .map((calls) => calls.map(({ status, ...more }) => toolCall(status, more)))

type History = readonly ReturnType<typeof toolCall>[]

const callIds = (messages: History) =>
  messages.flatMap((message) => message.parts.map((part) => String(part.callID)))

const completedIn = (messages: History) =>
  messages.filter((message) => JSON.stringify(message.parts).includes('"completed"')).length

test("call ids are unique, and repairing twice changes nothing", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const repaired = withUniqueCallIds(history) ?? history
      const ids = callIds(repaired)
      expect(new Set(ids).size).toBe(ids.length)
      expect(withUniqueCallIds(repaired)).toBeUndefined()
    }),
    { numRuns: runs, seed: 20 },
  )
})

test("a longer history is repaired like the shorter one it begins with", () => {
  fc.assert(
    fc.property(histories, fc.nat({ max: 20 }), (history, length) => {
      const start = history.slice(0, length)
      const shorter = withUniqueCallIds(start) ?? start
      const longer = withUniqueCallIds(history) ?? history
      expect(longer.slice(0, shorter.length)).toEqual(shorter)
    }),
    { numRuns: runs, seed: 21 },
  )
})

test("every completed call is kept", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const repaired = withUniqueCallIds(history) ?? history
      expect(completedIn(repaired)).toBe(completedIn(history))
    }),
    { numRuns: runs, seed: 22 },
  )
})
