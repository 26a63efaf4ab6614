// Asks git for branch, status and last commits, within one second in all and without locks, hooks or monitors (C4).

import { execFile } from "node:child_process"
import type { GitState } from "./git-note.ts"
import { compactionLimits as limits } from "./limits.ts"

/** What a repository's own configuration could start or colour is switched off. */
const safeguards = [
  "--no-optional-locks",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.quotePath=false",
  "-c",
  "log.showSignature=false",
  "-c",
  "color.ui=false",
] as const

/** Undefined outside git, where git is missing, and where it takes too long. */
export async function readGit(directory: string): Promise<GitState | undefined> {
  const signal = AbortSignal.timeout(limits.gitTimeoutMs)
  const [status, log] = await Promise.all([
    git(directory, ["status", "--porcelain", "--branch"], signal),
    // Fails in a repository without commits, which is no reason to say nothing.
    git(directory, ["log", `-${limits.gitCommitsMax}`, "--format=%h %s"], signal),
  ])
  return status === undefined ? undefined : { status, log: log ?? "" }
}

function git(
  cwd: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const options = { cwd, signal, maxBuffer: limits.gitOutputBytesMax, windowsHide: true }
  return new Promise((resolve) => {
    execFile("git", [...safeguards, ...args], options, (error, stdout) => {
      resolve(error ? undefined : stdout)
    })
  })
}
