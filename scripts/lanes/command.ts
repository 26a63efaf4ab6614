// Runs programs of node_modules for the lanes. Their output goes straight to the terminal unless it is wanted.

import { spawnSync } from "node:child_process"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")

export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Returns standard output instead of showing it. */
  readonly capture?: boolean
}

export interface CommandOutcome {
  readonly isGood: boolean
  readonly stdout: string
}

/** Runs a script of a package in node_modules with this Node. */
export function runPackage(script: string, args: readonly string[], options: CommandOptions = {}) {
  const file = path.join(repositoryRoot, "node_modules", script)
  return runProgram(process.execPath, [file, ...args], options)
}

export function runProgram(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): CommandOutcome {
  const result = spawnSync(program, [...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...options.environment },
    stdio: ["ignore", options.capture ? "pipe" : "inherit", "inherit"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
  return { isGood: result.status === 0, stdout: result.stdout ?? "" }
}
