// The page reader on the real host: charsets, pages that are not what was meant, kinds, a long page, a hostile one.

import { afterAll, describe, expect, test } from "vitest"
import { probePlugin } from "./support/case-host.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"
import { startSite } from "./support/web-site.ts"

const site = await startSite()
const hosts = await useHosts({
  oneProject: true,
  options: { webfetch: { allowPrivate: [site.host] } },
  after: [probePlugin("charset-probe.ts")],
})
afterAll(() => site.close())

async function fetchPage(path: string, args: Readonly<Record<string, unknown>> = {}) {
  const run = await hosts.ours.play({
    steps: [call("webfetch", { url: `${site.origin}${path}`, ...args }), say("end")],
  })
  return run.results[0]?.output ?? ""
}

function serve(path: string, body: string | Uint8Array, type: string, status = 200): void {
  site.page(path, (_, response) => {
    response.statusCode = status
    response.setHeader("content-type", type)
    response.end(body)
  })
}

const ascii = (text: string) => [...new TextEncoder().encode(text)]

describe("charsets", () => {
  const cases: readonly (readonly [label: string, bytes: readonly number[], text: string])[] = [
    ["gbk", [0xc4, 0xe3, 0xba, 0xc3], "你好"],
    ["shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Привет"],
    ["koi8-r", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], "Привет"],
    ["iso-8859-2", [0xb1, 0xe6, 0xbf], "ąćż"],
  ]
  test.each(cases)("%s is decoded", async (label, bytes, text) => {
    const page = [...ascii("<html><body><p>"), ...bytes, ...ascii("</p></body></html>")]
    serve(`/${label}`, Uint8Array.from(page), `text/html; charset=${label}`)
    const output = await fetchPage(`/${label}`)
    expect(output).toContain(`\n${text}`)
    expect(output).toContain(`charset: "${label}"`)
  })

  test("of the list are partly unknown to the host's runtime (HOST-QUIRK-65)", async () => {
    const run = await hosts.ours.play({ steps: [call("probe_charsets", {}), say("end")] })
    expect(run.results[0]?.output).toBe("windows-1251 koi8-r iso-8859-2")
  })

  test("UTF-16 is decoded by its mark", async () => {
    const page = Buffer.from("\uFEFF<html><body><p>日本 text</p></body></html>", "utf16le")
    serve("/utf-16", page, "text/html")
    expect(await fetchPage("/utf-16")).toContain("日本 text")
  })
})

describe("a page that is not what was meant is named", () => {
  const html = (title: string, body: string) =>
    `<html><head><title>${title}</title></head><body>${body}</body></html>`
  const cases: readonly (readonly [signal: string, status: number, page: string])[] = [
    ["login_wall", 200, html("Welcome", "<form><input type=password></form>")],
    ["empty_spa", 200, html("App", '<div id="root"></div><script src="/a.js"></script>')],
    ["soft_404", 200, html("404", "<h1>Page not found</h1>")],
    ["challenge", 403, html("Just a moment...", "<h1>Checking your browser</h1>")],
    [
      "consent_page",
      200,
      html("Before you go", "<p>Cookies, cookies and consent.</p><button>Accept all</button>"),
    ],
  ]
  test.each(cases)("%s", async (signal, status, page) => {
    serve(`/${signal}`, page, "text/html", status)
    const output = await fetchPage(`/${signal}`)
    expect(output).toMatch(new RegExp(`quality_signals: \\[[^\\]]*"${signal}"`))
    expect(output).toContain(`status_code: ${status}`)
  })

  test("a page that does not exist", async () => {
    expect(await fetchPage("/nowhere")).toContain("status_code: 404")
  })
})

