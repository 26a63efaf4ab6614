import { describe, expect, test } from "vitest"
import type { TaskRecord } from "../../src/board/record.ts"
import { columnsOf } from "../../src/tui/columns.ts"
import { panelLines } from "../../src/tui/panel-lines.ts"
import { describeCounts, describeDuration, fitColumns } from "../../src/tui/row-text.ts"
import { type LiveFacts, toRow } from "../../src/tui/task-row.ts"
import { live, startedAt, taskSession } from "../support/task-session.ts"

const now = startedAt + 65_000
const row = (id: string, more: Partial<TaskRecord> = {}, facts: Partial<LiveFacts> = {}) => {
  const made = toRow(taskSession(id, more), live({ lastSignAt: now, ...facts }), now)
  if (!made) throw new Error("no row")
  return made
}
/** Left and right text of each line, as wide as the section. */
const drawn = (rows: readonly ReturnType<typeof row>[]) =>
  panelLines(rows, now)
    .map(({ left, right }) => `${left.padEnd(36 - right.length)}${right}`.trimEnd())
    .join("\n")

describe("the section of the sidebar", () => {
  test("stays as wide as it is where letters take two columns", () => {
    const rows = [
      row("ses_1", {
        alias: "検索担当の長い名前です-1",
        agent: "探索担当",
        uncertain: "返事がまだ届いていないので状態が分かりません",
      }),
    ]
    const widths = panelLines(rows, now).map(({ left, right }) => columnsOf(`${left} ${right}`))
    expect(Math.max(...widths)).toBeLessThanOrEqual(37)
    expect(panelLines(rows, now)[1]?.left).toBe("? 検索担当の長い名…")
  })

  test("has no line where there is no task", () => {
    expect(panelLines([], now)).toEqual([])
  })

  test("shows every state with what there is to say about it", () => {
    const rows = [
      row("ses_1", { alias: "exp-1", agent: "explore" }, { tool: "bash" }),
      row("ses_2", { alias: "gen-1" }, { waitsFor: "permission" }),
      row("ses_3", { alias: "gen-2", uncertain: "an abort was sent and has not settled" }),
      row("ses_4", { alias: "gen-3" }, { lastSignAt: now - 130_000 }),
      row("ses_5", { alias: "gen-4", state: "completed", endedAt: startedAt + 9_000 }),
      row("ses_6", { alias: "gen-5", state: "cancelled", endedAt: startedAt + 8_000 }),
      row("ses_7", { alias: "gen-6", state: "errored", endedAt: startedAt, endDetail: "no key" }),
    ]
    expect(drawn(rows)).toMatchInlineSnapshot(`
      "Tasks 4 running · 1 blocked · 1 stu…
      ● exp-1 explore       running 1m 05s
        tool: bash
      ▲ gen-1 general       blocked 1m 05s
        blocked: permission
      ? gen-2 general     uncertain 1m 05s
        uncertain: an abort was sent and …
      ▲ gen-3 general         stuck 1m 05s
        no sign of life for 2m 10s
      ✓ gen-4 general              done 9s
      ⊘ gen-5 general         cancelled 8s
      ✗ gen-6 general            failed 0s
        no key"
    `)
  })

  test("folds away all but the newest three that are finished", () => {
    const rows = [1, 2, 3, 4, 5].map((at) =>
      row(`ses_${at}`, { alias: `gen-${at}`, state: "completed", endedAt: startedAt + at * 1_000 }),
    )
    expect(drawn(rows)).toMatchInlineSnapshot(`
      "Tasks                     5 finished
      ✓ gen-5 general              done 5s
      ✓ gen-4 general              done 4s
      ✓ gen-3 general              done 3s
      + 2 more finished"
    `)
  })

  test("counts what runs beyond eight", () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(`ses_${index}`))
    expect(panelLines(rows, now)).toHaveLength(1 + 8 + 1)
    expect(panelLines(rows, now).at(-1)?.left).toBe("+ 4 more running")
  })

  test("no text is wider than the sidebar, however long the names are", () => {
    const rows = [
      row("ses_1", { alias: "a".repeat(60), agent: "b".repeat(60) }, { tool: "c".repeat(90) }),
    ]
    for (const { left, right } of panelLines(rows, now)) {
      expect(left.length + right.length).toBeLessThan(37)
    }
  })

  test("keys stay the same while only texts change", () => {
    const keys = (at: number) => panelLines([row("ses_1")], at).map((line) => line.key)
    expect(keys(now)).toEqual(keys(now + 5_000))
  })
})

describe("words", () => {
  test.each([
    [-5, "0s"],
    [Number.NaN, "0s"],
    [59_999, "59s"],
    [65_000, "1m 05s"],
    [3_600_000, "1h 00m"],
    [90_000_000, "1d 01h"],
    [Number.POSITIVE_INFINITY, "999d 00h"],
  ])("%d ms are %s", (ms, text) => {
    expect(describeDuration(ms)).toBe(text)
  })

  test("the line below everything counts what runs and what is wrong", () => {
    const rows = [row("ses_1"), row("ses_2", {}, { waitsFor: "question" }), row("ses_3")]
    expect(describeCounts(rows)).toBe("3 running · 1 blocked")
    expect(describeCounts([row("ses_1", { state: "completed" })])).toBeUndefined()
  })

  test("control characters and sequences never reach the terminal, whole or in part", () => {
    const title = "a\u001b[31mred\u001b]0;window\u0007\u001b[2J\nb\u202ec\u0007"
    expect(fitColumns(title, 40)).toBe("ared b c")
  })
})
