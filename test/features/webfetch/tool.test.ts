import { describe, expect, it } from "vitest"
import { useLoopback } from "../../support/loopback.ts"
import {
  contentOf,
  createWebfetchFixture,
  factsOf,
  openSite,
} from "../../support/webfetch-fixture.ts"

const { serve, serveRaw } = useLoopback()

describe("webfetch", () => {
  it("returns front matter and content", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "text/markdown")
      response.setHeader("etag", '"v1"')
      response.end("# Title\n\nWords.")
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/a#part") })
    expect(contentOf(reply)).toBe("# Title\n\nWords.")
    expect(factsOf(reply)).toEqual({
      requested_url: page.url("/a"),
      final_url: page.url("/a"),
      canonical_url: null,
      status_code: 200,
      source_content_type: "text/markdown",
      source_kind: "markdown",
      title: null,
      headings: ["Title"],
      used_llms_txt: false,
      extracted_main: false,
      redirect_chain: [],
      upgraded_to_https: false,
      cache_hit: false,
      word_count: 3,
      quality_signals: [],
      truncated: false,
      etag: '"v1"',
      content_length: 15,
    })
  })

  it("leaves the front matter out on request", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/"), include_metadata: false })
    expect(reply.output).toBe("Words.")
  })

  it("asks for Markdown first, unless HTML is wanted", async () => {
    const server = await serve((request, response) => response.end(request.headers.accept))
    const page = openSite(server)
    const accept = async (format: string) =>
      contentOf(await page.run({ url: page.url(`/${format}`), format }))
    expect(await accept("markdown")).toMatch(/^text\/markdown,/)
    expect(await accept("text")).toMatch(/^text\/markdown,/)
    expect(await accept("html")).toMatch(/^text\/html,/)
  })

  it("names an error status, with the beginning of the page that explains it", async () => {
    const server = await serve((_request, response) => {
      response.statusCode = 404
      response.end("No such page here.")
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/gone?key=secret") })
    expect(reply.metadata).toMatchObject({
      code: "WEBFETCH_HTTP_STATUS",
      refused: true,
      status: 404,
    })
    expect(contentOf(reply)).toBe(
      `WEBFETCH_HTTP_STATUS: ${page.url("/gone?…")} answered with status 404.\nCheck the URL, or search for the page.\n\n` +
        "The page that came with it:\n\nNo such page here.",
    )
  })

  it("tries another name of its own where a bot check refuses the first", async () => {
    const server = await serve((request, response) => {
      const isSecond = request.headers["user-agent"] === "opencode"
      if (!isSecond) response.writeHead(403, { "cf-mitigated": "challenge" })
      response.end(isSecond ? "Welcome." : "Checking.")
    })
    const page = openSite(server)
    expect(contentOf(await page.run({ url: page.url("/") }))).toBe("Welcome.")
    expect(server.requests.length).toBe(2)
  })

  it("reports a bot check that refuses both", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(403, { "cf-mitigated": "challenge" })
      response.end("Checking.")
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/") })
    expect(reply.metadata).toMatchObject({ code: "WEBFETCH_HTTP_STATUS", status: 403 })
    expect(server.requests.length).toBe(2)
  })

  it("says that the end of a page is missing when the connection ends early", async () => {
    const server = await serveRaw((socket) => {
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nOnly the start.")
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/") })
    expect(contentOf(reply)).toBe("Only the start.")
    expect(factsOf(reply)).toMatchObject({ truncated: true })
  })

  it("names a conversion that fails", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server, { convert: () => Promise.reject(new RangeError("deep")) })
    await expect(page.run({ url: page.url("/") })).rejects.toMatchObject({
      code: "WEBFETCH_PAGE_UNREADABLE",
      what: expect.stringContaining("RangeError"),
    })
  })

  it("ends within the call's time while a page is converted", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server, { convert: () => new Promise(() => undefined) })
    await expect(page.run({ url: page.url("/"), timeout: 0.1 })).rejects.toMatchObject({
      code: "NET_TIMEOUT",
    })
  })

  it("ends a body that stalls within the call's time", async () => {
    const server = await serve((_request, response) => response.write("start"))
    const page = openSite(server)
    await expect(page.run({ url: page.url("/"), timeout: 0.1 })).rejects.toMatchObject({
      code: "NET_TIMEOUT",
      phase: "total",
    })
  })

  it("says that the address was not pinned behind a proxy", async () => {
    const proxy = await serve((request, response) => response.end(`proxied ${request.url}`))
    const page = createWebfetchFixture({
      environment: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` },
    })
    const reply = await page.run({ url: "http://pages.example:8080/a" })
    expect(contentOf(reply)).toBe("proxied http://pages.example:8080/a")
    expect(factsOf(reply)).toMatchObject({ address_pinned: false })
  })
})

describe("arguments of webfetch", () => {
  it.each([
    [{}, "url"],
    [{ url: 7 }, "url"],
    [{ url: "https://example.com/", format: "pdf" }, "format"],
    [{ url: "https://example.com/", timeout: 121 }, "timeout"],
    [{ url: "https://example.com/", timeout: 0 }, "timeout"],
    [{ url: "https://example.com/", formt: "text" }, 'did you mean "format"'],
    [{ url: "https://example.com/", offset: -1 }, "offset"],
  ])("%j are refused", async (args, why) => {
    const page = createWebfetchFixture()
    await expect(page.run(args)).rejects.toMatchObject({
      code: "TOOL_ARGUMENTS_INVALID",
      what: expect.stringContaining(why),
    })
    expect(page.asked).toEqual([])
  })
})
