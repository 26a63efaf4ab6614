import { describe, expect, it } from "vitest"
import { matchesWildcard } from "../../src/lib/wildcard.ts"

describe("matchesWildcard", () => {
  it.each([
    ["*", ""],
    ["a*c", "abbbc"],
    ["a?c", "abc"],
    ["a.c", "a.c"],
    ["*\n*", "one\ntwo"],
  ])("%j matches %j", (pattern, text) => {
    expect(matchesWildcard(pattern, text)).toBe(true)
  })

  it.each([
    ["a?c", "ac"],
    ["a.c", "abc"],
    ["a", "ab"],
    ["(a|b)", "a"],
  ])("%j does not match %j", (pattern, text) => {
    expect(matchesWildcard(pattern, text)).toBe(false)
  })
})
