// Reads vitest's JSON report: how many tests passed and failed, and what each failure said first.

import path from "node:path"
import { isRecord, readNumber, readString } from "../../src/lib/json.ts"
import { repositoryRoot } from "./command.ts"

export interface VitestCounts {
  readonly passed: number
  readonly failed: number
  /** One line each: file, name, first line of the message. */
  readonly failures: readonly string[]
}

const messageCharsMax = 240

/** A file that fails to load holds no test, and counts as one failure. */
export function readVitestReport(report: unknown): VitestCounts {
  const files = isRecord(report) && Array.isArray(report.testResults) ? report.testResults : []
  const broken = files.filter((entry) => isBrokenFile(entry))
  return {
    passed: readNumber(report, "numPassedTests") ?? 0,
    failed: (readNumber(report, "numFailedTests") ?? 0) + broken.length,
    failures: files.flatMap((entry) => describeFailures(entry)),
  }
}

function isBrokenFile(entry: unknown): boolean {
  if (!isRecord(entry) || entry.status !== "failed") return false
  return Array.isArray(entry.assertionResults) && entry.assertionResults.length === 0
}

function describeFailures(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return []
  const file = path.relative(repositoryRoot, readString(entry, "name") ?? "")
  if (isBrokenFile(entry)) return [`${file}: ${firstLine(readString(entry, "message"))}`]
  const results = Array.isArray(entry.assertionResults) ? entry.assertionResults : []
  return results
    .filter((result) => isRecord(result) && result.status === "failed")
    .map((result) => {
      const name = readString(result, "fullName") ?? ""
      const messages: readonly unknown[] = Array.isArray(result.failureMessages)
        ? result.failureMessages
        : []
      const message = messages.find((text) => typeof text === "string")
      return `${file} > ${name}: ${firstLine(message)}`
    })
}

function firstLine(message: string | undefined): string {
  const line = (message ?? "").split("\n", 1)[0] ?? ""
  return line.length > messageCharsMax ? `${line.slice(0, messageCharsMax)}…` : line
}
