// Benchmarks: every topic of bench/topics, or those named. With --json nothing but one JSON object is printed.
// Usage: npm run bench [-- topic …] [--json]. Exits 1 when a promised limit is passed.
// With --peers the same work is also done by the host alone and by another plugin. --write puts all into
// docs/benchmarks.md, or renews the topics of this run there when no peers were asked for.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { comparePeers } from "./peers/compare.ts"
import { renderPage, renewTopics } from "./peers/page.ts"
import type { Bench, BenchRow } from "./row.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
})

async function loadTopics(): Promise<readonly Bench[]> {
  const folder = path.join(import.meta.dirname, "topics")
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))
  const topics: Bench[] = []
  for (const file of files.sort()) {
    const { bench }: { readonly bench: Bench } = await import(
      pathToFileURL(path.join(folder, file)).href
    )
    topics.push(bench)
  }
  return positionals.length === 0 ? topics : chosenFrom(topics)
}

/** A name that is no topic must not look like a topic without a figure. */
function chosenFrom(topics: readonly Bench[]): readonly Bench[] {
  const names = topics.map(({ topic }) => topic)
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no topic ${unknown.join(", ")}. Choose from: ${names.join(", ")}`)
    process.exit(2)
  }
  return topics.filter(({ topic }) => positionals.includes(topic))
}

function describeRow(row: BenchRow): string {
  const ratio = row.ratio === undefined ? "" : `, ${row.ratio.toFixed(2)} times ${row.peer}`
  const limit = row.limit === undefined ? "" : ` (at most ${row.limit})`
  return `  ${row.name}: ${rounded(row.value)} ${row.unit}${limit}${ratio}`
}

/** Two decimals, or two digits that say something below 1. */
function rounded(value: number): number {
  return value < 1 ? Number(value.toPrecision(2)) : Math.round(value * 100) / 100
}

const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}`
const rows: (BenchRow & { readonly topic: string })[] = []
for (const bench of await loadTopics()) {
  if (!values.json) console.log(bench.topic)
  for (const row of await bench.run()) {
    rows.push({ topic: bench.topic, ...row })
    if (!values.json) console.log(describeRow(row))
  }
}
const peers = values.peers ? await comparePeers() : []
const command = `npm run bench -- ${process.argv.slice(2).join(" ")}`
const pageFile = path.resolve(import.meta.dirname, "../docs/benchmarks.md")
const page = values.peers
  ? renderPage({ command, machine, peers, rows })
  : renewTopics(readFileSync(pageFile, "utf8"), { command, machine, rows })
if (values.json) console.log(JSON.stringify({ rows, ...(values.peers ? { peers } : {}) }))
else if (values.peers) console.log(`\n${page}`)
if (values.write) writeFileSync(pageFile, page)
const isOver = rows.some((row) => row.limit !== undefined && !(row.value <= row.limit))
process.exitCode = rows.length === 0 || isOver ? 1 : 0
