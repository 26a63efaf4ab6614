import { describe, expect, it } from "vitest"
import {
  isDocumentationHost,
  isGenuineText,
  isSiteRoot,
  markdownSibling,
  sectionOfPage,
} from "../../../src/features/webfetch/llms-txt.ts"

describe("isDocumentationHost", () => {
  it.each([
    "docs.example.com",
    "developer.example.com",
    "dev.to.example",
    "wiki.example.org",
    "docs.rs",
    "x.readthedocs.io",
    "y.gitbook.io",
  ])("is true for %s", (host) => {
    expect(isDocumentationHost(host)).toBe(true)
  })

  it.each(["example.com", "mydocs.example.com", "readthedocs.io", "evil-docs.rs", "x.vercel.app"])(
    "is false for %s",
    (host) => {
      expect(isDocumentationHost(host)).toBe(false)
    },
  )
})

describe("markdownSibling", () => {
  it.each([
    ["https://docs.example.com/guide/start", "https://docs.example.com/guide/start.md"],
    ["https://docs.example.com/guide/start/", "https://docs.example.com/guide/start.md"],
    ["https://docs.example.com/guide/start.html", "https://docs.example.com/guide/start.md"],
    ["https://docs.example.com/", undefined],
    ["https://docs.example.com/guide.md", undefined],
    ["https://docs.example.com/logo.png", undefined],
  ])("of %s is %s", (url, sibling) => {
    expect(markdownSibling(new URL(url))?.href).toBe(sibling)
  })
})

describe("isSiteRoot", () => {
  it("is the site and none of its pages", () => {
    expect(isSiteRoot(new URL("https://docs.example.com/#a"))).toBe(true)
    expect(isSiteRoot(new URL("https://docs.example.com/?q=1"))).toBe(false)
    expect(isSiteRoot(new URL("https://docs.example.com/en/"))).toBe(false)
  })
})

describe("isGenuineText", () => {
  const asked = new URL("https://docs.example.com/llms.txt")

  function page(
    body: string,
    more: { readonly url?: string; readonly type?: string; readonly status?: number } = {},
  ) {
    const headers = {
      contentType: more.type,
      contentLength: undefined,
      contentDisposition: undefined,
      cacheControl: undefined,
      etag: undefined,
      lastModified: undefined,
      challenge: undefined,
    }
    return {
      url: more.url ?? asked.href,
      status: more.status ?? 200,
      headers,
      hops: [],
      isUpgraded: false,
      isPinned: true,
      bytes: new TextEncoder().encode(body),
      cut: undefined,
    }
  }

  it("is a text under its own name", () => {
    expect(isGenuineText(page("# Docs\n", { type: "text/plain" }), asked)).toBe(true)
    expect(isGenuineText(page("# Docs\n"), asked)).toBe(true)
  })

  it.each([
    ["HTML by its type", page("# Docs", { type: "text/html" })],
    ["HTML by its bytes", page("\n<!DOCTYPE html><title>Log in</title>", { type: "text/plain" })],
    ["an error", page("# Docs", { status: 404 })],
    ["a redirect to another page", page("# Docs", { url: "https://docs.example.com/login" })],
    ["nothing", page("  \n")],
  ])("is not %s", (_case, answer) => {
    expect(isGenuineText(answer, asked)).toBe(false)
  })
})

describe("sectionOfPage", () => {
  const text = [
    "# Docs",
    "",
    "# Install",
    "Source: https://docs.example.com/install",
    "",
    "Run it.",
    "## Linux",
    "```sh",
    "# Use",
    "```",
    "# [Use](https://docs.example.com/use)",
    "",
    "Use it.",
    "# About",
    "URL: <https://docs.example.com/about>",
  ].join("\n")

  it("is the block that a source line names, with its inner headings", () => {
    expect(sectionOfPage(text, "https://docs.example.com/install#linux")).toBe(
      "# Install\nSource: https://docs.example.com/install\n\nRun it.\n## Linux\n```sh\n# Use\n```",
    )
  })

  it("is the block whose heading links to the page", () => {
    expect(sectionOfPage(text, "https://docs.example.com/use")).toBe(
      "# [Use](https://docs.example.com/use)\n\nUse it.",
    )
  })

  it("reads addresses in angle brackets", () => {
    expect(sectionOfPage(text, "https://docs.example.com/about")).toContain("# About")
  })

  it.each([
    "https://docs.example.com/us",
    "https://docs.example.com/install/",
    "https://example.com/use",
  ])("is nothing for %s", (url) => {
    expect(sectionOfPage(text, url)).toBeUndefined()
  })
})
