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
    "| --- | --- | ---: | ---: | ---: | --- |",
    ...rows.map(
      (row) =>
        `| ${row.topic} | ${row.name} | ${figure(row.value)} ${row.unit} | ${figure(row.limit)} | ${figure(row.ratio)} | ${row.peer ?? ""} |`,
    ),
    "",
  ].join("\n")
}

function figure(value: number | undefined): string {
  if (value === undefined) return "–"
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
