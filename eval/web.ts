// Scores the page reader on a folder of pages with known right text.
// `npm run eval:web -- --pages DIR [--set NAME] [--json]`; DIR holds truth.jsonl and the pages it names, gzipped or not.
// Without --pages: ../shared/web-cases where that folder exists, else the small pages of our own.

import { readFile } from "node:fs/promises"
import path from "node:path"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"
import { convertPage } from "../src/features/webfetch/convert/convert.ts"
import { defaultInput } from "./default-input.ts"
import { markdownToText } from "./web/markdown-text.ts"
import { type PageScore, scorePage } from "./web/score.ts"
import { type PageResult, summarizeSet } from "./web/summary.ts"

interface TruthRow {
  readonly id: string
  readonly set: string
  readonly url: string
  readonly file: string
  readonly text: string
}

const { values } = parseArgs({
  options: {
    pages: { type: "string" },
    set: { type: "string" },
    json: { type: "boolean", default: false },
  },
})

const folder = values.pages ?? defaultInput("../shared/web-cases", "pages")
const rows = await readTruth(folder)
// Loads the libraries, so that no page is charged with them.
await convert(new TextEncoder().encode("<p>warm-up</p>"), "https://site.test/")
const results = new Map<string, PageResult[]>()
for (const row of rows) {
  if (values.set !== undefined && row.set !== values.set) continue
  const list = results.get(row.set) ?? []
  results.set(row.set, list)
  list.push(await runPage(row))
}
const summary = Object.fromEntries([...results].map(([set, list]) => [set, summarizeSet(list)]))
console.log(values.json ? JSON.stringify(summary) : JSON.stringify(summary, undefined, 2))

async function readTruth(folder: string): Promise<TruthRow[]> {
  const lines = (await readFile(path.join(folder, "truth.jsonl"), "utf8")).split("\n")
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line))
}

function convert(bytes: Uint8Array, url: string) {
  return convertPage({
    bytes,
    contentType: "text/html",
    url,
    format: "markdown",
    extractMain: true,
    status: 200,
  })
}

async function readBody(file: string): Promise<Uint8Array> {
  const bytes = await readFile(path.join(folder, file))
  return new Uint8Array(file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
}

async function runPage(row: TruthRow): Promise<PageResult> {
  const bytes = await readBody(row.file)
  const before = process.cpuUsage()
  let markdown: string | undefined
  try {
    markdown = (await convert(bytes, row.url)).content
  } catch (error) {
    if (!values.json) console.error(row.id, error)
  }
  const cpu = process.cpuUsage(before)
  const score: PageScore = scorePage(row.text, markdownToText(markdown ?? ""))
  return {
    id: row.id,
    score,
    isError: markdown === undefined,
    isEmpty: markdown !== undefined && markdown.trim() === "",
    cpuMs: (cpu.user + cpu.system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
    markdownBytes: Buffer.byteLength(markdown ?? ""),
    htmlBytes: bytes.length,
  }
}
