// What only shows while a request runs: what a name resolves to, where a server leads, how a body comes, when a call
// ends. Numbers are those of docs/web-cases.md. Every case goes through the tool, and the lookup is seen to be called.

import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { brave } from "../../../src/features/web-search/providers/brave.ts"
import { createSearch } from "../../../src/features/web-search/search.ts"
import { convertPage } from "../../../src/features/webfetch/convert/convert.ts"
import { fetchPage } from "../../../src/features/webfetch/fetch-page.ts"
import { planFetch } from "../../../src/features/webfetch/plan.ts"
import { systemClock } from "../../../src/lib/clock.ts"
import { readString } from "../../../src/lib/json.ts"
import type { HttpClient, HttpResponse } from "../../../src/net/http-client.ts"
import type { Lookup } from "../../../src/net/resolve.ts"
import { type LoopbackServer, useLoopback } from "../../support/loopback.ts"
import {
  contentOf,
  createWebfetchFixture,
  type FixtureOptions,
  factsOf,
} from "../../support/webfetch-fixture.ts"

const { serve, serveRaw } = useLoopback()

/** A lookup that gives these addresses, call after call, the last one for ever; and the names that it was asked for. */
function answering(...answers: readonly (readonly string[])[]) {
  const names: string[] = []
  const lookup: Lookup = async (name) => {
    const answer = answers[Math.min(names.length, answers.length - 1)] ?? []
    names.push(name)
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
  }
  return { lookup, names }
}

/** A fixture whose names lead to loopback, which is opened as a network, or to what the case says. */
function open(answers: readonly (readonly string[])[], options: FixtureOptions = {}) {
  const { lookup, names } = answering(...answers)
  const fixture = createWebfetchFixture({ allowPrivate: ["127.0.0.0/8"], lookup, ...options })
  return { ...fixture, names }
}

const loopback = [["127.0.0.1"]]

async function codeOf(work: Promise<{ readonly output: string }>): Promise<string> {
  try {
    return (await work).output
  } catch (error) {
    return readString(error, "code") ?? String(error)
  }
}

function urlAt(server: LoopbackServer, path = "/", host = "pages.example"): string {
  return `http://${host}:${server.port}${path}`
}

const defaults = {
  format: "markdown",
  timeout: 30,
  extract_main: true,
  include_metadata: true,
  save_binary: false,
} as const

function redirectResponse(location: string): HttpResponse {
  return {
    status: 302,
    isPinned: true,
    header: (name) => (name === "location" ? location : undefined),
    read: async () => ({ bytes: new Uint8Array(), wireBytes: 0, cut: undefined }),
  }
}

function redirect(location: string, status = 302) {
  return serve((_request, response) => response.writeHead(status, { location }).end())
}

describe("what a name resolves to", () => {
  it.each([
    ["D1: loopback", ["127.0.0.1"]],
    ["D2: a public and a private address", ["93.184.215.14", "10.0.0.1"]],
    ["D3: loopback of IPv6 alone", ["::1"]],
    ["D4: a private address inside an IPv6 one", ["::ffff:10.0.0.1"]],
    ["D17: the unspecified address", ["0.0.0.0"]],
  ])("%s is refused, and nothing is sent", async (_case, answer) => {
    const server = await serve((_request, response) => response.end())
    const page = open([answer], { allowPrivate: [] })
    expect(await codeOf(page.run({ url: urlAt(server) }))).toBe("NET_ADDRESS_DENIED")
    expect(page.names).toEqual(["pages.example"])
    expect(server.requests).toEqual([])
  })

  it("D5: a name that changes its mind is connected to as it was judged, with one lookup", async () => {
    const server = await serve((_request, response) => response.end("First answer."))
    const page = open([["127.0.0.1"], ["169.254.169.254"]])
    expect(contentOf(await page.run({ url: urlAt(server) }))).toBe("First answer.")
    expect(page.names).toEqual(["pages.example"])
  })

  it("D16: upper case and a trailing dot name the same host", async () => {
    const server = await serve((_request, response) => response.end("Same page."))
    const page = open(loopback)
    await page.run({ url: urlAt(server) })
    const again = await page.run({ url: urlAt(server, "/", "PAGES.Example.") })
    expect(factsOf(again).cache_hit).toBe(true)
    expect(page.names).toEqual(["pages.example"])
    expect(await codeOf(page.run({ url: "http://LOCALHOST.:3000/", timeout: 5 }))).toMatch(
      /^NET_(?:CONNECT_FAILED|ADDRESS_DENIED)$/,
    )
    const closed = open(loopback, { allowPrivate: [] })
    expect(await codeOf(closed.run({ url: "http://LOCALHOST.:3000/" }))).toBe("NET_ADDRESS_DENIED")
  })

  it("D18: a second request to a host is judged anew, and no open connection serves it", async () => {
    const server = await serve((_request, response) => response.end("First answer."))
    const page = open([["127.0.0.1"], ["169.254.169.254"]])
    await page.run({ url: urlAt(server, "/a") })
    expect(await codeOf(page.run({ url: urlAt(server, "/b") }))).toBe("NET_ADDRESS_DENIED")
    expect(page.names).toEqual(["pages.example", "pages.example"])
    expect(server.requests.map((request) => request.url)).toEqual(["/a"])
  })

  it("D24: an opened place is that host and port alone", async () => {
    const server = await serve((_request, response) => response.end("Mine."))
    const page = open(loopback, { allowPrivate: [`localhost:${server.port}`] })
    expect(contentOf(await page.run({ url: urlAt(server, "/", "localhost") }))).toBe("Mine.")
    expect(page.names).toEqual(["localhost"])
    for (const url of [urlAt(server), "http://localhost:3999/", urlAt(server, "/", "127.0.0.1")]) {
      expect(await codeOf(page.run({ url }))).toBe("NET_ADDRESS_DENIED")
    }
  })
})

