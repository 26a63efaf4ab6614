import { describe, expect, it } from "vitest"
import { parseRetryAfterMs, retryDelayMs } from "../../src/net/retry.ts"

const now = Date.parse("2026-01-01T00:00:00Z")

describe("retryDelayMs", () => {
  it.each([
    [200, undefined, undefined],
    [500, undefined, undefined],
    [502, undefined, 300],
    [503, "2", 2000],
    [503, "6", undefined],
    [504, "Thu, 01 Jan 2026 00:00:03 GMT", 3000],
    [429, undefined, undefined],
    [429, "5", 5000],
    [429, "60", undefined],
    [429, "soon", undefined],
  ])("for %i with Retry-After %j is %j", (status, retryAfter, expected) => {
    expect(retryDelayMs(status, retryAfter, now)).toBe(expected)
  })
})

describe("parseRetryAfterMs", () => {
  it("never waits for a date in the past", () => {
    expect(parseRetryAfterMs("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0)
  })
})
