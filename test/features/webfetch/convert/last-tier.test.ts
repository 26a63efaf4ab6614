import { describe, expect, it } from "vitest"
import { keepOutOfLastTier } from "../../../../src/features/webfetch/convert/last-tier.ts"

describe("functions that the compiler leaves in an earlier tier", () => {
  it("are known to the host's runtime, and to no other", async () => {
    expect(await keepOutOfLastTier([() => 1])).toBe(process.versions.bun !== undefined)
  })

  it("answer as before", async () => {
    const double = (value: number) => value * 2
    await keepOutOfLastTier([double, undefined, "double"])
    expect(double(21)).toBe(42)
  })
})
