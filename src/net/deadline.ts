// Waits that end: one total for a whole piece of work, and the shorter waits of one exchange inside it.

import type { Clock } from "../lib/clock.ts"
import { failureOfSignal, type NetPhase, timeoutFailure } from "./net-failure.ts"

export interface Deadline {
  /** Aborts with a NetFailure: `timeout` when time is up, `aborted` when the caller's signal fires. */
  readonly signal: AbortSignal
  /** Ends the watch. Must be called once the work is over. */
  dispose(): void
}

/** One total for everything that gets its signal: redirects, retries, probes, bodies. */
export function createDeadline(clock: Clock, totalMs: number, caller?: AbortSignal): Deadline {
  const timer = createPhaseTimer(clock, caller)
  timer.arm("total", totalMs)
  return timer
}

export interface PhaseTimer extends Deadline {
  /** Starts the wait of the next phase; the former one ends. */
  arm(phase: NetPhase, ms: number): void
  /** Something arrived: the current wait starts over. */
  touch(): void
}

/** Watches the phases of one exchange. */
export function createPhaseTimer(clock: Clock, caller?: AbortSignal): PhaseTimer {
  const controller = new AbortController()
  let stop = new AbortController()
  let waitMs = 0
  let dueAt = 0
  const onCallerAbort = () => {
    if (caller !== undefined) controller.abort(failureOfSignal(caller))
  }
  caller?.addEventListener("abort", onCallerAbort, { once: true })
  if (caller?.aborted) onCallerAbort()

  async function watch(phase: NetPhase, stopped: AbortSignal): Promise<void> {
    for (let left = waitMs; left > 0; left = dueAt - clock.now()) await clock.sleep(left, stopped)
    controller.abort(timeoutFailure(phase, waitMs))
  }

  return {
    signal: controller.signal,
    arm: (phase, ms) => {
      stop.abort()
      stop = new AbortController()
      waitMs = ms
      dueAt = clock.now() + ms
      // A stopped watch rejects: that is its normal end.
      watch(phase, stop.signal).catch(() => undefined)
    },
    touch: () => {
      dueAt = clock.now() + waitMs
    },
    dispose: () => {
      stop.abort()
      caller?.removeEventListener("abort", onCallerAbort)
    },
  }
}
