// Where the command runs: folder, worktree, home, environment, and the folder of this package.

import os from "node:os"
import path from "node:path"
import { findUp } from "../lib/find-up.ts"
import { packageRoot } from "../lib/package-file.ts"

export interface CliPlaces {
  /** Absolute folder that the command works on. */
  readonly directory: string
  /** Undefined without git. */
  readonly worktree: string | undefined
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Absolute folder of this package. */
  readonly packageRoot: string
}

export function findPlaces(
  directory: string,
  environment: CliPlaces["environment"] = process.env,
): CliPlaces {
  const absolute = path.resolve(directory)
  return {
    directory: absolute,
    worktree: findUp(absolute, ".git"),
    home: environment.OPENCODE_TEST_HOME || environment.HOME || os.homedir(),
    environment,
    packageRoot: packageRoot(),
  }
}
