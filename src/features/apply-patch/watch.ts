// Watches the files of a call while its permission question is open (P14): a change seen before the answer rejects it.

import type { Requests } from "../../host/port.ts"
import type { Clock } from "../../lib/clock.ts"
import type { FlyingCall, HeldFile } from "./in-flight.ts"
import { limits } from "./limits.ts"
import { type FileContent, isSameContent, readContent } from "./read-files.ts"

export interface WatchParts {
  readonly clock: Clock
  readonly requests: Pick<Requests, "rejectPermission">
  /** The reason, as the model reads it. */
  describeChange(file: HeldFile): string
}

export interface Watcher {
  /** Starts for one question; ends by `stop`, by a change, or when the watcher is closed. */
  start(requestId: string, call: FlyingCall): Promise<void>
  /** The question was answered: looks a last time and keeps what somebody else wrote. */
  stop(requestId: string): Promise<void>
  close(): void
}

export function createWatcher(parts: WatchParts): Watcher {
  const open = new Map<string, { readonly call: FlyingCall; readonly abort: AbortController }>()
  const end = (requestId: string): FlyingCall | undefined => {
    const watch = open.get(requestId)
    open.delete(requestId)
    watch?.abort.abort()
    return watch?.call
  }
  return {
    start: async (requestId, call) => {
      const abort = new AbortController()
      open.set(requestId, { call, abort })
      while (!abort.signal.aborted) {
        const changed = await changedFile(call)
        if (changed && !abort.signal.aborted) {
          end(requestId)
          await parts.requests.rejectPermission(requestId, parts.describeChange(changed.file))
          return
        }
        await parts.clock.sleep(limits.watchEveryMs, abort.signal).catch(() => undefined)
      }
    },
    stop: async (requestId) => {
      const call = end(requestId)
      if (!call) return
      const changed = await changedFile(call)
      if (changed?.now.kind === "bytes") call.lost.set(changed.file.realPath, changed.now.bytes)
    },
    close: () => {
      for (const requestId of [...open.keys()]) end(requestId)
    },
  }
}

interface ChangedFile {
  readonly file: HeldFile
  readonly now: FileContent
}

// Neither as it was when the plan was made, nor as the host will have written it.
async function changedFile(call: FlyingCall): Promise<ChangedFile | undefined> {
  for (const file of call.files) {
    const now = await readContent(file.realPath)
    if (isSameContent(now, file.before) || isWanted(now, file)) continue
    return { file, now }
  }
  return undefined
}

function isWanted(now: FileContent, file: HeldFile): boolean {
  if (now.kind !== "bytes") return file.wanted === undefined && now.kind === "absent"
  if (file.wanted === undefined) return false
  const text = Buffer.from(now.bytes).toString("utf8")
  return text === file.wanted || text === `${file.wanted}\n`
}
