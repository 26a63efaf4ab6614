import { describe, expect, it } from "vitest"
import { parseAllowance } from "../../src/net/allowance.ts"

describe("parseAllowance", () => {
  it.each([
    "localhost",
    "10.0.0.1",
    "localhost:0",
    "localhost:99999",
    "http://a:1",
    "a b:1",
    "*:80",
  ])("does not read %j", (entry) => {
    expect(parseAllowance(entry)).toBeUndefined()
  })

  it.each(["localhost:3000", "127.0.0.1:8080", "[::1]:3000", "Wiki.Corp.:80"])(
    "reads %j",
    (entry) => {
      expect(parseAllowance(entry)?.kind).toBe("host")
    },
  )
})
