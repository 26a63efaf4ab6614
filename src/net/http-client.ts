// The one HTTP client. One exchange = one judged, pinned connection:
// nothing is pooled, so a socket never serves a host that it was not verified for. Follows no redirects.

import type { LookupFunction } from "node:net"
import type { Dispatcher } from "undici/index.js"
import type { Clock } from "../lib/clock.ts"
import { invariant } from "../lib/invariant.ts"
import { lazy } from "../lib/lazy.ts"
import { type Access, checkTarget, checkUnresolved } from "./access.ts"
import { acceptedEncodings, type BodyLimits, type BodyRead, readBounded } from "./body.ts"
import { createPhaseTimer, type PhaseTimer } from "./deadline.ts"
import { netLimits } from "./limits.ts"
import { failureOfSignal, NetFailure } from "./net-failure.ts"
import { asNetFailure } from "./platform-error.ts"
import { chooseProxy } from "./proxy.ts"
import { type Lookup, type PinnedAddress, resolvePinned, systemLookup } from "./resolve.ts"
import { retryDelayMs } from "./retry.ts"
import { createSlots, type Slots } from "./slots.ts"
import { loadUndici, type Undici } from "./undici.ts"
import { withoutFragment } from "./url.ts"

export interface HttpRequest {
  /** From parseWebUrl; the fragment is not sent. */
  readonly url: URL
  readonly method?: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Bounds the whole exchange; see createDeadline. */
  readonly signal: AbortSignal
  /** One more try after a lost connection, 502, 503, 504, or 429 that asks for at most 5 s. Default true. */
  readonly retry?: boolean
}

export interface HttpResponse {
  readonly status: number
  /** False when a proxy resolves the name, so that the address could not be pinned. */
  readonly isPinned: boolean
  /** A header by lower-case name; repeated ones joined by ", ". */
  header(name: string): string | undefined
  /** The decoded body, at most once; by default up to 10 MiB. Throws NetFailure. */
  read(limits?: BodyLimits): Promise<BodyRead>
}

export interface HttpClient {
  /**
   * Sends one request and hands the response to `use` while the connection is open; it is closed when `use` ends,
   * whether or not the body was read. Throws NetFailure; what `use` throws passes through.
   */
  exchange<T>(request: HttpRequest, use: (response: HttpResponse) => Promise<T>): Promise<T>
}

/** Waits of one exchange in milliseconds. */
export interface Timing {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly idleMs: number
}

export interface HttpClientOptions {
  readonly clock: Clock
  readonly access: Access
  /** Read for proxy variables only. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly lookup?: Lookup
  readonly timing?: Timing
  /** Shared with other clients that count together. */
  readonly slots?: Slots
}

type Attempt<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "again"; readonly delayMs: number }

/** `use` of an attempt that may ask for one more. */
type AttemptUse<T> = (response: HttpResponse) => Promise<Attempt<T>>

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const slots = options.slots ?? createSlots()
  const parts = { ...options, loadUndici: lazy(loadUndici).load }

  async function attempt<T>(request: HttpRequest, use: AttemptUse<T>): Promise<Attempt<T>> {
    const release = await slots.acquire(request.url.host, request.signal)
    try {
      return await connectAndUse(request, parts, use)
    } finally {
      release()
    }
  }

  return {
    exchange: async (request, use) => {
      const denied = checkTarget(request.url, options.access)
      if (denied !== undefined) throw denied
      const finish: AttemptUse<Awaited<ReturnType<typeof use>>> = async (response) => ({
        kind: "done",
        value: await use(response),
      })
      if (request.retry !== false) {
        const first = await retryable(() => attempt(request, retryByStatus(options.clock, finish)))
        if (first.kind === "done") return first.value
        await pause(options.clock, first.delayMs, request.signal)
      }
      const last = await attempt(request, finish)
      invariant(last.kind === "done", "the last attempt asked for another")
      return last.value
    },
  }
}

/** A lost connection before any answer is worth one more try. */
async function retryable<T>(run: () => Promise<Attempt<T>>): Promise<Attempt<T>> {
  try {
    return await run()
  } catch (error) {
    const isLost = error instanceof NetFailure && error.reason === "connection-lost"
    if (isLost) return { kind: "again", delayMs: netLimits.retryDelayMs }
    throw error
  }
}

function retryByStatus<T>(clock: Clock, finish: AttemptUse<T>): AttemptUse<T> {
  return async (response) => {
    const delayMs = retryDelayMs(response.status, response.header("retry-after"), clock.now())
    return delayMs === undefined ? finish(response) : { kind: "again", delayMs }
  }
}

async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch(() => {
    throw failureOfSignal(signal)
  })
}

type ClientParts = HttpClientOptions & { readonly loadUndici: () => Promise<Undici> }

