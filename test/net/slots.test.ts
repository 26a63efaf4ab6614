import { describe, expect, it } from "vitest"
import { createSlots } from "../../src/net/slots.ts"

const { signal } = new AbortController()

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

describe("slots", () => {
  it("give two to one host and four in all", async () => {
    const slots = createSlots({ total: 4, perHost: 2 })
    const started: string[] = []
    for (const host of ["a", "a", "a", "b", "b", "c"]) {
      void slots.acquire(host, signal).then(() => started.push(host))
    }
    await settle()
    expect(started).toEqual(["a", "a", "b", "b"])
  })

  it("go to the first waiter that fits", async () => {
    const slots = createSlots({ total: 2, perHost: 1 })
    const releaseA = await slots.acquire("a", signal)
    const releaseB = await slots.acquire("b", signal)
    const started: string[] = []
    void slots.acquire("a", signal).then(() => started.push("a"))
    void slots.acquire("c", signal).then(() => started.push("c"))
    releaseB()
    await settle()
    expect(started).toEqual(["c"])
    releaseA()
    await settle()
    expect(started).toEqual(["c", "a"])
  })

  it("count a slot once that is given back twice", async () => {
    const slots = createSlots({ total: 1, perHost: 1 })
    const release = await slots.acquire("a", signal)
    release()
    release()
    await slots.acquire("a", signal)
    const late: string[] = []
    void slots.acquire("a", signal).then(() => late.push("started"))
    await settle()
    expect(late).toEqual([])
  })

  it("leave the queue when the caller aborts", async () => {
    const slots = createSlots({ total: 1, perHost: 1 })
    const release = await slots.acquire("a", signal)
    const controller = new AbortController()
    const waiting = slots.acquire("a", controller.signal).catch((error: unknown) => error)
    controller.abort()
    expect(await waiting).toMatchObject({ reason: "aborted" })
    release()
    expect(await slots.acquire("a", signal)).toBeTypeOf("function")
  })
})
