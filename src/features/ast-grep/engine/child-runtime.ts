// Which runtime the child of the napi matcher is started from. Reads the process, changes nothing.

/** How a JavaScript child process is started. */
export interface ChildRuntime {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** The runtime that runs this very module: the host binary acts as plain Bun when told to (HOST-QUIRK-70). */
export function currentRuntime(): ChildRuntime {
  const isBun = process.versions.bun !== undefined
  return {
    command: process.execPath,
    args: isBun ? ["--no-install", "--no-env-file", "--expose-gc"] : ["--expose-gc"],
    env: isBun ? { BUN_BE_BUN: "1" } : {},
  }
}
