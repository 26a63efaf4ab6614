import { describe, expect, it } from "vitest"
import { readPage } from "./read.ts"

describe("JSON", () => {
  it("is indented without touching its values", async () => {
    const text = '{"a":[1,{"b":"<b>x</b>"}],"c":{},"big":12345678901234567890,"e":"\\u00e9"}'
    const page = await readPage(text, { contentType: "application/json" })
    expect(page.kind).toBe("json")
    expect(page.content).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": "<b>x</b>"\n    }\n  ],\n  "c": {},\n  "big": 12345678901234567890,\n  "e": "\\u00e9"\n}',
    )
  })

  it("that is broken is shown as it was sent, and said to be broken", async () => {
    const page = await readPage("{bad", { contentType: "application/json" })
    expect(page.content).toBe("{bad")
    expect(page.note).toBe("The body is not valid JSON and is shown as it was sent.")
  })

  it("is known by its first character where the type says plain text", async () => {
    expect((await readPage("[1]", { contentType: "text/plain" })).kind).toBe("json")
  })
})

describe("a feed", () => {
  it("of RSS is a list of items", async () => {
    const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
      <item><title>First &amp; best</title><link>https://a.test/1</link>
      <pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>Some <b>text</b></p>]]></description></item>
      <item><title>Second</title><guid>https://a.test/2</guid></item></channel></rss>`
    const page = await readPage(rss, { contentType: "application/rss+xml" })
    expect([page.kind, page.title]).toEqual(["feed", "News"])
    expect(page.content).toBe(
      "# News\n\n- [First & best](https://a.test/1) (2026-03-03)\n  Some text\n- [Second](https://a.test/2)",
    )
  })

  it("of Atom is known by its root element", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><title>Post</title>
      <link href="https://a.test/p"/><updated>2026-01-02T00:00:00Z</updated></entry></feed>`
    const page = await readPage(atom, { contentType: "text/xml" })
    expect(page.content).toBe("# Blog\n\n- [Post](https://a.test/p) (2026-01-02)")
  })

  it("of JSON is known by its version", async () => {
    const feed =
      '{"version":"https://jsonfeed.org/version/1.1","title":"JF","items":[{"url":"https://a.test/j","title":"Hello"}]}'
    const page = await readPage(feed, { contentType: "application/json" })
    expect(page.content).toBe("# JF\n\n- [Hello](https://a.test/j)")
  })
})

describe("text", () => {
  it("keeps what stands between angle brackets", async () => {
    const text = "if (a < b) Map<string, number>"
    expect((await readPage(text, { contentType: "text/plain" })).content).toBe(text)
  })

  it("of any text type passes through", async () => {
    for (const contentType of ["text/csv", "text/x-python", "application/octet-stream"]) {
      expect((await readPage("a,b\n1,2", { contentType })).content).toBe("a,b\n1,2")
    }
  })

  it("that is HTML is read as HTML", async () => {
    const page = await readPage("<!doctype html><html><body><p>x</p></body></html>", {
      contentType: "text/plain",
    })
    expect([page.kind, page.content]).toEqual(["html", "x"])
  })

  it("in Markdown passes through with its headings outside of fences", async () => {
    const text = "# Title\n\nx\n\n```\n# no\n```\n\n## Part"
    const page = await readPage(text, { contentType: "text/markdown" })
    expect([page.kind, page.title, page.content]).toEqual(["markdown", "Title", text])
    expect(page.headings).toEqual([
      { level: 1, text: "Title" },
      { level: 2, text: "Part" },
    ])
  })
})

describe("the other formats of HTML", () => {
  const html =
    "<html><head><title>T</title></head><body><nav>Home</nav><main>Text<ul><li>a</li><li>b</li></ul><pre>x\n y</pre></main><script>s</script></body></html>"

  it("keeps words of neighbouring blocks apart in text, and no script", async () => {
    const page = await readPage(html, { format: "text", extractMain: false })
    expect(page.content).toBe("Text\n\n- a\n- b\n\nx\n y")
  })

  it("is the page as it was sent for html without extraction", async () => {
    const page = await readPage(html, { format: "html", extractMain: false })
    expect([page.content, page.title]).toEqual([html, "T"])
  })

  it("is the main part for html with extraction", async () => {
    const page = await readPage(html, { format: "html" })
    expect(page.content).not.toContain("<nav>")
    expect(page.content).toContain("<li>a</li>")
  })
})
