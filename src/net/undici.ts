// The only importer of undici: the real one, in the host's runtime as in Node, loaded at the first request.
// Its entry alone holds an event loop for up to half a second on a busy machine, so its parts are loaded one by one.

import { setImmediate as nextTurn } from "node:timers/promises"
import type undiciModule from "undici/index.js"

export type Undici = typeof undiciModule

/** What the entry would evaluate at one stretch, in pieces of some ten milliseconds each. */
const parts: readonly string[] = [
  "core/util.js",
  "dispatcher/client-h1.js",
  "dispatcher/client.js",
  "dispatcher/proxy-agent.js",
  "interceptor/cache.js",
  "mock/snapshot-agent.js",
  "web/fetch/util.js",
  "web/fetch/request.js",
  "web/fetch/index.js",
  "web/websocket/websocket.js",
  "web/eventsource/eventsource.js",
]

/** The bare name is a shim without lookup hooks in the host's runtime (HOST-QUIRK-60). */
export async function loadUndici(): Promise<Undici> {
  await import("node:stream")
  for (const part of parts) {
    // Timers of the host run between two parts; an import alone does not let them.
    await nextTurn()
    // A part that is missing is loaded by the entry.
    await import(`undici/lib/${part}`).catch(() => undefined)
  }
  await nextTurn()
  const { default: undici } = await import("undici/index.js")
  return undici
}
