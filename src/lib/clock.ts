// Time as a port, so that every timing sentence can be tested on virtual time.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort)
        resolve()
      }, ms)
      signal?.addEventListener("abort", onAbort, { once: true })
    }),
}

/** Resolves with `ended`, or after `ms`. */
export async function waitFor(ended: Promise<void>, clock: Clock, ms: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([ended, clock.sleep(ms, timer.signal).catch(() => undefined)])
  timer.abort()
}
