import { describe, expect, it } from "vitest"
import { freshMs } from "../../../src/features/webfetch/cache.ts"
import { type Answer, useLoopback } from "../../support/loopback.ts"
import { contentOf, factsOf, openSite } from "../../support/webfetch-fixture.ts"

const { serve } = useLoopback()

const minute = 60_000

/** Answers 304 to the validator that it gave. */
const revalidating: Answer = (request, response) => {
  response.setHeader("etag", '"v1"')
  response.setHeader("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT")
  if (request.headers["if-none-match"] === '"v1"') {
    response.statusCode = 304
    response.end()
  } else response.end("# First\n\nWords.")
}

describe("the page cache", () => {
  it("serves a page again without a request", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    const again = await page.run({ url: page.url("/a#part") })
    expect(factsOf(again)).toMatchObject({ cache_hit: true })
    expect(server.requests.length).toBe(1)
  })

  it("derives every format from one stored body", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server)
    for (const format of ["markdown", "text", "html"])
      await page.run({ url: page.url("/a"), format })
    expect(server.requests.length).toBe(1)
  })

  it("fetches anew where HTML is wanted and Markdown was sent", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "text/markdown")
      response.end("Words.")
    })
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    await page.run({ url: page.url("/a"), format: "html" })
    expect(server.requests.length).toBe(2)
  })

  it("revalidates after a quarter of an hour, and a 304 makes the copy fresh again", async () => {
    const server = await serve(revalidating)
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    page.pass(16 * minute)
    const again = await page.run({ url: page.url("/a") })
    expect(factsOf(again)).toMatchObject({ cache_hit: true, cache_revalidated: true })
    expect(contentOf(again)).toBe("# First\n\nWords.")
    expect(server.requests[1]?.headers).toMatchObject({
      "if-none-match": '"v1"',
      "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT",
    })
    page.pass(14 * minute)
    await page.run({ url: page.url("/a") })
    expect(server.requests.length).toBe(2)
  })

  it("replaces the copy when the server sends a new page", async () => {
    let version = 0
    const server = await serve((_request, response) => {
      version += 1
      response.setHeader("etag", `"v${version}"`)
      response.end(`Version ${version}.`)
    })
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    page.pass(16 * minute)
    const again = await page.run({ url: page.url("/a") })
    expect(contentOf(again)).toBe("Version 2.")
    expect(factsOf(again)).toMatchObject({ cache_hit: false, etag: '"v2"' })
  })

  it("fetches anew after a day, without a validator", async () => {
    const server = await serve(revalidating)
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    page.pass(25 * 60 * minute)
    await page.run({ url: page.url("/a") })
    expect(server.requests[1]?.headers["if-none-match"]).toBeUndefined()
  })

  it("revalidates at once where the server says no-cache", async () => {
    const server = await serve((request, response) => {
      response.setHeader("cache-control", "no-cache")
      revalidating(request, response)
    })
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    await page.run({ url: page.url("/a") })
    expect(server.requests.length).toBe(2)
  })

  it("reads on in a long page from the copy, whatever its age", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("cache-control", "no-cache")
      response.end("line\n".repeat(20_000))
    })
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    await page.run({ url: page.url("/a"), offset: 40_000 })
    expect(server.requests.length).toBe(1)
  })

  it.each([
    ["no-store", 200],
    ["max-age=600", 500],
  ])("keeps nothing of an answer with %s and status %i", async (cacheControl, status) => {
    const server = await serve((_request, response) => {
      response.writeHead(status, { "cache-control": cacheControl })
      response.end("Words.")
    })
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    await page.run({ url: page.url("/a") })
    expect(server.requests.length).toBe(2)
  })

  it("makes one request of twenty calls at one time", async () => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.end("Words."), 50)
    })
    const page = openSite(server)
    const calls = Array.from({ length: 20 }, () => page.run({ url: page.url("/a") }))
    const replies = await Promise.all(calls)
    expect(new Set(replies.map(contentOf))).toEqual(new Set(["Words."]))
    expect(server.requests.length).toBe(1)
  })

  it("lets the others have the page when one of several callers gives up", async () => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.end("Words."), 100)
    })
    const page = openSite(server)
    const controller = new AbortController()
    const first = page.run({ url: page.url("/a") }, { signal: controller.signal })
    const second = page.run({ url: page.url("/a") })
    setTimeout(() => controller.abort(), 20)
    await expect(first).rejects.toMatchObject({ code: "NET_ABORTED" })
    expect(contentOf(await second)).toBe("Words.")
    expect(server.requests.length).toBe(1)
  })

  it("keeps a page of a private place from sessions of the package's own", async () => {
    const server = await serve((_request, response) => response.end("Secret."))
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    page.makePrivate("ses_child")
    await expect(
      page.run({ url: page.url("/a") }, { sessionId: "ses_child" }),
    ).rejects.toMatchObject({ code: "NET_ADDRESS_DENIED" })
  })

  it("is not filled for one site by another: a redirect's target stays a page of its own", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/a") response.writeHead(302, { location: "/b" }).end()
      else response.end(`Page ${request.url}.`)
    })
    const page = openSite(server)
    await page.run({ url: page.url("/a") })
    const target = await page.run({ url: page.url("/b") })
    expect(factsOf(target)).toMatchObject({ cache_hit: false })
    expect(server.requests.map((request) => request.url)).toEqual(["/a", "/b", "/b"])
  })
})

describe("freshMs", () => {
  it.each([
    [undefined, 15 * minute],
    ["public", 15 * minute],
    ["max-age=60, public", minute],
    ["max-age=0", 0],
    ["max-age=86400", 15 * minute],
    ["No-Cache", 0],
  ])("of %j is %i", (cacheControl, expected) => {
    expect(freshMs(cacheControl)).toBe(expected)
  })
})
