// A small web site on loopback for cases: fixed pages, counted requests, and hostile answers.

import http from "node:http"
import type { AddressInfo } from "node:net"

export type SiteAnswer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export interface SiteRequest {
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
}

export interface WebSite {
  /** `127.0.0.1:port`, as `allowPrivate` wants it. */
  readonly host: string
  readonly origin: string
  /** Adds or replaces a page. */
  page(path: string, answer: SiteAnswer | string): void
  /** Requests for a path so far, query included. */
  requests(path: string): readonly SiteRequest[]
  close(): Promise<void>
}

export async function startSite(): Promise<WebSite> {
  const pages = new Map<string, SiteAnswer>()
  const seen: SiteRequest[] = []
  const server = http.createServer((request, response) => {
    const url = request.url ?? "/"
    seen.push({ url, headers: request.headers })
    response.setHeader("content-type", "text/html; charset=utf-8")
    const answer = pages.get(url.split("?")[0] ?? url)
    if (answer !== undefined) return answer(request, response)
    response.statusCode = 404
    response.end("<title>Not found</title><p>There is no such page.</p>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    origin: `http://${host}`,
    page: (path, answer) => {
      pages.set(path, typeof answer === "string" ? (_, response) => response.end(answer) : answer)
    },
    requests: (path) => seen.filter((request) => request.url === path),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
