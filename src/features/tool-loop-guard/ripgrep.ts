// Whether the host can find ripgrep: on PATH, or where it keeps the one that it downloads (HOST-QUIRK-142).

import { access, constants } from "node:fs/promises"
import path from "node:path"

export type Environment = Readonly<Record<string, string | undefined>>

export async function hasRipgrep(environment: Environment, home: string): Promise<boolean> {
  const name = path.sep === "\\" ? "rg.exe" : "rg"
  const searched = (environment.PATH ?? environment.Path ?? "").split(path.delimiter)
  const cache = environment.XDG_CACHE_HOME ?? path.join(home, ".cache")
  const folders = [
    ...searched.filter((folder) => folder !== ""),
    path.join(cache, "opencode", "bin"),
  ]
  const found = await Promise.all(folders.map((folder) => isExecutable(path.join(folder, name))))
  return found.includes(true)
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
