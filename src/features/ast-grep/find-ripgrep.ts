// Where ripgrep is, looked for in the two places where the host looks (HOST-QUIRK-71). Never downloaded.

import { access, constants } from "node:fs/promises"
import os from "node:os"
import path from "node:path"

type Environment = Readonly<Record<string, string | undefined>>

/** Absolute path of `rg`, or undefined. */
export async function findRipgrep(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const name = platform === "win32" ? "rg.exe" : "rg"
  const folders = (environment.PATH ?? environment.Path ?? "").split(path.delimiter)
  const home = environment.HOME ?? os.homedir()
  const cache = environment.XDG_CACHE_HOME ?? path.join(home, ".cache")
  const candidates = [...folders.filter(path.isAbsolute), path.join(cache, "opencode", "bin")]
  for (const folder of candidates) {
    const file = path.join(folder, name)
    if (await isExecutable(file)) return file
  }
  return undefined
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
