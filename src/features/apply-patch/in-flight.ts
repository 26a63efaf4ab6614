// Which calls are between our before-hook and their end, and which files they hold. One call at a time per file (P14).

import { type Clock, waitFor } from "../../lib/clock.ts"
import type { FileContent } from "./read-files.ts"

export interface HeldFile {
  readonly printPath: string
  readonly realPath: string
  /** What the plan was made for. */
  readonly before: FileContent
  /** What the host will have written; undefined when the file will be gone. */
  readonly wanted: string | undefined
}

export interface FlyingCall {
  readonly callId: string
  readonly sessionId: string
  readonly files: readonly HeldFile[]
  /** The patch text that the host shall run, where it was rewritten. */
  readonly rewritten: string | undefined
  readonly note: string | undefined
  /** Text that somebody else wrote in the last instant, by real path. */
  readonly lost: Map<string, Uint8Array>
}

export interface InFlight {
  /** Takes hold of the files; false when an earlier call still holds one of them after `waitMs`. */
  hold(callId: string, realPaths: readonly string[], waitMs: number): Promise<boolean>
  /** Adds what the call will do. */
  describe(call: FlyingCall): void
  get(callId: string): FlyingCall | undefined
  /** Lets go of the files of a call; harmless when it holds none. */
  release(callId: string): void
  releaseSession(sessionId: string): void
}

export function createInFlight(clock: Clock): InFlight {
  const holders = new Map<string, Hold>()
  const calls = new Map<string, FlyingCall>()
  const release = (callId: string): void => {
    calls.delete(callId)
    for (const [realPath, hold] of holders) {
      if (hold.callId !== callId) continue
      holders.delete(realPath)
      hold.end()
    }
  }
  return {
    hold: async (callId, realPaths, waitMs) => {
      const deadline = clock.now() + waitMs
      for (;;) {
        const busy = realPaths.map((realPath) => holders.get(realPath)).find((hold) => hold)
        if (!busy) break
        const left = deadline - clock.now()
        if (left <= 0) return false
        await waitFor(busy.ended, clock, left)
      }
      for (const realPath of realPaths) holders.set(realPath, createHold(callId))
      return true
    },
    describe: (call) => {
      calls.set(call.callId, call)
    },
    get: (callId) => calls.get(callId),
    release,
    releaseSession: (sessionId) => {
      for (const call of [...calls.values()]) if (call.sessionId === sessionId) release(call.callId)
    },
  }
}

interface Hold {
  readonly callId: string
  readonly ended: Promise<void>
  end(): void
}

function createHold(callId: string): Hold {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { callId, ended, end: () => end() }
}
