// One bounded call to the host's HTTP API through the client that the plugin received (HOST-QUIRK-30):
// base URL, directory and authorisation are already in it, also where the "server" is in-process.

import { isRecord, readString } from "../../lib/json.ts"
import { HostError } from "../host-error.ts"
import type { CallOptions } from "../port.ts"

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly url: string
  readonly body?: unknown
}

export type Call = (request: ApiRequest, options?: CallOptions) => Promise<unknown>

/** Default deadline of one call: the host answers in milliseconds, its first call can take seconds. */
export const callTimeoutMs = 15_000

type RawRequest = (options: Record<string, unknown>) => Promise<unknown>

/** Builds the call function, or undefined where the client has no low-level request method. */
export function createCall(client: unknown): Call | undefined {
  const request = findRequest(client)
  if (request === undefined) return undefined
  return async (apiRequest, options = {}) => {
    const signal = deadlineSignal(options)
    const answer = request({
      method: apiRequest.method,
      url: apiRequest.url,
      ...(apiRequest.body === undefined ? {} : { body: apiRequest.body }),
      headers: { "content-type": "application/json" },
      ...(signal ? { signal } : {}),
    })
    return readAnswer(await withinDeadline(answer, signal), apiRequest)
  }
}

function findRequest(client: unknown): RawRequest | undefined {
  const lowLevel: unknown = isRecord(client) ? client._client : undefined
  const isHolder =
    typeof lowLevel === "function" || (typeof lowLevel === "object" && lowLevel !== null)
  if (!isHolder) return undefined
  const request: unknown = Reflect.get(lowLevel, "request")
  if (typeof request !== "function") return undefined
  return async (options) => Reflect.apply(request, lowLevel, [options])
}

function deadlineSignal(options: CallOptions): AbortSignal | undefined {
  const timeoutMs = options.timeoutMs ?? callTimeoutMs
  const deadline = Number.isFinite(timeoutMs) ? AbortSignal.timeout(timeoutMs) : undefined
  if (deadline && options.signal) return AbortSignal.any([deadline, options.signal])
  return deadline ?? options.signal
}

/** The transport may ignore the signal, so the deadline is enforced here as well. */
function withinDeadline(
  answer: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      const cause = signal?.reason
      reject(new HostError("timeout", "unknown", "the host did not answer in time", { cause }))
    }
    if (signal?.aborted) return onAbort()
    signal?.addEventListener("abort", onAbort, { once: true })
    answer
      .then(resolve, (cause: unknown) => {
        reject(new HostError("transport", "unknown", "the connection to the host broke", { cause }))
      })
      .finally(() => signal?.removeEventListener("abort", onAbort))
  })
}

/** The client answers `{data, error, response}` and does not throw for HTTP errors. */
function readAnswer(answer: unknown, apiRequest: ApiRequest): unknown {
  const status = isRecord(answer) ? readStatus(answer.response) : undefined
  if (!isRecord(answer) || status === undefined) {
    const cause = isRecord(answer) ? answer.error : answer
    throw new HostError("transport", "unknown", "the connection to the host broke", { cause })
  }
  if (status >= 200 && status < 300) return answer.data
  const reason = describeApiError(answer.error)
  throw new HostError(
    status === 404 ? "not-found" : "refused",
    "yes",
    `${apiRequest.method} was answered with ${status}${reason ? `: ${reason}` : ""}`,
    { status },
  )
}

function readStatus(response: unknown): number | undefined {
  if (typeof response !== "object" || response === null) return undefined
  const status: unknown = Reflect.get(response, "status")
  return typeof status === "number" ? status : undefined
}

function describeApiError(error: unknown): string {
  const data = isRecord(error) ? error.data : undefined
  return (
    readString(error, "message") ?? readString(data, "message") ?? readString(error, "name") ?? ""
  )
}
