// The sum at the end of a lane is what everybody reads: it must be exact, and never green for an empty lane.

import { describe, expect, test } from "vitest"
import {
  countedReport,
  describeReports,
  lastLine,
  singleReport,
} from "../../scripts/lanes/report.ts"

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
})
