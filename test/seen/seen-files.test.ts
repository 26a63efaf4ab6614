import { describe, expect, test } from "vitest"
import { createSeenFiles, seenLimits } from "../../src/seen/seen-files.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("the record of seen files", () => {
  test("a file is seen by the session that read it and by no other", () => {
    const seen = createSeenFiles()
    seen.record("s1", "/a", bytes("x"))
    expect(seen.has("s1", "/a")).toBe(true)
    expect(seen.has("s2", "/a")).toBe(false)
    expect(seen.has("s1", "/b")).toBe(false)
  })

  test("keeps the bytes as they were last seen", () => {
    const seen = createSeenFiles()
    const first = bytes("old")
    seen.record("s1", "/a", first)
    first[0] = 0
    expect(seen.last("s1", "/a")?.bytes).toEqual(bytes("old"))
    seen.record("s1", "/a", bytes("new"))
    expect(seen.last("s1", "/a")?.bytes).toEqual(bytes("new"))
  })

  test("drops the oldest bytes over the limit but still knows the file", () => {
    const seen = createSeenFiles({ ...seenLimits, snapshotsPerSessionMax: 2 })
    for (const file of ["/a", "/b", "/c"]) seen.record("s1", file, bytes(file))
    expect(seen.last("s1", "/a")).toMatchObject({ bytes: undefined })
    expect(seen.has("s1", "/a")).toBe(true)
    expect(seen.last("s1", "/c")?.bytes).toEqual(bytes("/c"))
  })

  test("bounds the bytes of a session", () => {
    const seen = createSeenFiles({ ...seenLimits, bytesPerSessionMax: 4 })
    seen.record("s1", "/a", bytes("123"))
    seen.record("s1", "/b", bytes("456"))
    seen.record("s1", "/big", bytes("too long"))
    expect(seen.last("s1", "/a")?.bytes).toBeUndefined()
    expect(seen.last("s1", "/b")?.bytes).toEqual(bytes("456"))
    expect(seen.last("s1", "/big")?.bytes).toBeUndefined()
  })

  test("forgets the oldest paths and sessions over their limits", () => {
    const seen = createSeenFiles({ ...seenLimits, pathsPerSessionMax: 1, sessionsMax: 1 })
    seen.record("s1", "/a", bytes("a"))
    seen.record("s1", "/b", bytes("b"))
    expect(seen.has("s1", "/a")).toBe(false)
    seen.record("s2", "/c", bytes("c"))
    expect(seen.has("s1", "/b")).toBe(false)
  })

  test("forgets a session on request", () => {
    const seen = createSeenFiles()
    seen.record("s1", "/a", bytes("x"))
    seen.forget("s1")
    expect(seen.has("s1", "/a")).toBe(false)
  })
})
