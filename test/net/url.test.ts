import { describe, expect, it } from "vitest"
import { describeUrl } from "../../src/net/net-failure.ts"
import { effectivePort, parseWebUrl, resolveWebUrl } from "../../src/net/url.ts"

describe("parseWebUrl", () => {
  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["example.com/page", "no scheme"],
    ["file:///etc/passwd", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["https://user:pw@example.com/", "credentials"],
    ["https://user@example.com/", "credentials"],
    ["https://example.com:80\\@10.0.0.1/", "backslash"],
    ["https:example.com/", "a host must follow"],
    ["https:///example.com/", "a host must follow"],
    ["https://exa\tmple.com/", "control characters"],
    ["https://[::1%25lo]/", "malformed"],
    ["https://./", "no host"],
    [`https://example.com/${"a".repeat(2100)}`, "at most 2048"],
  ])("refuses %j", (raw, why) => {
    expect(() => parseWebUrl(raw)).toThrow(why)
  })

  it.each([
    ["https://EXAMPLE.com./a", "https://example.com/a"],
    ["  https://example.com  ", "https://example.com/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
    ["https://example.com/@someone?u=a@b.c", "https://example.com/@someone?u=a@b.c"],
    ["https://example.com:443/", "https://example.com/"],
  ])("reads %j as one spelling", (raw, href) => {
    expect(parseWebUrl(raw).href).toBe(href)
  })
})

describe("resolveWebUrl", () => {
  it("resolves a relative reference", () => {
    const base = new URL("https://example.com/docs")
    expect(resolveWebUrl("./docs/", base).href).toBe("https://example.com/docs/")
  })

  it("judges the result like any URL", () => {
    const base = new URL("https://example.com/")
    expect(() => resolveWebUrl("file:///etc/passwd", base)).toThrow("scheme")
  })
})

describe("describeUrl", () => {
  it("leaves out query and fragment", () => {
    expect(describeUrl(new URL("https://example.com/a?token=secret#x"))).toBe(
      "https://example.com/a?…",
    )
  })
})

describe("effectivePort", () => {
  it.each([
    ["http://example.com/", 80],
    ["https://example.com/", 443],
    ["https://example.com:8443/", 8443],
  ])("of %s is %i", (href, port) => {
    expect(effectivePort(new URL(href))).toBe(port)
  })
})
