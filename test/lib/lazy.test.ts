import { describe, expect, test } from "vitest"
import { lazy } from "../../src/lib/lazy.ts"

describe("a lazy part", () => {
  test("is not loaded before it is asked for", () => {
    let loads = 0
    const part = lazy(async () => (loads += 1))
    expect([part.loaded, loads]).toEqual([undefined, 0])
  })

  test("is loaded once for callers at the same time", async () => {
    let loads = 0
    const part = lazy(async () => (loads += 1))
    expect(await Promise.all([part.load(), part.load()])).toEqual([1, 1])
    expect(part.loaded).toBe(1)
  })

  test("is tried again after a failed load", async () => {
    let loads = 0
    const part = lazy(async () => {
      loads += 1
      if (loads === 1) throw new Error("not there")
      return "there"
    })
    await expect(part.load()).rejects.toThrow("not there")
    expect(await part.load()).toBe("there")
  })
})
