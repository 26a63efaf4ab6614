// What an evaluation reads when no place is named: the large set where it lies beside the repository, else our own.

import { existsSync } from "node:fs"
import path from "node:path"

/** `fixture` is a place below `eval/fixtures`; that it is taken is said on the error stream. */
export function defaultInput(shared: string, fixture: string): string {
  if (existsSync(shared)) return shared
  const own = path.join(import.meta.dirname, "fixtures", fixture)
  console.error(`${shared} is absent: ${own} is read`)
  return own
}
