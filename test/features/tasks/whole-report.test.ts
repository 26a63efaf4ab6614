import { expect, test } from "vitest"
import { withWholeReport } from "../../../src/features/tasks/notice-text.ts"

const notice = (body: string) =>
  `<task id="ses_1" state="completed">\n<task_result>\n${body}\n</task_result>\n</task>`

test("the host's notice of a task that answered a note gets the whole report", () => {
  const report = "The report costs $1.\n\nNoted."
  expect(withWholeReport(notice("Noted."), "Noted.", report)).toBe(notice(report))
})

test("a notice that has the whole report already stays as it is", () => {
  expect(withWholeReport(notice("Noted."), "Noted.", "Noted.")).toBeUndefined()
  expect(withWholeReport(notice(""), "", "The report.")).toBeUndefined()
})

test("a notice stays as it is where the transcript does not have its text", () => {
  expect(withWholeReport(notice("Noted."), "Noted.", "Something else.")).toBeUndefined()
})
