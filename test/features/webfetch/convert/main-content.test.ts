import { describe, expect, it } from "vitest"
import { prose, readPage } from "./read.ts"

const page = (body: string, head = "") =>
  `<!doctype html><html><head><title>Title</title>${head}</head><body>${body}</body></html>`
const paragraphs = (count: number) => `<p>${prose(50)}</p>`.repeat(count)

describe("the main text", () => {
  it("keeps every code block of an article, short or in nested divisions", async () => {
    const body = `<article>${paragraphs(4)}<pre class="lisp">(string-length "abc")</pre>
      <div><div><pre>one</pre></div></div>${paragraphs(1)}<div><div><div><pre>two</pre></div></div></div>
      <div><pre><code class="language-sh">three</code></pre></div></article>`
    const { content } = await readPage(page(body))
    for (const code of ['```lisp\n(string-length "abc")', "```\none", "```\ntwo", "```sh\nthree"]) {
      expect(content).toContain(code)
    }
  })

  it("shows hidden text where the page shows nothing else", async () => {
    const body = `<main><h1>Loading</h1></main><div hidden style="visibility:hidden"><h2>Real</h2>${paragraphs(2)}</div>`
    const { content } = await readPage(page(body))
    expect(content).toContain("## Real")
    expect(content).toContain("about weather")
  })

  it("survives meta elements in the body and odd attributes", async () => {
    const body = `<div>${prose(30)}</div><meta itemprop="x"><div ">${prose(30)}</div>`
    expect((await readPage(page(body))).content).toContain("about weather")
  })

  it("is the generator's body of a documentation page, without its navigation", async () => {
    const head = '<meta name="generator" content="Docutils 0.19">'
    const body = `<div class="related" role="navigation"><ul><li>Home</li></ul></div>
      <div class="body" role="main"><section id="a"><h1>Class<a class="headerlink" href="#a">¶</a></h1><p>Short.</p></section></div>
      <div class="sphinxsidebar"><p>Side</p></div>`
    const result = await readPage(page(body, head))
    expect([result.content, result.extractedMain]).toEqual(["# Class\n\nShort.", true])
  })

  it("keeps the items of a rustdoc page that Readability would drop", async () => {
    const head = '<meta name="generator" content="rustdoc">'
    const methods = Array.from(
      { length: 5 },
      (_, index) =>
        `<details><summary><section id="m${index}"><h4 class="code-header">fn m${index}()</h4></section></summary><div class="docblock"><p>Does ${index}.</p></div></details>`,
    )
    const body = `<nav class="sidebar">x</nav><main><section id="main-content"><h1>Struct S</h1>${methods.join("")}</section></main>`
    const { content } = await readPage(page(body, head))
    for (let index = 0; index < 5; index++) {
      expect(content).toContain(`#### \`fn m${index}()\`\n\nDoes ${index}.`)
    }
  })

  it("is the landmark where extraction lost most of its prose", async () => {
    const rows = Array.from(
      { length: 8 },
      (_, index) =>
        `<section><h2>Part ${index}</h2><div><p>Word ${index}.</p><pre>code ${index}</pre></div></section>`,
    )
    const { content } = await readPage(page(`<nav>n</nav><main>${rows.join("")}</main>`))
    for (let index = 0; index < 8; index++) expect(content).toContain(`code ${index}`)
  })

  const figure = (caption: string) =>
    `<figure><img src="/a.png" alt="A"><figcaption>${caption}</figcaption></figure>`

  it.each([
    "The flame chart of one request",
    "Memory use of the worker over a day.",
    "Figure 3. The rates, measured by Ann Example",
  ])("keeps a caption that explains its picture: %s", async (caption) => {
    const body = `<article><h1>Weather</h1>${paragraphs(3)}${figure(caption)}${paragraphs(3)}</article>`
    expect((await readPage(page(body))).content).toContain(caption)
  })

  it.each([
    "Ann Example",
    "The house in spring. Ann Example/Agency",
    "The house in spring, photographed last year",
    "The house, seen by Ann Example",
    "The house © the owners",
    "Image 2 of 5",
  ])("leaves out a caption that credits its picture: %s", async (caption) => {
    const body = `<article><h1>Weather</h1>${paragraphs(3)}${figure(caption)}${paragraphs(3)}</article>`
    expect((await readPage(page(body))).content).not.toContain(caption)
  })

  it("keeps a caption that several pictures share once", async () => {
    const pictures = figure("The house seen from the street").repeat(4)
    const body = `<article><h1>Weather</h1>${paragraphs(3)}${pictures}${paragraphs(3)}</article>`
    const { content } = await readPage(page(body))
    expect(content.match(/The house seen from the street/g)).toHaveLength(1)
  })

  it("leaves out credits, teasers, by-lines and closing lines of an article", async () => {
    const body = `<article><h1>Weather</h1><p>Published: March 3, 2026</p>${paragraphs(2)}
      <figure><img src="/a.png" alt="A"><figcaption>The house. (Photo: agency)</figcaption></figure>
      <p><a href="/x">Read more: another story about the weather of last year</a></p>${paragraphs(2)}
      <p>Follow us on Twitter and Facebook.</p><h3>Related</h3></article>`
    const { content } = await readPage(page(body))
    for (const text of ["Published", "agency", "another story", "Follow us", "Related"]) {
      expect(content).not.toContain(text)
    }
    expect(content).toContain("![A](https://site.test/a.png)")
  })

  it("is the article of the page's data where the page shows none", async () => {
    const data = JSON.stringify({ "@type": "Article", articleBody: prose(80) })
    const body = `<div id="app"></div><script type="application/ld+json">${data}</script>`
    const result = await readPage(page(body))
    expect(result.content).toContain("about weather")
    expect(result.note).toBe("The text comes from the page's JSON-LD data.")
  })

  it("is all of the body without extraction", async () => {
    const result = await readPage(page("<p>a</p><aside><p>b</p></aside>"), { extractMain: false })
    expect([result.content, result.extractedMain]).toEqual(["a\n\nb", false])
  })
})

describe("what the head says", () => {
  it("is title, canonical address, Markdown version and headings", async () => {
    const head =
      '<base href="/assets/"><link rel="canonical" href="/c"><link rel="alternate" type="text/markdown" href="page.md">'
    const result = await readPage(
      page(
        `<main><h1>One</h1>${paragraphs(2)}<h2>Two</h2>${paragraphs(1)}<p><a href="x">x</a></p></main>`,
        head,
      ),
      { extractMain: false },
    )
    expect(result.title).toBe("Title")
    expect(result.canonicalUrl).toBe("https://site.test/c")
    expect(result.markdownUrl).toBe("https://site.test/assets/page.md")
    expect(result.headings.map(({ level, text }) => `${level} ${text}`)).toEqual(["1 One", "2 Two"])
    expect(result.content).toContain("[x](https://site.test/assets/x)")
  })
})
