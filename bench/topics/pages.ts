// The page reader against plain linkedom + Readability + turndown on the same pages, in one process and interleaved.
// Set WORKBENCH_PAGES to a folder in the format of `npm run eval:web`; without it a small page of our own is used.

import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { convertPage } from "../../src/features/webfetch/convert/convert.ts"
import { type Bench, type BenchRow, median } from "../row.ts"

const ratioLimit = 1.2
const memoryLimitMb = 450

export const bench: Bench = { topic: "pages", run: measurePages }

async function measurePages(): Promise<readonly BenchRow[]> {
  const pages = loadPages(process.env.WORKBENCH_PAGES ?? "../shared/web-cases")
  const times: { ours: number; plain: number }[] = []
  await timeOf(() => readOurs(pages[0] ?? new Uint8Array()))
  await timeOf(() => readPlain(pages[0] ?? new Uint8Array()))
  for (const [index, page] of pages.entries()) {
    // Whoever goes first warms the caches, so they take turns.
    if (index % 2 === 0) {
      const ours = await timeOf(() => readOurs(page))
      times.push({ ours, plain: await timeOf(() => readPlain(page)) })
    } else {
      const plain = await timeOf(() => readPlain(page))
      times.push({ plain, ours: await timeOf(() => readOurs(page)) })
    }
  }
  const ratio = median(times.map(({ ours, plain }) => ours / plain))
  const name = "a page to Markdown"
  return [
    {
      name,
      value: median(times.map(({ ours }) => ours)),
      unit: "ms",
      ratio,
      peer: "linkedom + Readability + turndown",
    },
    { name: `${name}, ratio`, value: ratio, unit: "count", limit: ratioLimit },
    {
      name: `peak memory over ${pages.length} pages`,
      value: process.resourceUsage().maxRSS / 1024,
      unit: "MB",
      limit: memoryLimitMb,
    },
  ]
}

function loadPages(folder: string): readonly Uint8Array[] {
  const truth = path.join(folder, "truth.jsonl")
  if (!existsSync(truth)) return [new TextEncoder().encode(ownPage)]
  const rows = readFileSync(truth, "utf8").trim().split("\n")
  return rows.map((row) => {
    const { file }: { readonly file: string } = JSON.parse(row)
    return new Uint8Array(gunzipSync(readFileSync(path.join(folder, file))))
  })
}

const ownPage = `<html><head><title>T</title></head><body><article><h1>T</h1>${"<p>Sentence, of some length, with a <a href='/x'>link</a>.</p>".repeat(200)}</article></body></html>`

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function readOurs(bytes: Uint8Array) {
  return convertPage({
    bytes,
    contentType: "text/html; charset=utf-8",
    url: "https://site.test/",
    format: "markdown",
    extractMain: true,
    status: 200,
  })
}

async function readPlain(bytes: Uint8Array): Promise<string> {
  const [{ parseHTML }, { Readability }, { default: TurndownService }] = await Promise.all([
    import("linkedom"),
    import("@mozilla/readability"),
    import("turndown"),
  ])
  const { document } = parseHTML(new TextDecoder().decode(bytes))
  const article = new Readability(document).parse()
  return new TurndownService().turndown(article?.content ?? "")
}