describe("where a server leads", () => {
  it.each([
    ["D6: a metadata service", "http://169.254.169.254/latest/meta-data/", "NET_ADDRESS_DENIED"],
    ["D8: a file", "file:///etc/passwd", "WEBFETCH_REDIRECT_REFUSED"],
  ])("%s is refused after one request", async (_case, location, code) => {
    const server = await redirect(location)
    const page = open(loopback)
    expect(await codeOf(page.run({ url: urlAt(server) }))).toBe(code)
    expect(page.names).toEqual(["pages.example"])
    expect(server.requests.length).toBe(1)
  })

  it("D7: another port of this machine is refused, and nothing reaches it", async () => {
    const secret = await serve((_request, response) => response.end("SECRET"))
    const server = await redirect(urlAt(secret, "/", "localhost"))
    const page = open(loopback, { allowPrivate: [`pages.example:${server.port}`] })
    expect(await codeOf(page.run({ url: urlAt(server) }))).toBe("NET_ADDRESS_DENIED")
    expect(page.names).toEqual(["pages.example"])
    expect(secret.requests).toEqual([])
  })

  it("D9: the way back from https to http is refused", async () => {
    const sent: string[] = []
    const client: HttpClient = {
      exchange: (request, use) => {
        sent.push(request.url.href)
        return use(redirectResponse("http://pages.example/a"))
      },
    }
    const outcome = await fetchPage(planFetch({ ...defaults, url: "https://pages.example/a" }), {
      client,
      signal: new AbortController().signal,
      validators: undefined,
      permit: async () => undefined,
      isRedirectTarget: () => true,
      bytesWanted: () => 1_000,
    })
    expect(outcome).toMatchObject({
      kind: "redirect-refused",
      why: expect.stringContaining("from https back to http"),
    })
    expect(sent).toEqual(["https://pages.example/a"])
  })

  it("D10: another site is named and not followed", async () => {
    const other = await serve((_request, response) => response.end("Elsewhere."))
    const server = await redirect(urlAt(other, "/x", "other.example"))
    const page = open(loopback)
    const work = page.run({ url: urlAt(server) })
    await expect(work).rejects.toMatchObject({
      code: "WEBFETCH_REDIRECT_ELSEWHERE",
      what: expect.stringContaining(urlAt(other, "/x", "other.example")),
    })
    expect(page.names).toEqual(["pages.example"])
    expect(other.requests).toEqual([])
  })

  it("D11: redirects without end are left after ten, a circle at once", async () => {
    const server = await serve((request, response) => {
      const location = request.url === "/circle" ? "/circle" : `${request.url}x`
      response.writeHead(307, { location }).end()
    })
    const page = open(loopback)
    expect(await codeOf(page.run({ url: urlAt(server) }))).toBe("WEBFETCH_REDIRECT_REFUSED")
    expect([page.names.length, server.requests.length]).toEqual([11, 11])
    expect(await codeOf(page.run({ url: urlAt(server, "/circle") }))).toBe(
      "WEBFETCH_REDIRECT_REFUSED",
    )
    expect([page.names.length, server.requests.length]).toEqual([12, 12])
  })

  it("D12: addresses that a page names are not followed into the private network", async () => {
    const inner = "http://10.0.0.1/page"
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "text/html")
      response.end(`<html><head><title>T</title><link rel=canonical href="${inner}">
        <link rel=alternate type="text/markdown" href="${inner}.md">
        <meta http-equiv=refresh content="0; url=${inner}"></head><body><p>The page itself.</p></body></html>`)
    })
    const page = open(loopback, { convert: convertPage })
    expect(contentOf(await page.run({ url: urlAt(server) }))).toBe("The page itself.")
    expect(page.names).toEqual(["pages.example"])
  })

  it("D12: addresses that are derived from a page's are judged like any other", async () => {
    const server = await serve((_request, response) => response.end("The page itself."))
    const page = open([["127.0.0.1"], ["169.254.169.254"]])
    const url = urlAt(server, "/guide", "docs.pages.example")
    expect(contentOf(await page.run({ url }))).toBe("The page itself.")
    expect(page.names.length).toBeGreaterThan(1)
    expect(server.requests.map((request) => request.url)).toEqual(["/guide"])
  })

  it("D13: a page that calls itself another one does not fill the other one's place", async () => {
    const good = await serve((_request, response) => response.end("The right page."))
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "text/html")
      const canonical = urlAt(good, "/", "other.example")
      response.end(`<html><head><link rel=canonical href="${canonical}"></head><body>False.</body>`)
    })
    const page = open(loopback, { convert: convertPage })
    await page.run({ url: urlAt(server) })
    const other = await page.run({ url: urlAt(good, "/", "other.example") })
    expect(contentOf(other)).toContain("The right page.")
    expect(page.names).toEqual(["pages.example", "other.example"])
  })

  it("D14: a refusal of https is not tried around over http", async () => {
    const page = open([["10.0.0.1"]])
    const work = page.run({ url: "http://pages.example/" })
    await expect(work).rejects.toMatchObject({
      code: "NET_ADDRESS_DENIED",
      what: expect.stringContaining("https://pages.example/"),
    })
    expect(page.names).toEqual(["pages.example"])
  })

  it("D15: behind a proxy the name is judged, and the header says that no address was pinned", async () => {
    const proxy = await serve((request, response) => response.end(`Proxied ${request.url}`))
    const page = open(loopback, { environment: { HTTP_PROXY: urlAt(proxy, "/", "127.0.0.1") } })
    const reply = await page.run({ url: "http://pages.example:8080/" })
    expect(factsOf(reply).address_pinned).toBe(false)
    expect(contentOf(reply)).toBe("Proxied http://pages.example:8080/")
    for (const url of ["http://router.lan:8080/", "http://10.0.0.1:8080/"]) {
      expect(await codeOf(page.run({ url }))).toBe("NET_ADDRESS_DENIED")
    }
    expect(proxy.requests.length).toBe(1)
  })

  it("D25: a private address in a search result is listed, and not fetched", async () => {
    const results = [{ title: "Inside", url: "http://10.0.0.1/wiki", description: "A page." }]
    const body = { web: { results } }
    const search = createSearch({
      transport: {
        send: async () => ({ status: 200, value: body, text: "", header: () => undefined }),
      },
      choice: {
        kind: "chosen",
        chain: [{ provider: brave, settings: { baseUrl: "https://api.example", key: "k" } }],
      },
      adapterNames: [],
      now: () => 0,
    })
    const query = { text: "wiki", count: 5, allowedDomains: [], blockedDomains: [] }
    const found = await search.run({ ...query, freshness: undefined }, new AbortController().signal)
    const [hit] = found.hits
    expect(hit?.url).toBe("http://10.0.0.1/wiki")
    const page = open(loopback)
    expect(await codeOf(page.run({ url: hit?.url ?? "" }))).toBe("NET_ADDRESS_DENIED")
    expect(page.asked).toEqual([])
  })
})

