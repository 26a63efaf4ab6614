// What a step of a lane came to, and how the whole is told: the last line is always `N passed, N failed`.

export interface StepReport {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** Why nothing ran, or what failed, in one line. */
  readonly note?: string
  /** One line for each test that failed: its file, its name and what it said first. */
  readonly failures?: readonly string[]
}

/** A step never fills the screen: what failed beyond this is in the runner's own output above. */
const failuresShownMax = 20

/** A check that is one thing: it holds or it does not. */
export function singleReport(name: string, isGood: boolean, note?: string): StepReport {
  return {
    name,
    passed: isGood ? 1 : 0,
    failed: isGood ? 0 : 1,
    ...(note === undefined ? {} : { note }),
  }
}

/** A step that executed nothing is a failure: a lane must never be green because it was empty. */
export function countedReport(name: string, passed: number, failed: number): StepReport {
  if (passed + failed > 0) return { name, passed, failed }
  return { name, passed, failed: 1, note: "no test was executed" }
}

/** One line for each step and for each test that failed in it, then the sum. */
export function describeReports(reports: readonly StepReport[]): string {
  const width = Math.max(...reports.map((report) => report.name.length))
  const lines = reports.flatMap((report) => {
    const counts = `${report.passed} passed, ${report.failed} failed`
    const mark = report.failed > 0 ? "FAIL" : report.passed > 0 ? "ok  " : "-   "
    const note = report.note === undefined ? "" : `  (${report.note})`
    const failures = (report.failures ?? []).slice(0, failuresShownMax)
    return [
      `${mark} ${report.name.padEnd(width)}  ${counts}${note}`,
      ...failures.map((failure) => `       ${failure}`),
    ]
  })
  return [...lines, lastLine(reports)].join("\n")
}

export function lastLine(reports: readonly StepReport[]): string {
  const sum = (key: "passed" | "failed") =>
    reports.reduce((total, report) => total + report[key], 0)
  return `${sum("passed")} passed, ${sum("failed")} failed`
}
