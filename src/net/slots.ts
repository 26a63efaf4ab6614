// How many requests run at one time: in all, and to one host. First come, first served among those that fit.

import { netLimits } from "./limits.ts"
import { failureOfSignal } from "./net-failure.ts"

export interface Slots {
  /** Waits for a slot; the returned function gives it back. Throws the signal's failure. */
  acquire(host: string, signal: AbortSignal): Promise<() => void>
}

interface Waiter {
  readonly host: string
  readonly start: () => void
}

const defaultLimits = { total: netLimits.requestsMax, perHost: netLimits.requestsPerHostMax }

export function createSlots(
  limits: { readonly total: number; readonly perHost: number } = defaultLimits,
): Slots {
  const running = new Map<string, number>()
  const waiting: Waiter[] = []
  let total = 0

  function hasRoom(host: string): boolean {
    return total < limits.total && (running.get(host) ?? 0) < limits.perHost
  }

  function occupy(host: string): void {
    total += 1
    running.set(host, (running.get(host) ?? 0) + 1)
  }

  function release(host: string): void {
    total -= 1
    const left = (running.get(host) ?? 1) - 1
    if (left === 0) running.delete(host)
    else running.set(host, left)
    const index = waiting.findIndex((waiter) => hasRoom(waiter.host))
    if (index !== -1) waiting.splice(index, 1)[0]?.start()
  }

  function once(host: string): () => void {
    let isHeld = true
    return () => {
      if (isHeld) release(host)
      isHeld = false
    }
  }

  return {
    acquire: (host, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(failureOfSignal(signal))
        if (hasRoom(host)) {
          occupy(host)
          return resolve(once(host))
        }
        const onAbort = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(failureOfSignal(signal))
        }
        const waiter: Waiter = {
          host,
          start: () => {
            signal.removeEventListener("abort", onAbort)
            occupy(host)
            resolve(once(host))
          },
        }
        waiting.push(waiter)
        signal.addEventListener("abort", onAbort, { once: true })
      }),
  }
}
