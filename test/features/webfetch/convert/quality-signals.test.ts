import { describe, expect, it } from "vitest"
import { prose, readPage } from "./read.ts"

const page = (body: string, title = "Title") =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`

describe("quality signals", () => {
  it("are none for an ordinary article", async () => {
    const html = page(`<article><h1>Weather</h1><p>${prose(60)}</p><p>${prose(60)}</p></article>`)
    expect((await readPage(html)).qualitySignals).toEqual([])
  })

  it("name very short content", async () => {
    expect((await readPage(page("<p>Few words.</p>"))).qualitySignals).toEqual([
      "very_short_content",
    ])
  })

  it("name the shell of an application", async () => {
    const shell =
      '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/a.js"></script>'
    expect((await readPage(page(shell))).qualitySignals).toContain("empty_spa")
  })

  it("name a bot challenge by its words", async () => {
    const html = page("<h1>Checking your browser</h1><p>Ray ID: 1</p>", "Just a moment...")
    expect((await readPage(html, { status: 403 })).qualitySignals).toContain("challenge")
  })

  it("name a bot challenge by its header", async () => {
    const headers = { "cf-mitigated": "challenge" }
    const { qualitySignals } = await readPage(page("<p>x</p>"), { status: 403, headers })
    expect(qualitySignals).toContain("challenge")
  })

  it("name a login page", async () => {
    const form =
      '<h1>Welcome</h1><form><input name="user"><input type="password"><button>Go</button></form>'
    expect((await readPage(page(form))).qualitySignals).toContain("login_wall")
  })

  it("name an error page that came with success", async () => {
    const html = page("<h1>Page not found</h1><p>Try the search.</p>", "404 - Site")
    expect((await readPage(html)).qualitySignals).toContain("soft_404")
  })

  it("do not call an error status a soft one", async () => {
    const html = page("<h1>Page not found</h1>", "404 - Site")
    expect((await readPage(html, { status: 404 })).qualitySignals).not.toContain("soft_404")
  })

  it("name a consent page", async () => {
    const html = page(
      "<h1>Before you continue</h1><p>We use cookies and similar data. Cookie settings and consent can be changed.</p><button>Accept all</button><button>Reject all</button>",
    )
    expect((await readPage(html)).qualitySignals).toContain("consent_page")
  })

  it("name a paywall by its words and by its data", async () => {
    const words = page(`<p>${prose(90)}</p><p>Subscribe to continue reading.</p>`)
    expect((await readPage(words)).qualitySignals).toContain("possible_paywall")
    const data = page(
      `<script type="application/ld+json">{"isAccessibleForFree": false}</script><p>${prose(90)}</p>`,
    )
    expect((await readPage(data)).qualitySignals).toContain("possible_paywall")
  })

  it("name a page that is mostly navigation, and still find its text", async () => {
    const links = Array.from(
      { length: 900 },
      (_, index) => `<li><a href="/${index}">entry ${index}</a></li>`,
    )
    const html = page(`<nav><ul>${links.join("")}</ul></nav><main><p>${prose(70)}</p></main>`)
    const result = await readPage(html)
    expect(result.qualitySignals).toEqual(["high_boilerplate_ratio"])
    expect(result.content).toContain("about weather")
    expect(result.content).not.toContain("entry 5")
  })

  it("do not keep the text of an article behind a consent layer away", async () => {
    const html = page(
      `<div id="cookie-banner"><p>We use cookies.</p><button>Accept</button></div><article><h1>Weather</h1><p>${prose(80)}</p><p>${prose(80)}</p></article>`,
    )
    const result = await readPage(html)
    expect(result.content).not.toContain("We use cookies")
    expect(result.qualitySignals).toEqual([])
  })
})
