// Runs inside the host's runtime, in one process: reads every page of a folder by the page reader, by linkedom +
// Readability + turndown, and by jsdom + Readability + turndown, and prints medians and ratios as JSON. The folder is
// the first argument, in the format of `npm run eval:web`; without one, a page of our own is read.

import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { convertPage } from "../../src/features/webfetch/convert/convert.ts"
import { median } from "../row.ts"

const url = "https://site.test/"
const pages = loadPages(process.argv[2])

// First our reader alone, so that its peak of memory is its own; this also warms it up.
let oursMaxCpuMs = 0
await readOurs(
  new TextEncoder().encode("<p>Loads the libraries, so that no page is charged with them.</p>"),
)
for (const page of pages) {
  const before = process.cpuUsage()
  await readOurs(page)
  const { user, system } = process.cpuUsage(before)
  oursMaxCpuMs = Math.max(oursMaxCpuMs, (user + system) / 1000)
}
const peakMb = process.resourceUsage().maxRSS / 1024
// The peers' libraries are loaded after that.
const [{ parseHTML }, { Readability }, { default: TurndownService }, { JSDOM, VirtualConsole }] =
  await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
    import("turndown"),
    import("jsdom"),
  ])
for (const page of pages) await timeOf(readPlain, page)
const times: { readonly ours: number; readonly plain: number; readonly heavy: number }[] = []
for (const [index, page] of pages.entries()) {
  // Whoever goes first warms the caches, so they take turns.
  const readers = index % 2 === 0 ? [readOurs, readPlain] : [readPlain, readOurs]
  const [first = 0, second = 0] = [await timeOf(readers[0], page), await timeOf(readers[1], page)]
  const [ours, plain] = index % 2 === 0 ? [first, second] : [second, first]
  times.push({ ours, plain, heavy: await timeOf(readHeavy, page) })
}
process.stdout.write(
  JSON.stringify({
    pages: pages.length,
    ours: median(times.map((time) => time.ours)),
    toPlain: median(times.map((time) => time.ours / time.plain)),
    toHeavy: median(times.map((time) => time.ours / time.heavy)),
    oursMaxCpuMs,
    peakMb,
  }),
)
process.exit(0)

function loadPages(folder: string | undefined): readonly Uint8Array[] {
  const truth = path.join(folder ?? "", "truth.jsonl")
  if (folder === undefined || !existsSync(truth)) return [new TextEncoder().encode(ownPage())]
  const rows = readFileSync(truth, "utf8").trim().split("\n")
  return rows.map((row) => {
    const { file }: { readonly file: string } = JSON.parse(row)
    const bytes = readFileSync(path.join(folder, file))
    return new Uint8Array(file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
  })
}

function ownPage(): string {
  const paragraph = "<p>Sentence, of some length, with a <a href='/x'>link</a>.</p>"
  return `<html><head><title>T</title></head><body><article><h1>T</h1>${paragraph.repeat(200)}</article></body></html>`
}

type Reader = (page: Uint8Array) => Promise<unknown>

/** A page that a reader throws on counts with the time until then. */
async function timeOf(read: Reader | undefined, page: Uint8Array): Promise<number> {
  const start = performance.now()
  await read?.(page).catch(() => undefined)
  return performance.now() - start
}

function readOurs(bytes: Uint8Array): Promise<unknown> {
  return convertPage({
    bytes,
    contentType: "text/html",
    url,
    format: "markdown",
    extractMain: true,
    status: 200,
  })
}

async function readPlain(bytes: Uint8Array): Promise<string> {
  const { document } = parseHTML(new TextDecoder().decode(bytes))
  const article = new Readability(document).parse()
  return new TurndownService().turndown(article?.content ?? "")
}

async function readHeavy(bytes: Uint8Array): Promise<string> {
  const virtualConsole = new VirtualConsole()
  const { window } = new JSDOM(new TextDecoder().decode(bytes), { url, virtualConsole })
  try {
    const article = new Readability(window.document).parse()
    return new TurndownService().turndown(article?.content ?? "")
  } finally {
    window.close()
  }
}
