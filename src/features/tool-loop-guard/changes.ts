// Whether what a call is about has changed since its last result: then the call may run again (L6).

import { stat } from "node:fs/promises"
import path from "node:path"
import { isWithin } from "../../lib/inside.ts"

export interface ChangeLog {
  /** Notes that the host wrote a file. */
  add(file: string): void
  /** True when `target`, or something below it, was written after `since`, by the host or by anybody. */
  hasChanged(target: string, since: number): Promise<boolean>
}

/** Files written by the host that are remembered; older writes are long past. */
const changesMax = 256

export function createChangeLog(now: () => number): ChangeLog {
  const changes = new Map<string, number>()
  return {
    add: (file) => {
      changes.delete(file)
      changes.set(path.resolve(file), now())
      for (const oldest of changes.keys()) {
        if (changes.size <= changesMax) break
        changes.delete(oldest)
      }
    },
    hasChanged: async (target, since) => {
      const isWritten = [...changes].some(([file, at]) => at > since && isWithin(target, file))
      if (isWritten) return true
      const info = await stat(target).catch(() => undefined)
      return info !== undefined && Math.max(info.mtimeMs, info.ctimeMs) > since
    },
  }
}
