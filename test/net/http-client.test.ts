import { describe, expect, it } from "vitest"
import { systemClock } from "../../src/lib/clock.ts"
import { createAccess } from "../../src/net/access.ts"
import { createHttpClient, type HttpClientOptions } from "../../src/net/http-client.ts"
import { NetFailure } from "../../src/net/net-failure.ts"
import { parseWebUrl } from "../../src/net/url.ts"
import { type LoopbackServer, useLoopback } from "../support/loopback.ts"

const { serve, serveRaw } = useLoopback()

interface Exchange {
  readonly path?: string
  readonly bytesMax?: number
  readonly signal?: AbortSignal
  readonly retry?: boolean
  readonly options?: Partial<HttpClientOptions>
}

/** One exchange with `pages.example`, a name that the test's lookup leads to the loopback server. */
async function exchange(server: LoopbackServer, exchange: Exchange = {}) {
  const lookups: string[] = []
  const client = createHttpClient({
    clock: systemClock,
    access: createAccess({ allowPrivate: [`pages.example:${server.port}`] }),
    environment: {},
    lookup: async (hostname) => {
      lookups.push(hostname)
      return [{ address: "127.0.0.1", family: 4 }]
    },
    ...exchange.options,
  })
  const url = parseWebUrl(`http://pages.example:${server.port}${exchange.path ?? "/"}`)
  const { signal = new AbortController().signal, retry = true, bytesMax = 1024 * 1024 } = exchange
  return client.exchange({ url, signal, retry }, async (response) => {
    const body = await response.read({ bytesMax })
    const text = new TextDecoder().decode(body.bytes)
    return { status: response.status, text, cut: body.cut, lookups }
  })
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return "none"
  } catch (error) {
    if (!(error instanceof NetFailure)) throw error
    return error.phase === undefined ? error.reason : `${error.reason}: ${error.phase}`
  }
}

/** Only the wait under test is short, so that a busy machine cannot end another one first. */
const patient = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000 }

