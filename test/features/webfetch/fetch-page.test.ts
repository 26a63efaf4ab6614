import { describe, expect, it } from "vitest"
import { type Answer, type LoopbackServer, useLoopback } from "../../support/loopback.ts"
import {
  contentOf,
  createWebfetchFixture,
  factsOf,
  openSite,
} from "../../support/webfetch-fixture.ts"

const { serve } = useLoopback()

function redirecting(targets: Readonly<Record<string, string>>, status = 302): Answer {
  return (request, response) => {
    const location = targets[request.url ?? ""]
    if (location === undefined) response.end(`Page ${request.url}.`)
    else response.writeHead(status, { location }).end("SECRET")
  }
}

describe("redirects", () => {
  it("are followed on the same site and listed", async () => {
    const server = await serve(redirecting({ "/docs": "./docs/", "/docs/": "/docs/index" }, 301))
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/docs") })
    expect(contentOf(reply)).toBe("Page /docs/index.")
    expect(factsOf(reply)).toMatchObject({
      requested_url: page.url("/docs"),
      final_url: page.url("/docs/index"),
      redirect_chain: [
        `301 ${page.url("/docs")} -> ${page.url("/docs/")}`,
        `301 ${page.url("/docs/")} -> ${page.url("/docs/index")}`,
      ],
    })
  })

  it("to www. of the same host are followed without a second question", async () => {
    const server: LoopbackServer = await serve((request, response) => {
      const isWww = request.headers.host?.startsWith("www.")
      if (isWww) response.end("Welcome.")
      else response.writeHead(301, { location: `http://www.pages.example:${server.port}/` }).end()
    })
    const page = openSite(server, {
      allowPrivate: [`pages.example:${server.port}`, `www.pages.example:${server.port}`],
    })
    expect(contentOf(await page.run({ url: page.url("/") }))).toBe("Welcome.")
    expect(page.asked.length).toBe(1)
  })

  it("to another site are named with their target and not followed", async () => {
    const other = await serve((_request, response) => response.end("SECRET"))
    const target = `http://other.example:${other.port}/x?y=1`
    const server = await serve(redirecting({ "/a": target }))
    const page = openSite(server, {
      allowPrivate: [`pages.example:${server.port}`, `other.example:${other.port}`],
    })
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      message:
        `WEBFETCH_REDIRECT_ELSEWHERE: ${page.url("/a")} redirects (302) to another site and was not followed: ${target}\n` +
        "If that is where you want to go, call webfetch with that URL.",
    })
    expect(other.requests).toEqual([])
  })

  it("to another site are followed where the user allows it, and that site is asked for", async () => {
    const other = await serve((_request, response) => response.end("Elsewhere."))
    const server = await serve(redirecting({ "/a": `http://other.example:${other.port}/x` }))
    const page = openSite(server, {
      allowPrivate: [`pages.example:${server.port}`, `other.example:${other.port}`],
      redirectTo: ["other.example"],
    })
    expect(contentOf(await page.run({ url: page.url("/a") }))).toBe("Elsewhere.")
    expect(page.asked.map((request) => request.patterns)).toEqual([
      [page.url("/a")],
      [`http://other.example:${other.port}/x`],
    ])
  })

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://2130706433/",
    "http://localhost./",
    "http://[64:ff9b::7f00:1]/",
  ])("to %s are refused and nothing is sent", async (target) => {
    const server = await serve(redirecting({ "/a": target }))
    const page = openSite(server)
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "NET_ADDRESS_DENIED",
    })
    expect(server.requests.length).toBe(1)
  })

  it("to a private address are refused although the user lets redirects through", async () => {
    const server = await serve(redirecting({ "/a": "http://10.0.0.1/" }))
    const page = openSite(server, { redirectTo: ["*"] })
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "NET_ADDRESS_DENIED",
    })
    expect(page.asked.length).toBe(1)
  })

  it("to a file are refused", async () => {
    const server = await serve(redirecting({ "/a": "file:///etc/passwd" }))
    const page = openSite(server)
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "WEBFETCH_REDIRECT_REFUSED",
    })
  })

  it("that go in a circle end at once, with the reason", async () => {
    const server = await serve(redirecting({ "/a": "/b", "/b": "/a" }))
    const page = openSite(server)
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "WEBFETCH_REDIRECT_REFUSED",
      what: expect.stringContaining("the redirects go in a circle"),
    })
    expect(server.requests.map((request) => request.url)).toEqual(["/a", "/b"])
  })

  it("that lead on and on end after ten, with the reason", async () => {
    const server = await serve((request, response) => {
      response.writeHead(307, { location: `${request.url}x` }).end()
    })
    const page = openSite(server)
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "WEBFETCH_REDIRECT_REFUSED",
      what: expect.stringContaining("the redirect limit (10) was reached"),
    })
    expect(server.requests.length).toBe(11)
  })

  it("that a stored page went through are judged for the next caller too", async () => {
    const server = await serve(redirecting({ "/a": "/b" }))
    const denied = [
      { permission: "webfetch", pattern: "*", action: "allow" as const },
      { permission: "webfetch", pattern: "*/b", action: "deny" as const },
    ]
    const page = openSite(server, { rules: denied })
    await expect(page.run({ url: page.url("/a") })).rejects.toMatchObject({
      code: "HOST_PERMISSION_DENIED",
    })
    expect(server.requests.map((request) => request.url)).toEqual(["/a"])
  })
})

describe("http without a port", () => {
  /** Answers name and port of each attempt; the lookups tell which were made. */
  function attempt(lookupFails: (name: string) => boolean) {
    const lookups: string[] = []
    const page = createWebfetchFixture({
      lookup: async (name) => {
        lookups.push(name)
        if (lookupFails(name)) throw new Error("ENOTFOUND")
        return [{ address: "10.0.0.1", family: 4 }]
      },
    })
    return { page, lookups }
  }

  it("is tried as https first, and as http when the network fails", async () => {
    const { page, lookups } = attempt(() => true)
    await expect(page.run({ url: "http://pages.example/" })).rejects.toMatchObject({
      code: "NET_DNS_FAILED",
    })
    expect(lookups.length).toBe(2)
  })

  it("is not tried as http after a refusal by policy", async () => {
    const { page, lookups } = attempt(() => false)
    await expect(page.run({ url: "http://pages.example/" })).rejects.toMatchObject({
      code: "NET_ADDRESS_DENIED",
      what: expect.stringContaining("https://pages.example/"),
    })
    expect(lookups.length).toBe(1)
  })

  it("stays http where the user opened exactly that address", async () => {
    const asked = createWebfetchFixture({
      allowPrivate: ["pages.example:80"],
      lookup: () => Promise.reject(new Error("ENOTFOUND")),
    })
    await expect(asked.run({ url: "http://pages.example/" })).rejects.toMatchObject({
      code: "NET_DNS_FAILED",
    })
    expect(asked.asked.map((request) => request.patterns)).toEqual([["http://pages.example/"]])
  })
})
