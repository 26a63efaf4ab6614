// A mistake in the configuration, told once and in one line.

import path from "node:path"
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

/** Where options of the plugin's entry stand; its file and line are known to `doctor` only. */
export function entryPlace(place: string | undefined, home: string): string {
  return place === undefined ? "options in opencode.json" : `options in ${shortenHome(place, home)}`
}

/** `~/…` for what lies in the home folder: shorter in a toast, and no user's name in a log. */
export function shortenHome(file: string, home: string): string {
  const below = path.relative(home, file)
  const isBelow = home !== "" && below !== "" && !below.startsWith("..") && !path.isAbsolute(below)
  return isBelow ? `~${path.sep}${below}` : file
}

/** "does not exist; did you mean X?" */
export function unknownNameMessage(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest
    ? `does not exist; did you mean "${nearest}"?`
    : `does not exist; known are ${known.join(", ")}.`
}
