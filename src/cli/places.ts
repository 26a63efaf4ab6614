// Where the command runs: folder, worktree, home, environment, and the folder of this package.

import { existsSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

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
    packageRoot: path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."),
  }
}

/** The nearest folder, from `start` upwards, that holds `name`. */
export function findUp(start: string, name: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, name))) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}
