// A forward proxy on loopback that answers for public names, so that cases can show what happens on "the Internet":
// with a proxy in the environment the package judges names and does not resolve them. Plain HTTP only; a CONNECT
// (for https) is refused, so https is tried first and http follows.

import http from "node:http"
import type { AddressInfo } from "node:net"

export interface WebProxy {
  /** For HTTP_PROXY and HTTPS_PROXY. */
  readonly url: string
  /** Adds a page by its whole address without query, such as `http://docs.example.com/a`. */
  page(address: string, html: string, contentType?: string): void
  /** Addresses that were asked for so far. */
  requested(): readonly string[]
  close(): Promise<void>
}

export async function startWebProxy(): Promise<WebProxy> {
  const pages = new Map<string, { readonly body: string; readonly contentType: string }>()
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const address = request.url ?? ""
    asked.push(address)
    const page = pages.get(address.split("?")[0] ?? address)
    response.writeHead(page ? 200 : 404, { "content-type": page?.contentType ?? "text/html" })
    response.end(page?.body ?? "<title>Not found</title><p>There is no such page.</p>")
  })
  server.on("connect", (_, socket) => {
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    page: (address, html, contentType = "text/html; charset=utf-8") => {
      pages.set(address, { body: html, contentType })
    },
    requested: () => asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
