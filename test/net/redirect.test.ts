import { describe, expect, it } from "vitest"
import { judgeRedirect } from "../../src/net/redirect.ts"

function judge(from: string, location: string | undefined, hops = 0): string {
  const visited = Array.from({ length: hops }, (_, hop) => `https://example.com/before/${hop}`)
  const verdict = judgeRedirect({ from: new URL(from), location, visited })
  return verdict.kind === "refused" ? verdict.why : `${verdict.kind} ${verdict.target.href}`
}

describe("judgeRedirect", () => {
  it.each([
    ["https://example.com/docs", "./docs/", "follow https://example.com/docs/"],
    ["https://example.com/", "https://www.example.com/a", "follow https://www.example.com/a"],
    ["https://www.example.com/", "https://example.com/a", "follow https://example.com/a"],
    ["http://example.com/", "https://example.com/", "follow https://example.com/"],
    ["http://example.com:8080/", "https://example.com:8080/", "follow https://example.com:8080/"],
    ["https://example.com/a#part", "/b", "follow https://example.com/b#part"],
    ["https://example.com/a#part", "/b#other", "follow https://example.com/b#other"],
  ])("from %s to %s: %s", (from, location, expected) => {
    expect(judge(from, location)).toBe(expected)
  })

  it.each([
    ["https://example.com/", "https://other.example/x?y=1"],
    ["https://example.com/", "https://docs.example.com/"],
    ["https://example.com/", "https://example.com:8443/"],
    ["http://example.com:8080/", "https://example.com/"],
    ["https://www.www.example.com/", "https://example.com/"],
  ])("from %s to %s is another site", (from, location) => {
    expect(judge(from, location)).toBe(`other-site ${location}`)
  })

  it.each([
    ["file:///etc/passwd"],
    ["https://user:pw@example.com/"],
    ["javascript:alert(1)"],
    ["http://[::1"],
  ])("refuses the target %s", (location) => {
    expect(judge("https://example.com/", location)).toContain("no http(s) URL to follow")
  })

  it("refuses to lead from https back to http", () => {
    expect(judge("https://example.com/", "http://example.com/")).toContain("back to http")
  })

  it("refuses a redirect without target", () => {
    expect(judge("https://example.com/", undefined)).toContain("names no target")
  })

  it.each(["/a", "https://example.com/a#part", "/before/1"])(
    "refuses to go in a circle: %s",
    (to) => {
      expect(judge("https://example.com/a", to, 2)).toContain("in a circle")
    },
  )

  it("refuses the eleventh hop", () => {
    expect(judge("https://example.com/", "/a", 9)).toContain("follow")
    expect(judge("https://example.com/", "/a", 10)).toContain("redirect limit (10)")
  })

  it("follows another site that the settings allow", () => {
    const verdict = judgeRedirect({
      from: new URL("https://example.com/"),
      location: "https://other.example/",
      visited: [],
      isAllowedElsewhere: (target) => target.host === "other.example",
    })
    expect(verdict.kind).toBe("follow")
  })
})
