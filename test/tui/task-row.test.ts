import { describe, expect, test } from "vitest"
import type { TaskRecord } from "../../src/board/record.ts"
import { sortRows, tickDelayMs, toRow } from "../../src/tui/task-row.ts"
import { live, startedAt, taskSession } from "../support/task-session.ts"

const now = startedAt + 10_000
const row = (more: Partial<TaskRecord> = {}, facts = live({ lastSignAt: now })) =>
  toRow(taskSession("ses_1", more), facts, now)

describe("a task's state on the panel", () => {
  test("is what the record says, and live while it runs", () => {
    expect(row()).toMatchObject({
      phase: "running",
      isLive: true,
      canCancel: true,
      canRevive: false,
    })
  })

  test.each(["completed", "errored", "cancelled", "stopped"] as const)("%s is an end", (state) => {
    const ended = row({ state, endedAt: startedAt + 4_000, endReason: "answer" })
    expect(ended).toMatchObject({ phase: state, isLive: false, endedAt: startedAt + 4_000 })
    expect(ended).toMatchObject({ canCancel: false, canRevive: true })
  })

  test("a task that was created and has not run yet is starting", () => {
    const created = row({ state: "stopped", generation: 0, endReason: "never_started" })
    expect(created).toMatchObject({ phase: "starting", isLive: true, canRevive: false })
  })

  test("a task that is being revived is starting", () => {
    expect(row({ state: "completed", lease: "revive" })).toMatchObject({ phase: "starting" })
  })

  test("what the host shows of a permission comes before what the record says", () => {
    const blocked = row({}, live({ waitsFor: "permission", lastSignAt: now }))
    expect(blocked).toMatchObject({ phase: "blocked", waitsFor: "permission", canCancel: true })
  })

  test("a question that only the record knows of is shown too", () => {
    expect(row({ blockedOn: "question" })).toMatchObject({ phase: "blocked", waitsFor: "question" })
  })

  test("a cancel on its way cannot be asked for again", () => {
    expect(row({ lease: "cancel" })).toMatchObject({ phase: "cancelling", canCancel: false })
  })

  test("two minutes without a sign of life are stuck, a second less is not", () => {
    const at = (ms: number) => live({ lastSignAt: now - ms })
    expect(row({}, at(120_000))?.phase).toBe("stuck")
    expect(row({}, at(119_000))?.phase).toBe("running")
  })

  test("a doubt of the board is shown, and is not called stuck", () => {
    const doubtful = row({ uncertain: "abort sent" }, live({ lastSignAt: 0 }))
    expect(doubtful).toMatchObject({ phase: "uncertain", uncertain: "abort sent" })
  })

  test("without an end in the record the session's last change counts", () => {
    expect(row({ state: "completed" })?.endedAt).toBe(startedAt + 5_000)
  })

  test("a record that a fork copied is nobody's", () => {
    expect(toRow({ ...taskSession("ses_1"), id: "ses_2" }, live(), now)).toBeUndefined()
    expect(toRow({ ...taskSession("ses_1"), parentId: undefined }, live(), now)).toBeUndefined()
  })
})

test("live tasks come first in order of launch, then the newest ending", () => {
  const rows = [
    row({ taskId: "ses_1", alias: "old", state: "completed", endedAt: 1 }),
    row({ taskId: "ses_1", alias: "late", launchedAt: startedAt + 2 }),
    row({ taskId: "ses_1", alias: "new", state: "errored", endedAt: 2 }),
    row({ taskId: "ses_1", alias: "early", launchedAt: startedAt + 1 }),
  ].flatMap((entry) => entry ?? [])
  expect(sortRows(rows).map((entry) => entry.alias)).toEqual(["early", "late", "new", "old"])
})

describe("the shown times are drawn again", () => {
  const rows = (...more: readonly Partial<TaskRecord>[]) =>
    more.flatMap((one) => toRow(taskSession("ses_1", one), live({ lastSignAt: now }), now) ?? [])
  const old = { launchedAt: now - 10_000 }
  const fresh = { launchedAt: now - 9_999 }

  test("never where nothing runs", () => {
    expect(tickDelayMs(rows({ ...fresh, state: "completed" }), now)).toBeUndefined()
  })

  test("each second while a running task is younger than ten", () => {
    expect(tickDelayMs(rows(old, fresh), now)).toBe(1_000)
  })

  test("every ten seconds when all are older, as each drawing costs a whole screen", () => {
    expect(tickDelayMs(rows(old, { ...fresh, state: "completed" }), now)).toBe(10_000)
  })

  test("every ten seconds for a task that began in the future of this clock", () => {
    expect(tickDelayMs(rows({ launchedAt: now + 5_000 }), now)).toBe(10_000)
  })
})
