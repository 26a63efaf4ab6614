// A mistake in the configuration, told once and in one line.

import type { ErrorCode } from "../lib/error-codes.ts"
import { nearestName } from "../lib/nearest-name.ts"

export interface ConfigProblem {
  readonly code: Extract<ErrorCode, `CONFIG_${string}`>
  /** File and line, `options in opencode.json`, or the environment variable. */
  readonly place: string
  /** Dotted key, or empty for the whole source. */
  readonly key: string
  readonly message: string
}

export function describeProblem(problem: ConfigProblem): string {
  const subject = problem.key === "" ? "" : `"${problem.key}" `
  return `${problem.code}: ${subject}${problem.message} (${problem.place})`
}

/** "does not exist; did you mean X?" */
export function unknownNameMessage(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest
    ? `does not exist; did you mean "${nearest}"?`
    : `does not exist; known are ${known.join(", ")}.`
}
