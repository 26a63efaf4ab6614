import { describe, expect, it } from "vitest"
import type { Clock } from "../../src/lib/clock.ts"
import { createDeadline, createPhaseTimer } from "../../src/net/deadline.ts"

/** A clock that stands still until it is moved. */
function createStillClock() {
  let now = 0
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
      }),
  }
  const advance = async (ms: number) => {
    now += ms
    for (const sleeper of [...sleepers].filter((it) => it.at <= now)) {
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { clock, advance, sleeping: () => sleepers.size }
}

describe("a deadline", () => {
  it("aborts when its time is up", async () => {
    const { clock, advance } = createStillClock()
    const { signal } = createDeadline(clock, 1_000)
    await advance(999)
    expect(signal.aborted).toBe(false)
    await advance(1)
    expect(signal.reason).toMatchObject({ reason: "timeout", phase: "total" })
  })

  it("aborts with its caller", () => {
    const caller = new AbortController()
    const { signal } = createDeadline(createStillClock().clock, 1_000, caller.signal)
    caller.abort()
    expect(signal.reason).toMatchObject({ reason: "aborted" })
  })

  it("passes on the failure of the deadline around it", async () => {
    const { clock, advance } = createStillClock()
    const outer = createDeadline(clock, 1_000)
    const inner = createDeadline(clock, 5_000, outer.signal)
    await advance(1_000)
    expect(inner.signal.reason).toMatchObject({ reason: "timeout", phase: "total" })
  })

  it("leaves no timer behind", async () => {
    const { clock, sleeping, advance } = createStillClock()
    const deadline = createDeadline(clock, 1_000)
    deadline.dispose()
    await advance(2_000)
    expect(sleeping()).toBe(0)
    expect(deadline.signal.aborted).toBe(false)
  })
})

describe("a phase timer", () => {
  it("starts over when something arrives", async () => {
    const { clock, advance } = createStillClock()
    const timer = createPhaseTimer(clock)
    timer.arm("body", 100)
    await advance(60)
    timer.touch()
    await advance(60)
    expect(timer.signal.aborted).toBe(false)
    await advance(40)
    expect(timer.signal.reason).toMatchObject({ reason: "timeout", phase: "body" })
  })

  it("knows one wait at a time", async () => {
    const { clock, advance, sleeping } = createStillClock()
    const timer = createPhaseTimer(clock)
    timer.arm("connect", 100)
    timer.arm("first byte", 500)
    await advance(400)
    expect(timer.signal.aborted).toBe(false)
    expect(sleeping()).toBe(1)
    await advance(100)
    expect(timer.signal.reason).toMatchObject({ phase: "first byte" })
  })
})
