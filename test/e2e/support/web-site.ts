// A small web site on loopback for cases: pages set by the test, counted requests, and raw sockets for hostile answers.

import http from "node:http"
import type net from "node:net"

export type SiteAnswer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export interface SiteRequest {
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
}

export interface WebSite {
  /** `127.0.0.1:port`, as `allowPrivate` wants it. */
  readonly host: string
  readonly origin: string
  /** Adds or replaces a page; a string is HTML. */
  page(path: string, answer: SiteAnswer | string): void
  /** Answers a path with raw bytes over the socket, HTTP or not. */
  raw(path: string, answer: (socket: net.Socket) => void): void
  /** Requests for a path so far. */
  requests(path: string): readonly SiteRequest[]
  /** Paths whose connection the other side has closed before the answer was complete. */
  readonly givenUp: ReadonlySet<string>
  close(): Promise<void>
}

export async function startSite(): Promise<WebSite> {
  const pages = new Map<string, SiteAnswer>()
  const raws = new Map<string, (socket: net.Socket) => void>()
  const seen: SiteRequest[] = []
  const givenUp = new Set<string>()
  const server = http.createServer((request, response) => {
    const url = request.url ?? "/"
    seen.push({ url, headers: request.headers })
    request.socket.on("error", () => undefined)
    request.socket.on("close", () => {
      if (!response.writableFinished) givenUp.add(url)
    })
    const raw = raws.get(url)
    if (raw !== undefined) return raw(request.socket)
    response.setHeader("content-type", "text/html; charset=utf-8")
    const answer = pages.get(url.split("?")[0] ?? url)
    if (answer !== undefined) return answer(request, response)
    response.statusCode = 404
    response.end("<title>Not found</title><p>There is no such page.</p>")
  })
  const port = await listen(server)
  const host = `127.0.0.1:${port}`
  return {
    host,
    origin: `http://${host}`,
    page: (path, answer) => {
      pages.set(path, typeof answer === "string" ? (_, response) => response.end(answer) : answer)
    },
    raw: (path, answer) => {
      raws.set(path, answer)
    },
    requests: (path) => seen.filter((request) => request.url === path),
    givenUp,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return address.port
}
