// The host's HTTP API as tests use it: `directory` chooses the plugin instance, answers are plain JSON.

import { isRecord, readString } from "../../../src/lib/json.ts"
import { recordsOf } from "./model-request.ts"

export interface ApiRequest {
  readonly directory: string
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface ApiAnswer {
  readonly status: number
  readonly data: unknown
}

export interface StoredMessage {
  readonly info: Readonly<Record<string, unknown>>
  readonly parts: readonly Readonly<Record<string, unknown>>[]
}

export interface HostClient {
  readonly url: string
  /** Any call; never throws for a status. */
  call(method: string, route: string, request: ApiRequest): Promise<ApiAnswer>
  /** Any call that must succeed; the error holds status and body. */
  must(method: string, route: string, request: ApiRequest): Promise<unknown>
  createSession(directory: string, body?: Readonly<Record<string, unknown>>): Promise<string>
  messages(directory: string, sessionId: string): Promise<readonly StoredMessage[]>
  /** Tool ids that the host offers a model. */
  toolIds(directory: string): Promise<readonly string[]>
}

const callMs = 120_000

export function createHostClient(url: string): HostClient {
  const call = async (method: string, route: string, request: ApiRequest): Promise<ApiAnswer> => {
    const query = new URLSearchParams({ directory: request.directory, ...request.query })
    const response = await fetch(`${url}${route}?${query}`, {
      method,
      signal: AbortSignal.timeout(request.timeoutMs ?? callMs),
      ...(request.body === undefined
        ? {}
        : {
            body: JSON.stringify(request.body),
            headers: { "content-type": "application/json" },
          }),
    })
    return { status: response.status, data: parseBody(await response.text()) }
  }
  const must = async (method: string, route: string, request: ApiRequest): Promise<unknown> => {
    const answer = await call(method, route, request)
    if (answer.status < 300) return answer.data
    const body = JSON.stringify(answer.data).slice(0, 2_000)
    throw new Error(`${method} ${route} answered ${answer.status}: ${body}`)
  }
  return {
    url,
    call,
    must,
    createSession: async (directory, body = {}) => {
      const data = await must("POST", "/session", { directory, body: { title: "case", ...body } })
      const id = readString(data, "id")
      if (id === undefined) throw new Error("the host made no session")
      return id
    },
    messages: async (directory, sessionId) =>
      recordsOf(await must("GET", `/session/${sessionId}/message`, { directory })).map((entry) => ({
        info: isRecord(entry.info) ? entry.info : {},
        parts: recordsOf(entry.parts),
      })),
    toolIds: async (directory) => {
      const data = await must("GET", "/experimental/tool/ids", { directory })
      return Array.isArray(data) ? data.map(String) : []
    },
  }
}

function parseBody(text: string): unknown {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
