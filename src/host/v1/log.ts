// Log sink: the host's own log, in the background, bounded. Logging while the host still starts can block it,
// so entries wait until the first hook call says that the host is up.

import type { Json } from "../../lib/json.ts"
import type { Call } from "./call.ts"

export type LogLevel = "debug" | "info" | "warn" | "error"

export interface LogSink {
  write(level: LogLevel, event: string, fields: { readonly [key: string]: Json }): void
  /** The host is up: buffered entries may go out. */
  open(): void
}

/** Entries held while the host starts, and entries in flight; more are dropped. */
const entriesMax = 200
const logTimeoutMs = 5_000

export function createLogSink(call: Call): LogSink {
  let waiting: (() => void)[] | undefined = []
  let inFlight = 0
  const send = (body: unknown) => {
    if (inFlight >= entriesMax) return
    inFlight += 1
    call({ method: "POST", url: "/log", body }, { timeoutMs: logTimeoutMs })
      .catch(() => undefined)
      .finally(() => {
        inFlight -= 1
      })
  }
  return {
    write: (level, event, fields) => {
      const body = { service: "opencode-workbench", level, message: event, extra: fields }
      if (waiting === undefined) send(body)
      else if (waiting.length < entriesMax) waiting.push(() => send(body))
    },
    open: () => {
      const entries = waiting ?? []
      waiting = undefined
      for (const entry of entries) entry()
    },
  }
}
