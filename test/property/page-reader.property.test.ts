// Whatever a server sends: the page reader answers, within bounds, and the same each time; and URLs are read as browsers
// read them or refused.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { convertPage } from "../../src/features/webfetch/convert/convert.ts"
import { limitMarkup } from "../../src/features/webfetch/convert/limit-markup.ts"
import { convertLimits } from "../../src/features/webfetch/convert/limits.ts"
import type { PageInput } from "../../src/features/webfetch/convert/page.ts"
import { NetFailure } from "../../src/net/net-failure.ts"
import { parseWebUrl, resolveWebUrl } from "../../src/net/url.ts"

const isLong = process.env.WORKBENCH_LONG === "1"
const runs = (count: number) => ({ numRuns: isLong ? count * 20 : count, seed: 20_261_130 })

const names = [
  ..."p div span b i a ul ol li dl dt dd table tr td th thead caption pre code blockquote h1 h2 h6 br hr img".split(
    " ",
  ),
  ..."main article section nav aside header footer form input script style template svg math details summary".split(
    " ",
  ),
  ..."html head body title figure figcaption sup sub select option textarea x-y font".split(" "),
]
const attributes = [
  'class="note admonition"',
  'class="highlight"',
  'class="language-js"',
  'class="footnotes"',
  'class="katex"',
  "role=tabpanel",
  "role=tablist",
  "hidden",
  'href="/a b"',
  'href="javascript:x"',
  'href="#fn1"',
  "id=fn1",
  'src="data:x"',
  "rowspan=3 colspan=99",
  "type=checkbox",
  'title="a>b',
  "style='display:none'",
]
const texts = [
  "Words, of some text. ",
  "a|b",
  "`x`",
  "```",
  "*_[](",
  "\n\n  ",
  "&amp;&lt;",
  "&#0;",
  "\u00A0",
  "日本",
  "\uD800",
  "<",
  "1. ",
]

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.option(fc.constantFrom(...attributes)))
      .map(([name, attribute]) => `<${name}${attribute === null ? "" : ` ${attribute}`}>`),
  },
  { weight: 4, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("<!--", "-->", "<![CDATA[", "]]>", "<!doctype html>", "</", "<?x"),
  },
)
const soup = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(""))
/** Soup in a page, as it is, or a page that was cut and joined anew. */
const html = fc.oneof(
  soup.map((body) => `<html><head><title>T</title></head><body>${body}</body></html>`),
  soup,
  fc
    .tuple(soup, soup, fc.nat(400))
    .map(([left, right, at]) => left.slice(at) + right + left.slice(0, at)),
)
const input = fc.record({
  format: fc.constantFrom("markdown" as const, "text" as const, "html" as const),
  extractMain: fc.boolean(),
  contentType: fc.constantFrom(
    "text/html",
    "text/html; charset=gbk",
    "text/plain",
    "application/xml",
    "application/json",
    "application/rss+xml",
    "text/markdown",
    undefined,
  ),
})

function inputOf(
  bytes: Uint8Array,
  options: Pick<PageInput, "format" | "extractMain" | "contentType">,
): PageInput {
  return { bytes, url: "https://site.test/a/b", status: 200, ...options }
}

/** Base URLs and escapes make text longer, by a factor that the page does not choose. */
function lengthMax(source: string): number {
  return 2_000 + source.length * 40
}

describe("the page reader", () => {
  it("answers for any HTML, within bounds", async () => {
    await fc.assert(
      fc.asyncProperty(html, input, async (source, options) => {
        const page = await convertPage(inputOf(new TextEncoder().encode(source), options))
        expect(page.content.length).toBeLessThanOrEqual(lengthMax(source))
        expect(page.content).not.toContain("\u0000")
      }),
      runs(400),
    )
  })

  it("answers for any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), input, async (bytes, options) => {
        const page = await convertPage(inputOf(bytes, options))
        expect(page.content.length).toBeLessThanOrEqual(lengthMax(" ".repeat(bytes.length)))
      }),
      runs(300),
    )
  })

  it("gives the same answer each time", async () => {
    await fc.assert(
      fc.asyncProperty(html, input, async (source, options) => {
        const bytes = new TextEncoder().encode(source)
        const first = await convertPage(inputOf(bytes, options))
        expect(await convertPage(inputOf(bytes, options))).toEqual(first)
      }),
      runs(60),
    )
  })

  it("never lets more through to the parser than its budget", () => {
    const many = fc.tuple(soup, fc.integer({ min: 1, max: 4_000 }))
    fc.assert(
      fc.property(many, ([source, times]) => {
        const { html: kept, isCut } = limitMarkup(source.repeat(times))
        expect(kept.length).toBeLessThanOrEqual(convertLimits.htmlCharactersMax)
        if (!isCut) return
        expect((kept.match(/<[a-z]/gi) ?? []).length).toBeLessThanOrEqual(convertLimits.tagsMax * 2)
      }),
      runs(60),
    )
  })
})

describe("URLs", () => {
  const scheme = fc.constantFrom(
    "http://",
    "https://",
    "HTTP://",
    "http:",
    "http:/",
    "ftp://",
    "//",
    "",
  )
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.constantFrom(
      "localhost",
      "ⓛocalhost",
      "example.com.",
      "a..b",
      "user:pw@example.com",
      "a\\b",
      "",
      "0x7f.1",
    ),
  )
  const rest = fc.oneof(
    fc.constantFrom("", "/", ":80/", ":99999/", "/a?b#c", "/%zz", "/\u0000", "/é"),
    fc.webPath(),
  )
  const url = fc.tuple(scheme, host, rest).map((parts) => parts.join(""))

  const parsed = (text: string): URL | undefined => {
    try {
      return parseWebUrl(text)
    } catch (error) {
      if (error instanceof NetFailure) return undefined
      throw error
    }
  }

  it("are read as browsers read them, or refused", () => {
    fc.assert(
      fc.property(url, (text) => {
        const result = parsed(text)
        if (result === undefined) return
        expect(["http:", "https:"]).toContain(result.protocol)
        expect([result.username, result.password]).toEqual(["", ""])
        expect(result.hostname).not.toMatch(/\.$|[A-Z]/)
        const browser = new URL(text.trim())
        expect(result.hostname).toBe(browser.hostname.replace(/\.+$/, ""))
        expect(result.pathname).toBe(browser.pathname)
      }),
      runs(2_000),
    )
  })

  it("that were read are read again as the same", () => {
    fc.assert(
      fc.property(url, (text) => {
        const once = parsed(text)
        if (once !== undefined) expect(parsed(once.href)?.href).toBe(once.href)
      }),
      runs(2_000),
    )
  })

  it("found in a response obey the same rules", () => {
    const base = new URL("https://site.test/a/b")
    fc.assert(
      fc.property(fc.oneof(url, fc.string({ maxLength: 60 })), (reference) => {
        try {
          const target = resolveWebUrl(reference, base)
          expect(parseWebUrl(target.href).href).toBe(target.href)
        } catch (error) {
          expect(error).toBeInstanceOf(NetFailure)
        }
      }),
      runs(2_000),
    )
  })
})