describe("how an answer comes", () => {
  const answered = (answer: (socket: Socket) => void) =>
    serveRaw((socket) => void socket.once("data", () => answer(socket)))
  const head = (...lines: readonly string[]) => `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`

  it("D19: 50 MB in 48 KB are given up at the ratio", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, "a"))
    const server = await serve((_request, response) => {
      response.setHeader("content-encoding", "gzip")
      response.end(bomb)
    })
    const page = open(loopback)
    expect(await codeOf(page.run({ url: urlAt(server) }))).toBe("NET_DECOMPRESSION_RATIO")
    expect(page.names).toEqual(["pages.example"])
  })

  it("D20: a body of one byte at a time ends with the call's time", async () => {
    const server = await answered((socket) => {
      socket.write(head("content-type: text/plain", "content-length: 99999"))
      const timer = setInterval(() => socket.write("a"), 100)
      socket.on("close", () => clearInterval(timer))
    })
    const page = open(loopback)
    expect(await codeOf(page.run({ url: urlAt(server), timeout: 1 }))).toBe("NET_TIMEOUT")
    expect(page.names).toEqual(["pages.example"])
  })

  it("D21: headers without end are given up", async () => {
    const server = await answered((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      for (let line = 0; line < 20; line++) socket.write(`X-${line}: ${"y".repeat(8000)}\r\n`)
    })
    const page = open(loopback)
    expect(await codeOf(page.run({ url: urlAt(server) }))).toBe("NET_HEADERS_TOO_LARGE")
    expect(page.names).toEqual(["pages.example"])
  })

  it.each([
    ["longer", 100, "short", true],
    ["shorter", 3, "sho", false],
  ])("D22: a length %s than the body is not believed", async (_case, length, text, truncated) => {
    const server = await answered((socket) =>
      socket.end(`${head("content-type: text/plain", `content-length: ${length}`)}short`),
    )
    const page = open(loopback)
    const reply = await page.run({ url: urlAt(server) })
    expect(contentOf(reply)).toBe(text)
    expect(factsOf(reply).truncated).toBe(truncated)
    expect(page.names).toEqual(["pages.example"])
  })
})

