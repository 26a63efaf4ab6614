import { describe, expect, it } from "vitest"
import { useLoopback } from "../../support/loopback.ts"
import { contentOf, createWebfetchFixture, openSite } from "../../support/webfetch-fixture.ts"

const { serve } = useLoopback()

describe("permission", () => {
  it("is asked with the URL, and offers the origin for always", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server)
    await page.run({ url: page.url("/a?b=c#d") })
    expect(page.asked).toEqual([
      {
        permission: "webfetch",
        patterns: [page.url("/a?b=c")],
        always: [page.url("/*")],
        metadata: { url: page.url("/a?b=c") },
      },
    ])
  })

  it("names the prompt that a second model would get", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server)
    await page.run({ url: page.url("/"), prompt: "Which words?" })
    expect(page.asked[0]?.metadata).toMatchObject({ prompt: "Which words?" })
  })

  it("that is denied ends the call before anything is sent", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server, { ask: () => Promise.reject(new Error("denied")) })
    await expect(page.run({ url: page.url("/") })).rejects.toThrow("denied")
    expect(server.requests).toEqual([])
  })

  it("is asked for a page that another session has fetched", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server)
    await page.run({ url: page.url("/") }, { sessionId: "ses_1" })
    await page.run({ url: page.url("/") }, { sessionId: "ses_2" })
    expect(page.asked.length).toBe(2)
  })

  it.each(["http://localhost:3000/", "http://169.254.169.254/", "https://example.com:22/"])(
    "is not asked for %s, which is refused anyway",
    async (url) => {
      const page = createWebfetchFixture()
      await expect(page.run({ url })).rejects.toMatchObject({
        code: expect.stringMatching(/^NET_/),
      })
      expect(page.asked).toEqual([])
    },
  )
})

describe("the user's own patterns", () => {
  it("deny a URL before anybody is asked", async () => {
    const page = createWebfetchFixture({ deny: ["https://example.com/private/*"] })
    await expect(page.run({ url: "https://example.com/private/%61" })).rejects.toMatchObject({
      code: "WEBFETCH_URL_DENIED",
    })
    expect(page.asked).toEqual([])
  })

  it("deny a host that everybody uses: there is no list of exceptions", async () => {
    const page = createWebfetchFixture({ deny: ["https://github.com/*"] })
    await expect(page.run({ url: "https://github.com/o/r" })).rejects.toMatchObject({
      code: "WEBFETCH_URL_DENIED",
    })
  })

  it("deny the target of a redirect", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/a") response.writeHead(302, { location: "/private/b" }).end()
      else response.end("SECRET")
    })
    const page = openSite(server, { deny: ["*/private/*"] })
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "WEBFETCH_URL_DENIED",
    })
    expect(server.requests.length).toBe(1)
  })

  it("let nothing else through where a list says so", async () => {
    const server = await serve((_request, response) => response.end("Words."))
    const page = openSite(server, { only: ["pages.example"] })
    expect(contentOf(await page.run({ url: page.url("/") }))).toBe("Words.")
    await expect(page.run({ url: "https://example.com/" })).rejects.toMatchObject({
      code: "WEBFETCH_URL_DENIED",
      what: expect.stringContaining('"only"'),
    })
  })

  it("deny what the list of allowed ones has, too", async () => {
    const page = createWebfetchFixture({ only: ["example.com"], deny: ["a.example.com"] })
    await expect(page.run({ url: "https://a.example.com/" })).rejects.toMatchObject({
      code: "WEBFETCH_URL_DENIED",
    })
  })
})
