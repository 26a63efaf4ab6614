// The git note of C4 as text: branch, short status, last commits, at most 20 lines. Pure.

import { clipBytes } from "../../lib/clip-bytes.ts"
import { compactionLimits as limits } from "./limits.ts"
import { gitTexts } from "./messages.ts"

export interface GitState {
  /** Output of `git status --porcelain --branch`. */
  readonly status: string
  /** Output of `git log --format="%h %s"`; empty in a repository without commits. */
  readonly log: string
}

export function renderGitNote(state: GitState): string {
  const [branch = "", ...changes] = lines(state.status)
  const commits = lines(state.log).slice(0, limits.gitCommitsMax)
  const tail = commits.length > 0 ? [gitTexts.commits, ...commits] : []
  // Marks and branch take three lines.
  const room = limits.gitLinesMax - 3 - tail.length
  const body = changes.length === 0 ? [gitTexts.clean] : cut(changes, room)
  return [gitTexts.open, branch, ...body, ...tail, gitTexts.close].join("\n")
}

function cut(changes: readonly string[], room: number): readonly string[] {
  if (changes.length <= room) return changes
  const shown = changes.slice(0, room - 1)
  return [...shown, gitTexts.omitted(changes.length - shown.length)]
}

function lines(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => clipBytes(line.trimEnd(), limits.lineBytesMax))
}
