import { describe, expect, it } from "vitest"
import { planFetch, type WebfetchArguments } from "../../../src/features/webfetch/plan.ts"

function plan(args: Partial<WebfetchArguments> & { readonly url: string }) {
  return planFetch({
    format: "markdown",
    timeout: 30,
    extract_main: true,
    include_metadata: true,
    save_binary: false,
    ...args,
  })
}

describe("planFetch", () => {
  it.each([
    ["http://example.com/a#b", ["https://example.com/a", "http://example.com/a"]],
    ["http://example.com:80/a", ["https://example.com/a", "http://example.com/a"]],
    ["http://example.com:8080/a", ["http://example.com:8080/a"]],
    ["https://example.com/a", ["https://example.com/a"]],
  ])("tries for %s in order %j", (url, attempts) => {
    expect(plan({ url }).attempts.map((attempt) => attempt.href)).toEqual(attempts)
  })

  it("keeps the fragment for finding a section", () => {
    expect(plan({ url: "https://example.com/a#na%C3%AFve" }).fragment).toBe("naïve")
    expect(plan({ url: "https://example.com/a#100%" }).fragment).toBe("100%")
    expect(plan({ url: "https://example.com/a" }).fragment).toBeUndefined()
  })

  it("knows a call that reads on", () => {
    expect(plan({ url: "https://example.com/" }).isPaging).toBe(false)
    expect(plan({ url: "https://example.com/", offset: 0 }).isPaging).toBe(true)
    expect(plan({ url: "https://example.com/", section: "A" }).isPaging).toBe(true)
  })
})
