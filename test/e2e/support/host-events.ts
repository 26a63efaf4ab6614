// Collects the events of all instances of a host from its event stream.

import { setTimeout as sleep } from "node:timers/promises"
import { isRecord, readRecord, readString } from "../../../src/lib/json.ts"

export interface RecordedEvent {
  readonly directory: string | undefined
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

export interface HostEvents {
  readonly all: readonly RecordedEvent[]
  ofType(type: string): readonly RecordedEvent[]
  /** The first event, past or future, that satisfies `is`; fails after `timeoutMs`. */
  waitFor(is: (event: RecordedEvent) => boolean, timeoutMs?: number): Promise<RecordedEvent>
  close(): void
}

export async function openHostEvents(url: string): Promise<HostEvents> {
  const abort = new AbortController()
  const all: RecordedEvent[] = []
  const watchers = new Set<(event: RecordedEvent) => void>()
  const response = await connect(url, abort.signal)
  const take = (event: RecordedEvent) => {
    all.push(event)
    for (const watcher of watchers) watcher(event)
  }
  const reading = readEvents(response, take)
  // Ends with an abort error on `close`, or when the host goes away; both are fine.
  reading.catch(() => undefined)
  return {
    all,
    ofType: (type) => all.filter((event) => event.type === type),
    waitFor: (is, timeoutMs = 30_000) => {
      const past = all.find(is)
      if (past) return Promise.resolve(past)
      return new Promise((resolve, reject) => {
        const look = (event: RecordedEvent) => {
          if (!is(event)) return
          clearTimeout(timer)
          watchers.delete(look)
          resolve(event)
        }
        const timer = setTimeout(() => {
          watchers.delete(look)
          const seen = [...new Set(all.map((event) => event.type))].join(", ")
          reject(new Error(`no such event within ${timeoutMs} ms; seen: ${seen}`))
        }, timeoutMs)
        watchers.add(look)
      })
    },
    close: () => abort.abort(),
  }
}

/** The stream may refuse connections right after start. */
async function connect(url: string, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(`${url}/global/event`, { signal })
    } catch (error) {
      if (attempt >= 10 || signal.aborted) throw error
      await sleep(100)
    }
  }
}

async function readEvents(response: Response, take: (event: RecordedEvent) => void): Promise<void> {
  if (!response.body) return
  let pending = ""
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    pending += decoder.decode(chunk, { stream: true })
    const blocks = pending.split("\n\n")
    pending = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) take(event)
    }
  }
}

function parseEvent(block: string): RecordedEvent | undefined {
  const data = block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5))
    .join("")
  if (data.trim() === "") return undefined
  const parsed: unknown = JSON.parse(data)
  const payload = readRecord(parsed, "payload") ?? (isRecord(parsed) ? parsed : {})
  return {
    directory: readString(parsed, "directory"),
    type: readString(payload, "type") ?? "",
    properties: readRecord(payload, "properties") ?? {},
  }
}
