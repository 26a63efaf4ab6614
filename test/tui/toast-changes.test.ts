import { describe, expect, test } from "vitest"
import type { TaskRecord } from "../../src/board/record.ts"
import { type LiveFacts, toRow } from "../../src/tui/task-row.ts"
import { seenOf, toastsOf } from "../../src/tui/toast-changes.ts"
import { live, startedAt, taskSession } from "../support/task-session.ts"

const now = startedAt + 10_000
const all = { ended: true, blocked: true, stuck: true }
const rows = (more: Partial<TaskRecord> = {}, facts: Partial<LiveFacts> = {}) => {
  const row = toRow(taskSession("ses_1", more), live({ lastSignAt: now, ...facts }), now)
  return row ? [row] : []
}
const change = (before: ReturnType<typeof rows>, after: ReturnType<typeof rows>, kinds = all) =>
  toastsOf(seenOf(before), after, kinds, now).map((toast) => toast.message)
const completed = { state: "completed", endedAt: now } as const

describe("a toast", () => {
  test("is not shown for what was there at first sight", () => {
    expect(toastsOf(new Map(), rows(completed), all, now)).toEqual([])
  })

  test("tells an ending once", () => {
    expect(change(rows(), rows(completed))).toEqual(["gen-1 done"])
    expect(change(rows(completed), rows(completed))).toEqual([])
  })

  test("tells the ending of a run that was too short to be seen", () => {
    expect(change(rows(completed), rows({ ...completed, generation: 2 }))).toEqual(["gen-1 done"])
  })

  test("tells why a task failed", () => {
    const failed = rows({ state: "errored", endedAt: now, endDetail: "no\u001b key" })
    expect(change(rows(), failed)).toEqual(["gen-1 failed: no key"])
  })

  test("leaves the end of a task that was cancelled in the panel to the answer", () => {
    const ended = { state: "cancelled", endedAt: now, endDetail: "by the user, in the task panel" }
    expect(change(rows(), rows({ ...ended, state: "cancelled" }))).toEqual([])
  })

  test("tells that a task waits, once for each wait", () => {
    const waiting = rows({}, { waitsFor: "permission" })
    expect(change(rows(), waiting)).toEqual(["gen-1 waits: permission"])
    expect(change(waiting, waiting)).toEqual([])
  })

  test("tells that a task shows no sign of life", () => {
    const stuck = rows({}, { lastSignAt: now - 121_000 })
    expect(change(rows(), stuck)).toEqual(["gen-1 stuck: no sign of life for 2m 01s"])
  })

  test("is left out where its kind is switched off", () => {
    const none = { ended: false, blocked: false, stuck: false }
    expect(change(rows(), rows(completed), none)).toEqual([])
    expect(change(rows(), rows({}, { waitsFor: "question" }), none)).toEqual([])
    expect(change(rows(), rows({}, { lastSignAt: 0 }), none)).toEqual([])
  })
})
