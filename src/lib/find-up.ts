// The nearest folder above that holds a name.

import { existsSync } from "node:fs"
import path from "node:path"

/** The nearest folder, from the absolute folder `start` upwards, that holds `name`. */
export function findUp(start: string, name: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, name))) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}