describe("other kinds", () => {
  test("JSON is indented and a feed is a list", async () => {
    serve("/data", '{"a":[1],"b":"<b>x</b>"}', "application/json")
    expect(await fetchPage("/data")).toContain('{\n  "a": [\n    1\n  ],\n  "b": "<b>x</b>"\n}')
    const feed =
      "<rss><channel><title>N</title><item><title>One</title><link>https://a.test/1</link></item></channel></rss>"
    serve("/feed", feed, "application/rss+xml")
    expect(await fetchPage("/feed")).toContain("- [One](https://a.test/1)")
  })

  test("one of JSON of 1 MB comes in a part that fits, and the rest is in a file", async () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => ({
      id: row,
      name: `Row number ${row} of the table`,
      tags: ["a", "b"],
    }))
    const body = JSON.stringify(rows)
    expect(body.length).toBeGreaterThan(800_000)
    serve("/rows.json", body, "application/json")
    const output = await fetchPage("/rows.json")
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(48 * 1024)
    expect(output).toContain('"name": "Row number 5 of the table"')
    const offset = Number(/"offset": (\d+)\./.exec(output)?.[1])
    expect(await fetchPage("/rows.json", { offset })).toContain(`Characters ${offset} to`)
    const file = /The whole page: (\S+)\]/.exec(output)?.[1] ?? ""
    const read = await hosts.ours.play({
      steps: [call("grep", { pattern: "Row number 11999 of", path: file }), say("end")],
    })
    expect(read.results[0]?.output).toContain("Row number 11999 of the table")
  })

  test("Markdown of 200 kB has an outline of its headings", async () => {
    const parts = Array.from(
      { length: 40 },
      (_, part) =>
        `## Part ${part}\n\n${`Words of part ${part}, one after the other. `.repeat(130)}`,
    )
    serve("/long.md", `# Manual\n\n${parts.join("\n\n")}`, "text/markdown")
    const output = await fetchPage("/long.md")
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(48 * 1024)
    expect(output).toMatch(/Outline \(offset.*\n\s+0 Manual\n[\s\S]*\d+ {3}Part 39/)
    const section = await fetchPage("/long.md", { section: "Part 39" })
    expect(section).toContain("Words of part 39,")
    expect(section).not.toContain("Words of part 38,")
  })

  test("Markdown is asked for before HTML", async () => {
    site.page("/both", (request, response) => {
      const isMarkdown = /text\/markdown/.test(request.headers.accept ?? "")
      response.setHeader("vary", "accept")
      response.setHeader("content-type", isMarkdown ? "text/markdown" : "text/html")
      response.end(isMarkdown ? "# The Markdown" : "<html><body><p>The HTML</p></body></html>")
    })
    expect(await fetchPage("/both")).toContain("# The Markdown")
  })

  test("text under the type of an image is text", async () => {
    serve("/picture.png", "These are words, not a picture.", "image/png")
    expect(await fetchPage("/picture.png")).toContain("These are words, not a picture.")
  })

  test("a PDF is read, and its bytes never shown", async () => {
    const stream = "BT /F1 24 Tf 72 700 Td (Words of a PDF) Tj ET"
    const pdf = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [4 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
4 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>
endobj
5 0 obj
<< /Length ${stream.length} >>
stream
${stream}
endstream
endobj
trailer
<< /Size 6 /Root 1 0 R >>
%%EOF
`
    serve("/file.pdf", pdf, "application/pdf")
    const output = await fetchPage("/file.pdf")
    expect(output).toContain("Words of a PDF")
    expect(output).not.toContain("%PDF")
  })
})

describe("large pages", () => {
  test("one of 2 MB is read by section", async () => {
    const parts = Array.from(
      { length: 400 },
      (_, part) =>
        `<h2>Part ${part}</h2>${`<p>Sentence of part ${part}, which is here to fill the page.</p>`.repeat(85)}`,
    )
    serve("/long", `<html><body><main>${parts.join("")}</main></body></html>`, "text/html")
    const output = await fetchPage("/long", { section: "Part 200", timeout: 60 })
    expect(output).toContain("Sentence of part 200,")
    expect(output).not.toContain("Sentence of part 3,")
  })

  test("one with 1 MB of styles is read without them", async () => {
    const styles = `<style>${".a { color: red }\n".repeat(60_000)}</style>`
    serve(
      "/styles",
      `<html><head>${styles}</head><body><p>Text below the styles.</p></body></html>`,
      "text/html",
    )
    const output = await fetchPage("/styles")
    expect(output).toContain("Text below the styles.")
    expect(output).not.toContain("color: red")
  })

  test("one of 100,000 levels gets an answer", async () => {
    serve("/deep", `<html><body>${"<div>".repeat(100_000)}deep text</body></html>`, "text/html")
    expect(await fetchPage("/deep")).toContain("deep text")
  })
})