describe("D23: an abort", () => {
  /** Aborts when `ready` says so; the call must end as aborted. */
  async function expectAborted(
    page: { readonly run: ReturnType<typeof createWebfetchFixture>["run"] },
    url: string,
    ready: (abort: () => void) => void,
  ) {
    const controller = new AbortController()
    ready(() => controller.abort())
    expect(await codeOf(page.run({ url, timeout: 100 }, { signal: controller.signal }))).toBe(
      "NET_ABORTED",
    )
  }

  it("ends a call that waits for a name", async () => {
    let onLookup: () => void = () => undefined
    const lookup: Lookup = () => {
      onLookup()
      return new Promise<never>(() => undefined)
    }
    await expectAborted(open(loopback, { lookup }), "http://pages.example:8080/", (abort) => {
      onLookup = abort
    })
  })

  // Connecting ends with the TLS handshake, which this server never answers.
  it("ends a call that connects, and its connection", async () => {
    let onHello: () => void = () => undefined
    const server = await serveRaw((socket) => void socket.once("data", () => onHello()))
    const page = open(loopback)
    const url = urlAt(server).replace("http:", "https:")
    await expectAborted(page, url, (abort) => {
      onHello = abort
    })
    expect(page.names).toEqual(["pages.example"])
    await until(() => server.closed() === 1)
  })

  it.each([
    ["waits for headers", ""],
    ["reads a body", "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nstart"],
  ])("ends a call that %s, and its connection", async (_case, start) => {
    let onRequest: () => void = () => undefined
    const server = await serveRaw((socket) => {
      socket.once("data", () => {
        socket.write(start)
        setTimeout(() => onRequest(), 50)
      })
    })
    await expectAborted(open(loopback), urlAt(server), (abort) => {
      onRequest = abort
    })
    await until(() => server.closed() === 1)
  })

  it("ends a call whose page is being converted", async () => {
    let onConvert: () => void = () => undefined
    const server = await serve((_request, response) => response.end("Words."))
    const convert = () => {
      onConvert()
      return new Promise<never>(() => undefined)
    }
    await expectAborted(open(loopback, { convert }), urlAt(server), (abort) => {
      onConvert = abort
    })
  })
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await systemClock.sleep(5)
}