describe("the HTTP client", () => {
  it("asks the lookup once for a connection", async () => {
    const server = await serve((_request, response) => response.end("hello"))
    const result = await exchange(server)
    expect(result).toMatchObject({ status: 200, text: "hello", lookups: ["pages.example"] })
  })

  it("sends path and query, and keeps the fragment to itself", async () => {
    const server = await serve((_request, response) => response.end())
    await exchange(server, { path: "/page?q=1#part" })
    expect(server.requests.map((request) => request.url)).toEqual(["/page?q=1"])
  })

  it("names the host that was asked for, not the address", async () => {
    const server = await serve((request, response) => response.end(request.headers.host))
    expect((await exchange(server)).text).toBe(`pages.example:${server.port}`)
  })

  it("comes through with a body above 64 KiB", async () => {
    const server = await serve((_request, response) => response.end("x".repeat(200_000)))
    expect((await exchange(server)).text.length).toBe(200_000)
  })

  it("stops at the byte limit and says so", async () => {
    const server = await serve((_request, response) => response.end("x".repeat(2_000_000)))
    const result = await exchange(server, { bytesMax: 1000 })
    expect({ length: result.text.length, cut: result.cut }).toEqual({ length: 1000, cut: "limit" })
  })

  it("retries a gateway error once", async () => {
    const statuses = [503, 200]
    const server = await serve((_request, response) => {
      response.statusCode = statuses.shift() ?? 500
      response.end()
    })
    expect((await exchange(server)).status).toBe(200)
    expect(server.requests.length).toBe(2)
  })

  it("returns the second gateway error as the answer", async () => {
    const server = await serve((_request, response) => {
      response.statusCode = 502
      response.end("down")
    })
    expect(await exchange(server)).toMatchObject({ status: 502, text: "down" })
    expect(server.requests.length).toBe(2)
  })

  it("retries a connection that is lost before an answer", async () => {
    let connections = 0
    const server = await serveRaw((socket) => {
      connections += 1
      if (connections === 1) socket.destroy()
      else socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    expect((await exchange(server)).text).toBe("ok")
  })

  it("does not retry where that is switched off", async () => {
    const server = await serveRaw((socket) => socket.destroy())
    expect(await reasonOf(exchange(server, { retry: false }))).toBe("connection-lost")
    expect(server.closed()).toBeLessThanOrEqual(1)
  })

  it("names a name that does not resolve", async () => {
    const server = await serve((_request, response) => response.end())
    const lookup = () => Promise.reject(new Error("ENOTFOUND"))
    expect(await reasonOf(exchange(server, { options: { lookup } }))).toBe("dns-failed")
  })

  it("ends a wait for headers that never come", async () => {
    const server = await serveRaw(() => undefined)
    const work = exchange(server, { options: { timing: { ...patient, firstByteMs: 60 } } })
    expect(await reasonOf(work)).toBe("timeout: first byte")
  })

  it("ends a wait inside a body that stalls", async () => {
    const server = await serve((_request, response) => response.write("start"))
    const work = exchange(server, { options: { timing: { ...patient, idleMs: 60 } } })
    expect(await reasonOf(work)).toBe("timeout: body")
  })

  it("refuses headers above 64 KiB", async () => {
    const server = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      for (let line = 0; line < 20; line++) socket.write(`X-${line}: ${"y".repeat(8000)}\r\n`)
    })
    expect(await reasonOf(exchange(server))).toBe("headers-too-large")
  })

  it("reads no more than a short Content-Length claims", async () => {
    const server = await serveRaw((socket) => {
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nshort and more")
    })
    expect(await exchange(server)).toMatchObject({ text: "sho", cut: undefined })
  })

  it("keeps what came of a body shorter than its Content-Length, and says that the end is missing", async () => {
    const server = await serveRaw((socket) => {
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
    })
    expect(await exchange(server)).toMatchObject({ text: "short", cut: "connection" })
  })

  it("names an answer that is no HTTP", async () => {
    const server = await serveRaw((socket) => socket.end("garbage\r\n\r\n"))
    expect(await reasonOf(exchange(server))).toBe("protocol-error")
  })

  // Connecting ends with the TLS handshake, which this server never answers.
  it("ends a wait for a connection, and the half-open socket", async () => {
    const server = await serveRaw((socket) => void socket.resume())
    const client = createHttpClient({
      clock: systemClock,
      access: createAccess({ allowPrivate: ["127.0.0.0/8"] }),
      environment: {},
      lookup: async () => [{ address: "127.0.0.1", family: 4 }],
      timing: { ...patient, connectMs: 200 },
    })
    const url = parseWebUrl(`https://pages.example:${server.port}/`)
    const { signal } = new AbortController()
    const work = client.exchange({ url, signal }, async (response) => response.status)
    expect(await reasonOf(work)).toBe("timeout: connect")
    await waitUntil(() => server.closed() === 1)
  })

  it("closes the connection when the caller aborts inside the body", async () => {
    const controller = new AbortController()
    const server = await serveRaw((socket) => {
      socket.write(unfinishedResponse)
      setTimeout(() => controller.abort(), 20)
    })
    expect(await reasonOf(exchange(server, { signal: controller.signal }))).toBe("aborted")
    await waitUntil(() => server.closed() === 1)
  })

  it("stops waiting for a name when the caller aborts", async () => {
    const controller = new AbortController()
    const server = await serve((_request, response) => response.end())
    const lookup = () => {
      controller.abort()
      return new Promise<never>(() => undefined)
    }
    const work = exchange(server, { signal: controller.signal, options: { lookup } })
    expect(await reasonOf(work)).toBe("aborted")
  })

  it("connects to the answer that was judged, although the name leads elsewhere a moment later", async () => {
    const server = await serve((_request, response) => response.end("first answer"))
    const answers = ["127.0.0.1", "169.254.169.254"]
    const lookup = async () => [{ address: answers.shift() ?? "", family: 4 as const }]
    expect((await exchange(server, { options: { lookup } })).text).toBe("first answer")
    expect(answers).toEqual(["169.254.169.254"])
  })

  it("judges the name anew for the next connection to the same host", async () => {
    const server = await serve((_request, response) => response.end("first answer"))
    const answers = ["127.0.0.1", "169.254.169.254"]
    const client = createHttpClient({
      clock: systemClock,
      access: createAccess({ allowPrivate: [`pages.example:${server.port}`] }),
      environment: {},
      lookup: async () => [{ address: answers.shift() ?? "", family: 4 }],
    })
    const url = parseWebUrl(`http://pages.example:${server.port}/`)
    const fetchOnce = () =>
      client.exchange(
        { url, signal: new AbortController().signal },
        async (response) => response.status,
      )
    expect(await fetchOnce()).toBe(200)
    expect(await reasonOf(fetchOnce())).toBe("address-denied")
    expect(server.requests.length).toBe(1)
  })

  it("tries the next address of a name when one does not answer", async () => {
    const server = await serve((_request, response) => response.end("hello"))
    const lookup = async () => [
      { address: "::1", family: 6 as const },
      { address: "127.0.0.1", family: 4 as const },
    ]
    expect((await exchange(server, { options: { lookup } })).text).toBe("hello")
  })

  it("goes through the environment's proxy, which resolves the name, and says that nothing is pinned", async () => {
    const proxy = await serve((request, response) => response.end(`proxied ${request.url}`))
    const client = createHttpClient({
      clock: systemClock,
      access: createAccess(),
      environment: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` },
      lookup: () => Promise.reject(new Error("no lookup behind a proxy")),
    })
    const { signal } = new AbortController()
    const get = (url: string) =>
      client.exchange({ url: parseWebUrl(url), signal }, async (response) => {
        const body = await response.read()
        return { isPinned: response.isPinned, text: new TextDecoder().decode(body.bytes) }
      })
    expect(await get("http://pages.example/a")).toEqual({
      isPinned: false,
      text: "proxied http://pages.example/a",
    })
    expect(await reasonOf(get("http://router.lan/"))).toBe("address-denied")
    expect(proxy.requests.length).toBe(1)
  })

  it("closes the connection when the response is not read", async () => {
    const server = await serveRaw((socket) => socket.write(unfinishedResponse))
    const client = createHttpClient({
      clock: systemClock,
      access: createAccess({ allowPrivate: [`127.0.0.1:${server.port}`] }),
      environment: {},
    })
    const url = parseWebUrl(`http://127.0.0.1:${server.port}/`)
    const { signal } = new AbortController()
    await client.exchange({ url, signal }, async (response) => response.status)
    await waitUntil(() => server.closed() === 1)
  })
})

/** Raw, because the host's runtime tells its HTTP servers nothing of a closed connection. */
const unfinishedResponse = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nstart\r\n"

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await systemClock.sleep(5)
}
