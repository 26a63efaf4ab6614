// A scripted OpenAI-compatible model on loopback. Scripts are keyed by session: `script(sessionId, steps)`.
// Sessions that a tool starts claim a child script of their parent. Every request body is kept verbatim.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type ModelRequest, parseModelRequest } from "./model-request.ts"
import type { ChildScript, Reply, Step } from "./script.ts"
import { streamReply } from "./stream-reply.ts"

export interface ScriptOptions {
  readonly children?: readonly ChildScript[] | undefined
  /** Answer to the host's request for a summary. */
  readonly summary?: string | undefined
}

export interface ScriptedModel {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string
  /** All requests so far, in order of arrival, title and summary requests included. */
  readonly requests: readonly ModelRequest[]
  /** Adds steps to a session's script. */
  script(sessionId: string, steps: readonly Step[], options?: ScriptOptions): void
  /** Script for the next session without a parent that has none (`opencode run` makes its own). */
  scriptNextSession(steps: readonly Step[], options?: ScriptOptions): void
  requestsOf(sessionId: string): readonly ModelRequest[]
  /** Waits until `count` requests satisfy `is`, or fails after `timeoutMs`. */
  waitForRequests(
    count: number,
    is: (request: ModelRequest) => boolean,
    timeoutMs?: number,
  ): Promise<readonly ModelRequest[]>
  close(): Promise<void>
}

interface SessionScript {
  readonly steps: Step[]
  next: number
  summary: string
  readonly unclaimed: ChildScript[]
}

const defaultSummary = "Summary of the conversation so far."

export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: ModelRequest[] = []
  const scripts = new Map<string, SessionScript>()
  const orphans: SessionScript[] = []
  const watchers = new Set<() => void>()

  const claim = (request: ModelRequest): SessionScript => {
    const known = scripts.get(request.sessionId)
    if (known) return known
    const parent = request.parentSessionId ? scripts.get(request.parentSessionId) : undefined
    const script = parent ? claimChild(parent, request) : (orphans.shift() ?? createScript())
    scripts.set(request.sessionId, script)
    return script
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bodyText = await readBody(incoming)
    if (incoming.method !== "POST") {
      response.writeHead(404).end()
      return
    }
    const request = parseModelRequest({
      index: requests.length,
      headers: headersOf(incoming),
      bodyText,
      receivedAt: Date.now(),
    })
    requests.push(request)
    const reply = await chooseReply(request)
    for (const watcher of watchers) watcher()
    // A reply that is held back keeps no process alive that is otherwise done.
    if (reply.delayMs) await sleep(reply.delayMs, undefined, { ref: false })
    await streamReply(request, reply, response)
  }

  async function chooseReply(request: ModelRequest): Promise<Reply> {
    if (request.kind === "title") return { text: "Scripted title" }
    const script = claim(request)
    if (request.kind === "compaction") return { text: script.summary }
    const step = script.steps[script.next]
    script.next += 1
    if (step === undefined) return { text: "done" }
    return typeof step === "function" ? await step(request) : step
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/v1`,
    requests,
    script: (sessionId, steps, options = {}) => {
      const script = scripts.get(sessionId) ?? createScript()
      scripts.set(sessionId, script)
      extendScript(script, steps, options)
    },
    scriptNextSession: (steps, options = {}) => {
      const script = createScript()
      extendScript(script, steps, options)
      orphans.push(script)
    },
    requestsOf: (sessionId) => requests.filter((request) => request.sessionId === sessionId),
    waitForRequests: (count, is, timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(look)
          reject(new Error(`the model got ${requests.filter(is).length} of ${count} requests`))
        }, timeoutMs)
        const look = () => {
          const found = requests.filter(is)
          if (found.length < count) return
          clearTimeout(timer)
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createScript(): SessionScript {
  return { steps: [], next: 0, summary: defaultSummary, unclaimed: [] }
}

function extendScript(script: SessionScript, steps: readonly Step[], options: ScriptOptions): void {
  // Steps of an earlier turn that were never asked for must not leak into this one.
  script.steps.length = Math.min(script.steps.length, script.next)
  script.next = script.steps.length
  script.steps.push(...steps)
  script.unclaimed.push(...(options.children ?? []))
  if (options.summary !== undefined) script.summary = options.summary
}

function claimChild(parent: SessionScript, request: ModelRequest): SessionScript {
  const matching = parent.unclaimed.findIndex(
    (child) => child.match !== undefined && request.bodyText.includes(encoded(child.match)),
  )
  const index =
    matching >= 0 ? matching : parent.unclaimed.findIndex((child) => child.match === undefined)
  const child = index >= 0 ? parent.unclaimed.splice(index, 1)[0] : undefined
  const script = createScript()
  if (child) extendScript(script, child.steps, { children: child.children })
  return script
}

/** As it stands inside a JSON string. */
function encoded(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers[name] = value
  }
  return headers
}

export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("server has no port")
  return address.port
}
