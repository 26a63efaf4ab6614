import { describe, expect, it } from "vitest"
import { keepOutOfLastTier } from "../../../../src/features/webfetch/convert/last-tier.ts"

class Doubler {
  double(value: number) {
    return value * 2
  }

  get two() {
    return this.double(1)
  }
}

describe("methods that the compiler leaves in an earlier tier", () => {
  it("are known to the host's runtime, and to no other", async () => {
    expect(await keepOutOfLastTier(Doubler)).toBe(process.versions.bun !== undefined)
  })

  it("answer as before", async () => {
    await keepOutOfLastTier(Doubler, Map)
    expect(new Doubler().double(21)).toBe(42)
    expect(new Doubler().two).toBe(2)
  })
})
