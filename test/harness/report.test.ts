// The sum at the end of a lane is what everybody reads: it must be exact, and never green for an empty lane.

import path from "node:path"
import { describe, expect, test } from "vitest"
import { repositoryRoot } from "../../scripts/lanes/command.ts"
import {
  countedReport,
  describeReports,
  lastLine,
  singleReport,
} from "../../scripts/lanes/report.ts"
import { readVitestReport } from "../../scripts/lanes/vitest-report.ts"

describe("reports of lanes", () => {
  test("are summed in the last line", () => {
    const reports = [singleReport("biome", true), countedReport("unit", 12, 3)]
    expect(lastLine(reports)).toBe("13 passed, 3 failed")
    expect(describeReports(reports).split("\n").at(-1)).toBe("13 passed, 3 failed")
  })

  test("count a lane that executed nothing as a failure", () => {
    expect(countedReport("unit", 0, 0)).toMatchObject({ failed: 1, note: "no test was executed" })
  })

  test("mark what failed, and what did not run", () => {
    const text = describeReports([
      singleReport("tsc", false),
      { name: "pages", passed: 0, failed: 0, note: "../shared is absent" },
    ])
    expect(text).toContain("FAIL tsc")
    expect(text).toContain("-    pages")
    expect(text).toContain("(../shared is absent)")
  })

  test("name each test that failed, below its step and before the sum", () => {
    const { failures, passed, failed } = readVitestReport({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: path.join(repositoryRoot, "test/a.test.ts"),
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "adds" },
            { status: "failed", fullName: "sums up", failureMessages: ["Error: 3 is not 4\nat x"] },
          ],
        },
        {
          name: path.join(repositoryRoot, "test/b.test.ts"),
          status: "failed",
          message: "cannot load",
          assertionResults: [],
        },
      ],
    })
    const text = describeReports([{ name: "unit", passed, failed, failures }])
    expect(text.split("\n")).toEqual([
      "FAIL unit  1 passed, 2 failed",
      "       test/a.test.ts > sums up: Error: 3 is not 4",
      "       test/b.test.ts: cannot load",
      "1 passed, 2 failed",
    ])
  })
})
