// One request to a JSON API: bounded in time and size, no redirects, answers of any status returned as they are.
// Failures are NetFailure and name scheme, host and path alone: no key can end up in them.

import type { Clock } from "../lib/clock.ts"
import type { Json } from "../lib/json.ts"
import { createDeadline } from "./deadline.ts"
import type { HttpClient } from "./http-client.ts"
import { netLimits } from "./limits.ts"
import { describeUrl, NetFailure } from "./net-failure.ts"

export interface JsonRequest {
  readonly url: URL
  /** POST when `json` is given, GET otherwise. */
  readonly json?: Json
  /** Keys belong here; headers never appear in an error. */
  readonly headers?: Readonly<Record<string, string>>
  /** The caller's abort. */
  readonly signal?: AbortSignal
  /** For everything, retry and body included. Default 30 s. */
  readonly totalMs?: number
  /** Default 1 MiB; more is `body-too-large`. */
  readonly bytesMax?: number
  /** Default true; see HttpRequest. */
  readonly retry?: boolean
}

export interface JsonResponse {
  readonly status: number
  /** The body as UTF-8. */
  readonly text: string
  /** The body as JSON, or undefined where it is none (a page of HTML, an empty body). */
  readonly value: unknown
  header(name: string): string | undefined
}

/** Sends the request and reads the whole answer. Throws NetFailure. */
export async function requestJson(
  client: HttpClient,
  clock: Clock,
  request: JsonRequest,
): Promise<JsonResponse> {
  const { url, json, bytesMax = netLimits.jsonBytesMax } = request
  const deadline = createDeadline(clock, request.totalMs ?? netLimits.jsonTotalMs, request.signal)
  const isPost = json !== undefined
  try {
    return await client.exchange(
      {
        url,
        method: isPost ? "POST" : "GET",
        headers: {
          accept: "application/json",
          ...(isPost ? { "content-type": "application/json" } : {}),
          ...request.headers,
        },
        ...(isPost ? { body: JSON.stringify(json) } : {}),
        signal: deadline.signal,
        retry: request.retry ?? true,
      },
      async (response) => {
        const body = await response.read({ bytesMax })
        if (body.cut === "limit") throw tooLarge(url, bytesMax)
        const text = new TextDecoder().decode(body.bytes)
        return { status: response.status, text, value: parseJson(text), header: response.header }
      },
    )
  } finally {
    deadline.dispose()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function tooLarge(url: URL, bytesMax: number): NetFailure {
  return new NetFailure("body-too-large", {
    what: `The answer of ${describeUrl(url)} is larger than ${bytesMax} bytes.`,
    next: "Ask for fewer results.",
  })
}
