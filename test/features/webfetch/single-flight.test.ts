import { describe, expect, it } from "vitest"
import { createSingleFlight } from "../../../src/features/webfetch/single-flight.ts"

const { signal } = new AbortController()

describe("a single flight", () => {
  it("shares one piece of work among callers of one key", async () => {
    const flights = createSingleFlight<number>()
    let starts = 0
    const start = async () => {
      starts += 1
      return starts
    }
    const results = await Promise.all([
      flights.run("a", signal, start),
      flights.run("a", signal, start),
      flights.run("b", signal, start),
    ])
    expect(results).toEqual([1, 1, 2])
  })

  it("starts anew when the work has ended, also in failure", async () => {
    const flights = createSingleFlight<string>()
    const failing = flights.run("a", signal, () => Promise.reject(new Error("no")))
    await expect(failing).rejects.toThrow("no")
    expect(await flights.run("a", signal, async () => "yes")).toBe("yes")
  })

  it("stops the work when the last caller has left", async () => {
    const flights = createSingleFlight<string>()
    const callers = [new AbortController(), new AbortController()]
    let inner: AbortSignal | undefined
    const runs = callers.map((caller) =>
      flights
        .run("a", caller.signal, (workSignal) => {
          inner = workSignal
          return new Promise(() => undefined)
        })
        .catch((error: unknown) => error),
    )
    callers[0]?.abort(new Error("first left"))
    expect(await runs[0]).toMatchObject({ message: "first left" })
    expect(inner?.aborted).toBe(false)
    callers[1]?.abort(new Error("last left"))
    await runs[1]
    expect(inner?.aborted).toBe(true)
  })

  it("does not join work that was given up", async () => {
    const flights = createSingleFlight<string>()
    const caller = new AbortController()
    const given = flights.run("a", caller.signal, () => new Promise(() => undefined))
    caller.abort(new Error("left"))
    await expect(given).rejects.toThrow("left")
    expect(await flights.run("a", signal, async () => "new")).toBe("new")
  })

  it("starts nothing for a caller that has already left", async () => {
    const flights = createSingleFlight<string>()
    const gone = AbortSignal.abort(new Error("gone"))
    let starts = 0
    const run = flights.run("a", gone, async () => {
      starts += 1
      return "late"
    })
    await expect(run).rejects.toThrow("gone")
    expect(starts).toBe(0)
  })
})
