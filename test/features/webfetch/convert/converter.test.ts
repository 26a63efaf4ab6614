import { Worker } from "node:worker_threads"
import { afterEach, describe, expect, it } from "vitest"
import {
  type ConverterOptions,
  createPageConverter,
  type PageConverter,
} from "../../../../src/features/webfetch/convert/converter.ts"
import type { PageInput } from "../../../../src/features/webfetch/convert/page.ts"

const open: PageConverter[] = []
afterEach(() => Promise.all(open.splice(0).map((converter) => converter.dispose())))

function startConverter(options: ConverterOptions): PageConverter {
  const converter = createPageConverter(options)
  open.push(converter)
  return converter
}

/** The real worker; the host's runtime needs no loader. */
function realWorker(): Worker {
  const file = process.versions.bun
    ? "../../../../src/features/webfetch/convert/worker.ts"
    : "./worker-with-loader.mjs"
  return new Worker(new URL(file, import.meta.url))
}

/** A worker that runs a line of its own. */
function fakeWorker(code: string): Worker {
  return new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, {
    eval: true,
  })
}

const silent = 'parentPort.on("message", () => {}); parentPort.postMessage({ kind: "ready" })'

function input(body: string): PageInput {
  return {
    bytes: new TextEncoder().encode(`<html><head></head><body>${body}</body></html>`),
    contentType: "text/html; charset=utf-8",
    url: "https://site.test/",
    format: "markdown",
    extractMain: false,
    status: 200,
  }
}

describe("the converter", () => {
  it("converts pages one after another in one worker", async () => {
    let started = 0
    const { convert } = startConverter({
      conversionMs: 60_000,
      startWorker: () => {
        started++
        return realWorker()
      },
    })
    const words = ["one", "two", "three"]
    const pages = await Promise.all(words.map((word) => convert(input(`<p>${word}</p>`))))
    expect(pages.map(({ content }) => content)).toEqual(words)
    expect(started).toBe(1)
  })

  it("refuses a page that takes too long, and ends its worker", async () => {
    const workers: Worker[] = []
    const { convert } = startConverter({
      conversionMs: 20,
      startWorker: () => {
        const worker = fakeWorker(silent)
        workers.push(worker)
        return worker
      },
    })
    for (const word of ["one", "two"]) {
      await expect(convert(input(word))).rejects.toMatchObject({
        code: "WEBFETCH_PAGE_UNREADABLE",
      })
    }
    expect(workers).toHaveLength(2)
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1])
  })

  it("gives up a page that nobody waits for, and the next one does not wait for it", async () => {
    const workers: Worker[] = []
    const { convert } = startConverter({
      conversionMs: 60_000,
      startWorker: () => {
        const worker = workers.length === 0 ? fakeWorker(silent) : realWorker()
        workers.push(worker)
        return worker
      },
    })
    const controller = new AbortController()
    const stopped = convert(input("one"), controller.signal)
    const skipped = convert(input("two"), controller.signal)
    const wanted = convert(input("<p>three</p>"))
    setTimeout(() => controller.abort(new Error("enough")), 50)
    await expect(stopped).rejects.toThrow("enough")
    await expect(skipped).rejects.toThrow("enough")
    expect((await wanted).content).toBe("three")
    expect(workers[0]?.threadId).toBe(-1)
  })

  it("refuses a page that brings the worker down", async () => {
    const code = `${silent}; parentPort.on("message", () => process.exit(1))`
    const { convert } = startConverter({ startWorker: () => fakeWorker(code) })
    await expect(convert(input("<p>x</p>"))).rejects.toMatchObject({
      code: "WEBFETCH_PAGE_UNREADABLE",
    })
  })

  it("reads pages in the caller's thread where no worker can be made", async () => {
    const { convert } = startConverter({
      startWorker: () => {
        throw new Error("no threads")
      },
    })
    expect((await convert(input("<p>inline</p>"))).content).toBe("inline")
  })

  it("reads pages in the caller's thread where the worker does not come up", async () => {
    const { convert } = startConverter({ startWorker: () => fakeWorker("process.exit(1)") })
    expect((await convert(input("<p>inline</p>"))).content).toBe("inline")
  })

  it("refuses a large page in the caller's thread", async () => {
    const { convert } = startConverter({ startWorker: () => fakeWorker("process.exit(1)") })
    await expect(convert(input("x".repeat(1024 * 1024)))).rejects.toMatchObject({
      code: "WEBFETCH_PAGE_UNREADABLE",
    })
  })

  it("starts again after it was disposed", async () => {
    const converter = startConverter({ conversionMs: 60_000, startWorker: realWorker })
    await converter.convert(input("<p>one</p>"))
    await converter.dispose()
    expect((await converter.convert(input("<p>two</p>"))).content).toBe("two")
  })
})
