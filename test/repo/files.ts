// Files of the repository for the tests that read it.

import { readdirSync } from "node:fs"
import path from "node:path"

/** Paths relative to the root, with forward slashes, sorted. */
export function filesBelow(folder: string, endings: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join("/"))
    .sort()
}
