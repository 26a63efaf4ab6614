// What scenes may use beside the host: pages on loopback.

import { createServer, type Server } from "node:http"
import { portOf } from "../../test/e2e/support/scripted-model.ts"
import type { SceneStage, ServedPage } from "./scene.ts"

export interface OpenStage extends SceneStage {
  close(): void
}

export function openStage(): OpenStage {
  const servers: Server[] = []
  return {
    servePages: async (pages) => {
      const server = createServer((request, response) => {
        const page: ServedPage = pages[request.url ?? ""] ?? { body: "not found", status: 404 }
        response.writeHead(page.status ?? 200, {
          "content-type": page.contentType ?? "text/html; charset=utf-8",
          ...page.headers,
        })
        response.end(page.body)
      })
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return `http://127.0.0.1:${portOf(server.address())}`
    },
    close: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}
