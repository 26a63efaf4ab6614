// Hostile servers and stopped calls on the real host: each ends in time with a clear answer,
// and the host's own event loop is never held.

import net from "node:net"
import zlib from "node:zlib"
import { afterAll, describe, expect, test } from "vitest"
import { until } from "./support/case.ts"
import { probePlugin } from "./support/case-host.ts"
import { call } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"
import { bestOf, fetchWatched, lateMsMax } from "./support/watched-fetch.ts"
import { startSite } from "./support/web-site.ts"

const site = await startSite()
const silent = await startSilentServer()
const hosts = await useHosts({
  oneProject: true,
  options: { webfetch: { allowPrivate: [site.host, silent.host] } },
  after: [probePlugin("timer-probe.ts")],
})

afterAll(() => Promise.all([site.close(), silent.close()]))

/** Takes connections and never answers, not even to a TLS handshake. */
async function startSilentServer() {
  const open = new Set<net.Socket>()
  let connections = 0
  const server = net.createServer((socket) => {
    connections += 1
    open.add(socket)
    socket.on("error", () => undefined).on("close", () => open.delete(socket))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    host: `127.0.0.1:${port}`,
    connections: () => connections,
    isLeft: () => connections > 0 && open.size === 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

describe("the first fetch of a process", () => {
  site.page(
    "/first",
    "<html><body><main><h1>First</h1><p>Some words to read on this page.</p></main></body></html>",
  )

  test("does not hold the host while libraries are loaded", async () => {
    const { lateMs } = await bestOf(async () => {
      await hosts.ours.restart()
      const watched = await fetchWatched(hosts.ours, { url: `${site.origin}/first`, timeout: 30 })
      expect(watched.output).toContain("Some words to read")
      return watched
    })
    expect(lateMs).toBeLessThanOrEqual(lateMsMax)
  })
})

describe("a hostile server", () => {
  const bomb = zlib.gzipSync(Buffer.alloc(50 * 1024 * 1024, "a"))
  site.page("/bomb", (_request, response) => {
    response.setHeader("content-encoding", "gzip")
    response.end(bomb)
  })
  site.page("/stall", (_request, response) => response.write("<p>start"))
  site.page("/drip", (_request, response) => {
    const timer = setInterval(() => response.write("a"), 200)
    response.on("close", () => clearInterval(timer))
  })
  site.raw("/silent", () => undefined)
  site.raw("/headers", (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n")
    const timer = setInterval(() => socket.write(`X-A: ${"y".repeat(8_000)}\r\n`), 5)
    socket.on("close", () => clearInterval(timer))
  })
  site.page("/circle", (_request, response) =>
    response.writeHead(302, { location: "/circle" }).end(),
  )
  site.page("/on", (request, response) => {
    const step = Number(new URL(request.url ?? "/", site.origin).searchParams.get("step"))
    response.writeHead(302, { location: `/on?step=${step + 1}` }).end()
  })
  site.raw("/long-claim", (socket) =>
    socket.end(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 999\r\n\r\nshort body",
    ),
  )
  site.raw("/short-claim", (socket) =>
    socket.end(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nshort body",
    ),
  )
  site.raw("/garbage", (socket) => socket.end("garbage\r\n\r\n"))
  site.page("/endless", (_request, response) => {
    response.setHeader("content-type", "text/plain")
    const write = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    }
    response.on("drain", write)
    write()
  })

  test.each([
    ["a bomb of 48 KB that unpacks to 50 MB", "/bomb", "NET_DECOMPRESSION_RATIO"],
    ["a body that stalls", "/stall", "NET_TIMEOUT: The request did not end within its 3 s."],
    [
      "a body of one byte at a time",
      "/drip",
      "NET_TIMEOUT: The request did not end within its 3 s.",
    ],
    ["headers that never come", "/silent", "NET_TIMEOUT: The request did not end within its 3 s."],
    ["headers without end", "/headers", "NET_HEADERS_TOO_LARGE"],
    ["redirects in a circle", "/circle", "the redirects go in a circle"],
    ["redirects without end", "/on", "the redirect limit (10) was reached"],
    ["a body shorter than it claims", "/long-claim", "truncated: true"],
    ["a body longer than it claims", "/short-claim", "\n\nshort"],
    ["an answer that is no HTTP", "/garbage", "NET_PROTOCOL_ERROR"],
  ])("%s ends with a clear answer", async (_case, path, expected) => {
    const { lateMs } = await bestOf(async () => {
      const watched = await fetchWatched(hosts.ours, { url: `${site.origin}${path}` })
      expect(watched.output).toContain(expected)
      return watched
    })
    expect(lateMs).toBeLessThanOrEqual(lateMsMax)
  })

  test("a body without end is cut at the limit", async () => {
    const { output } = await fetchWatched(hosts.ours, {
      url: `${site.origin}/endless`,
      timeout: 60,
    })
    expect(output).toContain("truncated: true")
    expect(output).toMatch(/of 10485760\./)
  })

  test("a circle of redirects is left at once", async () => {
    const before = site.requests("/circle").length
    await fetchWatched(hosts.ours, { url: `${site.origin}/circle`, timeout: 60 })
    expect(site.requests("/circle").length - before).toBe(1)
  })
})

describe("an abort", () => {
  site.raw("/wait-headers", () => undefined)
  site.page("/wait-body", (_request, response) => response.write("<p>start"))
  let convertedPart = 0
  site.page("/big", (_request, response) => {
    convertedPart += 1
    response.end(
      `<html><body><main>${"<p>Words <b>and</b> words.</p>".repeat(60_000)}</main></body></html>`,
    )
  })

  test("while it connects closes the connection", async () => {
    const live = await hosts.ours.open({ steps: [] })
    await live.start("Fetch.", [call("webfetch", { url: `https://${silent.host}/`, timeout: 100 })])
    await until(20_000, "no connection", () => silent.connections() > 0 || undefined)
    await live.abort()
    await live.idle(10_000)
    await until(2_000, "still connected", () => silent.isLeft() || undefined)
  })

  test.each([
    ["while headers are awaited", "/wait-headers"],
    ["inside a body", "/wait-body"],
  ])("%s closes the connection", async (_case, path) => {
    const live = await hosts.ours.open({ steps: [] })
    await live.start("Fetch.", [call("webfetch", { url: `${site.origin}${path}`, timeout: 100 })])
    await until(20_000, "no request", () => site.requests(path).length > 0 || undefined)
    await live.abort()
    await live.idle(10_000)
    await until(2_000, "still connected", () => site.givenUp.has(path) || undefined)
  })

  test("while the page is converted ends the turn", async () => {
    const live = await hosts.ours.open({ steps: [] })
    await live.start("Fetch.", [call("webfetch", { url: `${site.origin}/big`, timeout: 100 })])
    await until(20_000, "no request", () => convertedPart > 0 || undefined)
    await live.abort()
    const run = await live.idle(15_000)
    expect(run.error?.name).toBe("MessageAbortedError")
  })
})
