// What the model reads about tasks: the same facts give the same bytes.

import { describe, expect, test } from "vitest"
import type { NoticeText, OutcomeCode } from "../../../src/board/effect.ts"
import type { EndReason } from "../../../src/board/job.ts"
import { withBoardLines } from "../../../src/features/tasks/board-lines.ts"
import { describeNote, describeNotice } from "../../../src/features/tasks/notice-text.ts"
import {
  describeDetails,
  describeHeader,
  nextStep,
} from "../../../src/features/tasks/reply-text.ts"
import { taskView } from "../../support/task-context.ts"

const now = 90_000
const ended = (state: "completed" | "errored" | "cancelled" | "stopped", reason: EndReason) =>
  taskView({ state, ending: { reason, at: 80_000, detail: undefined } })

test("the keys of the header come always in this order", () => {
  const header = describeHeader("running", taskView(), { now, next: "Wait." })
  expect(header.split("\n")).toEqual([
    "task_id: ses_child",
    "alias: gen-1",
    "generation: 1",
    "state: running",
    "outcome: running",
    "uncertain: no",
    "age_s: 60",
    "idle_s: 30",
    "blocked: no",
    "next: Wait.",
  ])
})

test("a task of another host is named as such", () => {
  const header = describeHeader("running", taskView({ isForeign: true }), { now, next: "" })
  expect(header).toContain("state: running (other host)")
})

test("without a task the header is outcome and next step", () => {
  expect(nextStep({ outcome: "unknown_task", detail: "gen-1" })).toBe(
    "Did you mean gen-1? Call task_status without task_id to see your tasks.",
  )
  const next = nextStep({ outcome: "unknown_task" })
  expect(describeHeader("unknown_task", undefined, { now, next })).toBe(
    "outcome: unknown_task\nnext: Call task_status without task_id to see your tasks.",
  )
})

test("details name the tool, the cancel, the deadline and why a task is blocked", () => {
  const task = taskView({ tool: "bash", cancelRequested: true, deadlineAt: 100_000 })
  expect(describeDetails(task, now)).toEqual([
    "agent: general",
    "description: look around",
    "tool_in_progress: bash",
    "cancel_requested: yes",
    "deadline_in_s: 10",
  ])
})

test("what is not known for certain says not to repeat it", () => {
  const uncertain: readonly OutcomeCode[] = ["admission_unknown", "delivery_unknown"]
  for (const outcome of uncertain) {
    expect(nextStep({ outcome })).toMatch(/^Do not repeat it: .* Check with task_status\.$/)
  }
})

test("a cancel says that nothing was rolled back and to check files", () => {
  expect(nextStep({ outcome: "cancelled", task: taskView() })).toBe(
    "Check the files that gen-1 may have changed; nothing was rolled back. task_revive resumes it.",
  )
})

test("a stopped task says that its commands may still run", () => {
  const next = nextStep({ outcome: "stopped", task: taskView() })
  expect(next).toBe("Check files: commands of gen-1 may still run. task_revive resumes it.")
})

test("a limit names its number", () => {
  expect(nextStep({ outcome: "refused", reason: "parent_limit", detail: "6" })).toBe(
    "At most 6 tasks of one session run at once; wait for one to end, or cancel one.",
  )
})

describe("a notice", () => {
  const notice = (more: Partial<NoticeText>): NoticeText => ({
    key: "ses_child:1:completed",
    kind: "completed",
    task: ended("completed", "answer"),
    ...more,
  })

  test("of a completed task carries the report", () => {
    expect(describeNotice(notice({}), "It is done.").split("\n")).toEqual([
      '<task id="ses_child" state="completed">',
      "<summary>gen-1 (general): look around</summary>",
      "The task is completed.",
      "<task_result>",
      "It is done.",
      "</task_result>",
      'The full report: task_result (task_id "gen-1").',
      "</task>",
    ])
  })

  test("of an interrupted caller says whose doing it was", () => {
    const text = describeNotice(
      notice({ kind: "cancelled", task: ended("cancelled", "parent_aborted") }),
      "",
    )
    expect(text).toContain("because its caller was interrupted. Nothing was rolled back.")
    expect(text).not.toContain("<task_result>")
  })

  test("of a blocked task names who can go on", () => {
    const blocked = { requestId: "per_1", at: 0 } as const
    const permission = taskView({ blocked: { ...blocked, kind: "permission" } })
    const question = taskView({ blocked: { ...blocked, kind: "question" } })
    expect(describeNotice(notice({ kind: "blocked", task: permission }), "")).toContain(
      "Only the user can grant it",
    )
    expect(describeNotice(notice({ kind: "blocked", task: question }), "")).toContain(
      "Answer with task_reply",
    )
  })

  test("carries at most 4,000 bytes of a report and says that it was clipped", () => {
    const text = describeNotice(notice({}), "é".repeat(5_000))
    expect(Buffer.byteLength(text)).toBeLessThan(4_400)
    expect(text).toContain("[clipped]")
  })
})

test("a note tells the child to go on and to keep its report whole", () => {
  expect(describeNote("hurry").split("\n")).toEqual([
    "<note_from_caller>",
    "hurry",
    "</note_from_caller>",
    "Take this note into account and go on with your task; do not stop your work for it.",
    "Your last message must still be the full report on the whole task, not only an answer to this note.",
  ])
})

describe("board lines", () => {
  const board = (tasks: readonly ReturnType<typeof taskView>[]) =>
    withBoardLines("output", { outcome: "board", tasks }, now)

  test("stand below the output, with a coarse age", () => {
    expect(board([taskView()])).toBe("output\n\n<task_board>\ngen-1 running <5m\n</task_board>")
  })

  test("leave out what was told already", () => {
    expect(board([{ ...ended("completed", "answer"), acknowledgement: "told" }])).toBeUndefined()
  })

  test("are clipped at 1,500 characters", () => {
    const many = Array.from({ length: 200 }, (_, index) => taskView({ alias: `gen-${index}` }))
    expect(board(many)?.length).toBeLessThan(1_560)
  })
})
