// The thread that converts pages, so that no page can stop the host's own thread. One request at a time.

import { parentPort } from "node:worker_threads"
import { convertPage } from "./convert.ts"
import type { ConvertedPage, PageInput } from "./page.ts"

export interface WorkerRequest {
  readonly id: number
  readonly input: PageInput
}

export type WorkerReply =
  | { readonly kind: "ready" }
  | { readonly kind: "page"; readonly id: number; readonly page: ConvertedPage }
  | { readonly kind: "failed"; readonly id: number; readonly why: string }

async function answer({ id, input }: WorkerRequest): Promise<WorkerReply> {
  try {
    return { kind: "page", id, page: await convertPage(input) }
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { kind: "failed", id, why }
  }
}

parentPort?.on("message", (request: WorkerRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply))
})

// Loaded before the worker calls itself ready, so that the time limit of the first page is its own.
await Promise.all([import("htmlparser2"), import("css-select"), import("@mozilla/readability")])
parentPort?.postMessage({ kind: "ready" } satisfies WorkerReply)
