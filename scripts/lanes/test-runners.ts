// The two test runners: vitest under Node, and the host's own runtime. Counts come from their own reports.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { hostBinary } from "../../test/e2e/support/host-binary.ts"
import { runPackage, runProgram } from "./command.ts"
import { countedReport, type StepReport } from "./report.ts"
import { readVitestReport } from "./vitest-report.ts"

export interface VitestRun {
  readonly name: string
  readonly project: string
  readonly environment?: Readonly<Record<string, string>>
  /** Further arguments, such as files. */
  readonly args?: readonly string[]
}

export function runVitest(run: VitestRun): StepReport {
  return withReportFile((file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
    const args = ["run", "--project", run.project, ...reporters, ...(run.args ?? [])]
    const { isGood } = runPackage("vitest/vitest.mjs", args, {
      environment: run.environment ?? {},
    })
    const counts = readVitestReport(readJson(file))
    const report = countedReport(run.name, counts.passed, counts.failed)
    return withExitCode({ ...report, failures: counts.failures }, isGood)
  })
}

/** Runs test files inside the host binary: its runtime answers to `test` as Bun does. */
export function runInHostRuntime(
  name: string,
  folders: readonly string[],
  options: readonly string[] = [],
): StepReport {
  // Without a folder the runner would take every test file there is.
  if (folders.length === 0) return countedReport(name, 0, 0)
  return withReportFile((file) => {
    const reporter = ["--reporter=junit", `--reporter-outfile=${file}`]
    const fixed = ["--timeout=120000", "--only-failures"]
    const args = ["test", ...fixed, ...options, ...reporter, ...folders]
    const { isGood } = runProgram(hostBinary(), args, { environment: { BUN_BE_BUN: "1" } })
    const counts = readJunitReport(file)
    return withExitCode(countedReport(name, counts.passed, counts.failed), isGood)
  })
}

/** A runner that fails although every test passed has met an error outside of tests. */
function withExitCode(report: StepReport, isGood: boolean): StepReport {
  if (isGood || report.failed > 0) return report
  return { ...report, failed: 1, note: "the runner failed outside of tests" }
}

interface Counts {
  readonly passed: number
  readonly failed: number
}

function readJunitReport(file: string): Counts {
  const head = /<testsuites[^>]*>/.exec(readText(file))?.[0] ?? ""
  const read = (key: string) => Number(new RegExp(`\\b${key}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = read("failures") + read("errors")
  return { passed: read("tests") - failed - read("skipped"), failed }
}

function withReportFile(run: (file: string) => StepReport): StepReport {
  const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-lane-"))
  try {
    return run(path.join(folder, "report"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJson(file: string): unknown {
  const text = readText(file)
  return text === "" ? undefined : JSON.parse(text)
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}
