import { describe, expect, it } from "vitest"
import { matchesUrl } from "../../../src/features/webfetch/url-pattern.ts"

describe("matchesUrl", () => {
  it.each([
    ["*", "https://example.com/"],
    ["https://example.com/*", "https://example.com/a/b?c"],
    ["https://example.com/a?", "https://example.com/ab"],
    ["*/admin/*", "https://example.com/%61dmin/x"],
    ["example.com", "https://example.com/a"],
    ["example.com", "https://docs.example.com/a"],
    ["Example.com.", "http://example.com/"],
    ["*.example.com", "https://docs.example.com/"],
    ["example.com:8080", "http://example.com:8080/"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000/a"],
  ])("%s matches %s", (pattern, url) => {
    expect(matchesUrl(pattern, new URL(url))).toBe(true)
  })

  it.each([
    ["https://example.com", "https://example.com/a"],
    ["https://example.com/*", "http://example.com/a"],
    ["example.com", "https://notexample.com/"],
    ["example.com", "https://example.com.evil.example/"],
    ["*.example.com", "https://example.com/"],
    ["example.com:8080", "http://example.com:8081/"],
    ["https://example.(com|org)/", "https://example.com/"],
  ])("%s does not match %s", (pattern, url) => {
    expect(matchesUrl(pattern, new URL(url))).toBe(false)
  })
})
