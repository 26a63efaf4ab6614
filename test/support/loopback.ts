// Servers on loopback for tests: HTTP with recorded requests, and raw TCP for hostile ones. All are closed after each test.

import http from "node:http"
import net from "node:net"
import { afterEach } from "vitest"

export type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface LoopbackServer {
  readonly port: number
  readonly requests: readonly SeenRequest[]
  /** Connections that the other side has closed so far. */
  readonly closed: () => number
}

/** Returns starters whose servers end with the test that started them. */
export function useLoopback() {
  const endings: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0)) await end()
  })

  async function serve(answer: Answer): Promise<LoopbackServer> {
    const requests: SeenRequest[] = []
    let closed = 0
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { method = "", url = "", headers } = request
        requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
        answer(request, response)
      })
    })
    // The host's runtime tells an HTTP server nothing of a closed connection, so a plain one stands in front.
    const inner = await listen(server)
    const sockets = new Set<net.Socket>()
    const front = net.createServer((client) => {
      const upstream = net.connect(inner, "127.0.0.1")
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on("error", () => socket.destroy())
      }
      client.on("close", () => {
        closed += 1
        upstream.destroy()
      })
      upstream.on("close", () => client.destroy())
      client.pipe(upstream).pipe(client)
    })
    const port = await listen(front)
    endings.push(async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await Promise.all([close(front), close(server)])
    })
    return { port, requests, closed: () => closed }
  }

  async function serveRaw(onConnection: (socket: net.Socket) => void): Promise<LoopbackServer> {
    const sockets = new Set<net.Socket>()
    let closed = 0
    const server = net.createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        closed += 1
      })
      socket.resume()
      onConnection(socket)
    })
    const port = await listen(server)
    endings.push(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    })
    return { port, requests: [], closed: () => closed }
  }

  return { serve, serveRaw }
}

function close(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return address.port
}
