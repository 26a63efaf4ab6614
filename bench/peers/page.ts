// The page of benchmarks: one table of peers, one of our own topics, and the command that made them. Pure.

import type { BenchRow } from "../row.ts"
import type { PeerRow } from "./compare.ts"
import { reference } from "./contenders.ts"

export interface BenchPage {
  readonly command: string
  readonly machine: string
  readonly peers: readonly PeerRow[]
  readonly rows: readonly (BenchRow & { readonly topic: string })[]
}

export function renderPage({ command, machine, peers, rows }: BenchPage): string {
  const hasReference = peers.some(({ values }) => values.reference !== undefined)
  const foot = hasReference
    ? `The reference is ${reference.name} ${reference.version}, installed from the registry into a temporary folder for this run.`
    : `The reference, ${reference.name} ${reference.version}, could not be installed for this run: the registry was not reached.`
  return [
    "# Benchmarks",
    "",
    `Made by \`${command}\` on ${machine}. Figures of one machine say little about another; ratios were`,
    "measured in one run, side by side.",
    "",
    "## On the real host: this package, the host alone, and another plugin of the same purpose",
    "",
    "| the same work | unit | ours | host alone | reference |",
    "| --- | --- | ---: | ---: | ---: |",
    ...peers.map(
      ({ name, unit, values }) =>
        `| ${name} | ${unit} | ${figure(values.ours)} | ${figure(values["host alone"])} | ${figure(values.reference)} |`,
    ),
    "",
    foot,
    "",
    "## Topic by topic",
    "",
    "| topic | what | value | at most | ratio | to |",
    tableRule,
    ...rows.map(renderRow),
    "",
  ].join("\n")
}

/** The page with the topics of a later run in place of their older rows, and a sentence that says so. */
export function renewTopics(page: string, { command, machine, rows }: Omit<BenchPage, "peers">) {
  const topics = [...new Set(rows.map(({ topic }) => topic))]
  const isRenewed = (line: string) =>
    topics.some(
      (topic) => line.startsWith(`| ${topic} |`) || line.startsWith(`Of a later run: ${topic} `),
    )
  const lines = page
    .trimEnd()
    .split("\n")
    .filter((line) => !isRenewed(line))
  const start = lines.indexOf(tableRule) + 1
  const tableLength = lines.slice(start).findIndex((line) => !line.startsWith("|"))
  const end = tableLength === -1 ? lines.length : start + tableLength
  const table = [...lines.slice(start, end), ...rows.map(renderRow)]
  const topicOf = (line: string) => line.split(" | ")[0] ?? ""
  table.sort((left, right) => topicOf(left).localeCompare(topicOf(right)))
  const notes = lines.slice(end).filter((line) => line !== "")
  const own = topics.map((topic) => `Of a later run: ${topic} (\`${command}\`, ${machine}).`)
  const paragraphs = [...notes, ...own].flatMap((line) => ["", line])
  return [...lines.slice(0, start), ...table, ...paragraphs, ""].join("\n")
}

const tableRule = "| --- | --- | ---: | ---: | ---: | --- |"

function renderRow(row: BenchPage["rows"][number]): string {
  return `| ${row.topic} | ${row.name} | ${figure(row.value)} ${row.unit} | ${figure(row.limit)} | ${figure(row.ratio)} | ${row.peer ?? ""} |`
}

function figure(value: number | undefined): string {
  if (value === undefined) return "–"
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