async function connectAndUse<T>(
  request: HttpRequest,
  options: ClientParts,
  use: AttemptUse<T>,
): Promise<Attempt<T>> {
  const timing = options.timing ?? netLimits
  const timer = createPhaseTimer(options.clock, request.signal)
  let connection: Connection | undefined
  try {
    timer.arm("connect", timing.connectMs)
    connection = await openConnection(request.url, options, timer)
    const data = await send(request, connection, timer.signal)
    timer.arm("body", timing.idleMs)
    return await use(describeResponse(data, connection.isPinned, { timer, url: request.url }))
  } finally {
    connection?.close()
    timer.dispose()
  }
}

interface Connection {
  readonly undici: Undici
  readonly dispatcher: Dispatcher
  readonly isPinned: boolean
  /** Ends the socket, also a half-open one. Harmless when called again. */
  readonly close: () => void
}

async function openConnection(
  url: URL,
  options: ClientParts,
  timer: PhaseTimer,
): Promise<Connection> {
  const timing = options.timing ?? netLimits
  const proxy = chooseProxy(url, options.environment)
  if (proxy !== undefined) {
    const denied = checkUnresolved(url, options.access)
    if (denied !== undefined) throw denied
    timer.arm("first byte", timing.connectMs + timing.firstByteMs)
    return openProxied(await options.loadUndici(), proxy)
  }
  const { access, lookup = systemLookup } = options
  const addresses = await resolvePinned(url, { access, lookup, signal: timer.signal })
  const undici = await options.loadUndici()
  return openDirect(undici, addresses, () => timer.arm("first byte", timing.firstByteMs))
}

/** Phase timers are ours, so that they cover the body and can be tested on virtual time. */
const dispatcherOptions = {
  maxHeaderSize: netLimits.headerBytesMax,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const

function openProxied(undici: Undici, proxy: URL): Connection {
  const agent = new undici.ProxyAgent({ ...dispatcherOptions, uri: proxy.href, proxyTunnel: false })
  return { undici, dispatcher: agent, isPinned: false, close: () => closeQuietly(agent) }
}

/** Connects to the judged addresses only: the name is not looked up again. */
function openDirect(
  undici: Undici,
  addresses: readonly PinnedAddress[],
  onConnected: () => void,
): Connection {
  const connect = undici.buildConnector({ timeout: 0, lookup: pinnedLookup(addresses) })
  let destroySocket: (() => void) | undefined
  const agent = new undici.Agent({
    ...dispatcherOptions,
    connections: 1,
    pipelining: 0,
    connect: (connectOptions, callback) => {
      const socket: unknown = connect(connectOptions, (...result) => {
        if (result[0] === null) {
          const [, connected] = result
          destroySocket = () => connected.destroy()
          onConnected()
        }
        callback(...result)
      })
      destroySocket ??= destroyerOf(socket)
    },
  })
  return {
    undici,
    dispatcher: agent,
    isPinned: true,
    close: () => {
      destroySocket?.()
      closeQuietly(agent)
    },
  }
}

/** The connector returns its half-open socket, which its types do not say. */
function destroyerOf(socket: unknown): (() => void) | undefined {
  if (typeof socket !== "object" || socket === null || !("destroy" in socket)) return undefined
  const { destroy } = socket
  return typeof destroy === "function" ? () => destroy.call(socket) : undefined
}

function pinnedLookup(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_hostname, lookupOptions, callback) => {
    const [first] = addresses
    invariant(first !== undefined, "a connection without addresses")
    if (lookupOptions.all === true) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

function closeQuietly(dispatcher: Dispatcher): void {
  // Nobody waits for the close: the response is already read or given up.
  dispatcher.destroy().catch(() => undefined)
}

async function send(
  request: HttpRequest,
  connection: Connection,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // undici looks at the signal once it is connected; until then only closing ends its wait.
  signal.addEventListener("abort", connection.close)
  try {
    signal.throwIfAborted()
    return await connection.undici.request(withoutFragment(request.url), {
      dispatcher: connection.dispatcher,
      signal,
      method: request.method ?? "GET",
      headers: { "accept-encoding": acceptedEncodings, ...request.headers },
      body: request.body ?? null,
    })
  } catch (error) {
    throw asNetFailure(error, request.url, signal)
  } finally {
    signal.removeEventListener("abort", connection.close)
  }
}

function describeResponse(
  data: Dispatcher.ResponseData,
  isPinned: boolean,
  { timer, url }: { readonly timer: PhaseTimer; readonly url: URL },
): HttpResponse {
  const header = (name: string) => {
    const value = data.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }
  return {
    status: data.statusCode,
    isPinned,
    header,
    read: async (limits = { bytesMax: netLimits.decodedBytesMax }) => {
      try {
        return await readBounded(touching(data.body, timer), header("content-encoding"), limits)
      } catch (error) {
        throw asNetFailure(error, url, timer.signal)
      }
    },
  }
}

async function* touching(
  body: AsyncIterable<Uint8Array>,
  timer: PhaseTimer,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    timer.touch()
    yield chunk
  }
}
