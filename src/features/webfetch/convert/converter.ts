// Runs the page reader in a worker thread under a time limit. The worker starts with the first page, serves one page
// after another, and ends when it is idle. A page that takes too long ends the worker, and with it the work on it.

import { Worker } from "node:worker_threads"
import { packageFile } from "../../../lib/package-file.ts"
import { Refusal } from "../../../lib/refusal.ts"
import { isPdf } from "./detect-kind.ts"
import { convertLimits } from "./limits.ts"
import type { ConvertedPage, PageInput } from "./page.ts"
import type { WorkerReply, WorkerRequest } from "./worker.ts"

export interface PageConverter {
  /**
   * Throws Refusal WEBFETCH_PAGE_UNREADABLE when the page does not fit the time, and the signal's reason when nobody
   * waits any more: the work is given up then, so that the next page does not wait for it.
   */
  convert(input: PageInput, signal?: AbortSignal): Promise<ConvertedPage>
  /** Ends the worker; a conversion under way is refused. */
  dispose(): Promise<void>
}

export interface ConverterOptions {
  readonly conversionMs?: number
  /** Starts the thread; may throw where the runtime has none. */
  readonly startWorker?: () => Worker
}

interface Running {
  readonly worker: Worker
  /** It has answered at least once. */
  isReady: boolean
  conversions: number
}

export function createPageConverter(options: ConverterOptions = {}): PageConverter {
  const timeFor = (input: PageInput) =>
    options.conversionMs ??
    (isPdf(input.bytes) ? convertLimits.pdfConversionMs : convertLimits.conversionMs)
  let running: Running | undefined
  let isUnavailable = false
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let nextId = 1

  const stop = async () => {
    clearTimeout(idleTimer)
    const worker = running?.worker
    running = undefined
    await worker?.terminate()
  }

  const convertNow = async (input: PageInput, signal?: AbortSignal): Promise<ConvertedPage> => {
    signal?.throwIfAborted()
    clearTimeout(idleTimer)
    if (isUnavailable) return convertInline(input)
    running ??= tryStart(options.startWorker ?? startWorker)
    if (running === undefined) {
      isUnavailable = true
      return convertInline(input)
    }
    const current = running
    const request = { id: nextId++, input }
    const outcome = await exchange(current, request, { timeMs: timeFor(input), signal })
    if (outcome.kind === "page" && ++current.conversions < convertLimits.conversionsPerWorkerMax) {
      idleTimer = setTimeout(() => void stop(), convertLimits.idleMs)
      idleTimer.unref()
      return outcome.page
    }
    await stop()
    switch (outcome.kind) {
      case "page":
        return outcome.page
      case "not-started":
        isUnavailable = true
        return convertInline(input)
      case "aborted":
        throw outcome.reason
      case "timeout":
        throw tooComplex(input.url, `it did not finish within ${timeFor(input) / 1000} s`)
      case "failed":
        throw tooComplex(input.url, outcome.why)
    }
  }

  return {
    convert: (input, signal) => {
      const conversion = queue.then(() => convertNow(input, signal))
      queue = conversion.catch(() => undefined)
      return conversion
    },
    dispose: stop,
  }
}

function tryStart(start: () => Worker): Running | undefined {
  try {
    return { worker: start(), isReady: false, conversions: 0 }
  } catch {
    return undefined
  }
}

function startWorker(): Worker {
  const worker = new Worker(packageFile("features/webfetch/convert/worker"))
  worker.unref()
  return worker
}

type Outcome =
  | { readonly kind: "page"; readonly page: ConvertedPage }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted"; readonly reason: unknown }
  | { readonly kind: "not-started" }

/** One request and its answer; whatever happens first settles it. */
function exchange(
  running: Running,
  request: WorkerRequest,
  { timeMs, signal }: { readonly timeMs: number; readonly signal: AbortSignal | undefined },
): Promise<Outcome> {
  const { worker } = running
  return new Promise((resolve) => {
    const onTimeout = () => settle({ kind: "timeout" })
    const onAbort = () => settle({ kind: "aborted", reason: signal?.reason })
    let timer = setTimeout(onTimeout, running.isReady ? timeMs : convertLimits.startMs)
    const onMessage = (reply: WorkerReply) => {
      running.isReady = true
      if (reply.kind === "ready") {
        clearTimeout(timer)
        timer = setTimeout(onTimeout, timeMs)
      }
      if (reply.kind === "ready" || reply.id !== request.id) return
      settle(reply.kind === "page" ? { kind: "page", page: reply.page } : reply)
    }
    const onError = (error: Error) =>
      settle(running.isReady ? { kind: "failed", why: error.name } : { kind: "not-started" })
    const onExit = () =>
      settle(
        running.isReady ? { kind: "failed", why: "its memory ran out" } : { kind: "not-started" },
      )
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", onAbort)
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      worker.unref()
      resolve(outcome)
    }
    signal?.addEventListener("abort", onAbort, { once: true })
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    worker.postMessage(request)
  })
}

/** For runtimes without worker threads: smaller pages only, because the host waits meanwhile. */
async function convertInline(input: PageInput): Promise<ConvertedPage> {
  if (input.bytes.byteLength > convertLimits.inlineBytesMax) {
    throw tooComplex(input.url, "it is too large for a runtime without worker threads")
  }
  const { convertPage } = await import("./convert.ts")
  return convertPage(input)
}

function tooComplex(url: string, why: string): Refusal {
  return new Refusal(
    "WEBFETCH_PAGE_UNREADABLE",
    `The page ${url} was fetched, but could not be converted: ${why}.`,
    'Fetch it with format "html" and extract_main false, or look for another page with the same content.',
  )
}
