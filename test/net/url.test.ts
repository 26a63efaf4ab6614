import { describe, expect, it } from "vitest"
import { describeUrl } from "../../src/net/net-failure.ts"
import { effectivePort, parseWebUrl, resolveWebUrl, unwrapUrl } from "../../src/net/url.ts"

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

describe("unwrapUrl", () => {
  const url = "https://example.com/a_(b)?q=1#c"
  it.each([
    url,
    `  ${url}\n`,
    `<${url}>`,
    `<URL:${url}>`,
    `"${url}"`,
    `'${url}'`,
    `\`${url}\``,
    `\u201c${url}\u201d`,
    `[a page](${url})`,
    `[${url}](${url})`,
    `[](<${url}>)`,
    `"<${url}>"`,
  ])("%j is one URL with something around it", (typed) => {
    expect(unwrapUrl(typed)).toBe(url)
  })

  it("takes a label that is the same URL in another spelling", () => {
    expect(unwrapUrl("[https://EXAMPLE.com](https://example.com/)")).toBe("https://example.com/")
  })

  it.each([
    "<https://example.com/ https://example.org/>",
    '"https://example.com/',
    "\"https://example.com/'",
    "[https://example.com/](https://example.org/)",
    "[a](https://example.com/)[b](https://example.org/)",
    "see https://example.com/",
    "<file:///etc/passwd>",
    "[a](javascript:alert)",
    "<>",
    "",
  ])("%j comes back as it is", (typed) => {
    expect(unwrapUrl(typed)).toBe(typed)
  })

  it.each(["<http://user:pass@127.0.0.1/>", "[x](http://127.0.0.1\\@example.com/)"])(
    "what stands inside %j is judged as ever",
    (typed) => {
      expect(() => parseWebUrl(unwrapUrl(typed))).toThrow(/credentials|backslash/)
    },
  )
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
