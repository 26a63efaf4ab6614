// Writes durable records into session metadata: one write per session at a time, always the newest state, foreign keys
// kept. The host knows no compare-and-set, so there is one writer (HOST-QUIRK-50).

import { type ParentRecord, type TaskRecord, withRecord } from "../../board/record.ts"
import type { Host } from "../../host/port.ts"
import type { Clock } from "../../lib/clock.ts"

/** A write that failed is tried again after this long, doubling, at most six times. */
const retryMs = 500
const triesMax = 6

export interface RecordPart {
  readonly task?: TaskRecord
  readonly parent?: ParentRecord
}

/** Gives the newest state at the moment of writing, or undefined where there is nothing to write any more. */
export type ReadState = () => { readonly part: RecordPart; done(): void } | undefined

export interface RecordWriter {
  write(sessionId: string, kind: keyof RecordPart, read: ReadState): void
  /** Resolves when nothing is being written. */
  settled(): Promise<void>
}

export function createRecordWriter(host: Host, clock: Clock): RecordWriter {
  const waiting = new Map<string, Map<keyof RecordPart, ReadState>>()
  const running = new Map<string, Promise<void>>()

  const drain = async (sessionId: string) => {
    for (;;) {
      const reads = waiting.get(sessionId)
      waiting.delete(sessionId)
      if (!reads) {
        running.delete(sessionId)
        return
      }
      const states = [...reads.values()].flatMap((read) => read() ?? [])
      const part: RecordPart = Object.assign({}, ...states.map((state) => state.part))
      if (states.length === 0) continue
      if (await writeWithRetries(host, clock, { sessionId, part })) {
        for (const state of states) state.done()
      }
    }
  }

  return {
    write: (sessionId, kind, read) => {
      const reads = waiting.get(sessionId) ?? new Map<keyof RecordPart, ReadState>()
      waiting.set(sessionId, reads.set(kind, read))
      if (!running.has(sessionId)) {
        // Writes of one turn of the event loop go out together.
        running.set(
          sessionId,
          Promise.resolve().then(() => drain(sessionId)),
        )
      }
    },
    settled: async () => {
      await Promise.allSettled(running.values())
    },
  }
}

async function writeWithRetries(
  host: Host,
  clock: Clock,
  write: { readonly sessionId: string; readonly part: RecordPart },
): Promise<boolean> {
  const { sessionId, part } = write
  for (let tries = 0; tries < triesMax; tries++) {
    if (tries > 0) await clock.sleep(retryMs * 2 ** (tries - 1))
    try {
      const session = await host.sessions.get(sessionId)
      if (!session) return false
      await host.sessions.setMetadata(sessionId, withRecord(session.metadata, part))
      return true
    } catch {
      // The next try reads and writes anew.
    }
  }
  return false
}
