// Runs inside the host's runtime, where the plugin runs: parse and plan of patches against a plain re-implementation of
// the host's own rules, in one run, on the same work. Prints the rows of the benchmark.

import { deriveNative, parseNative } from "../../src/features/apply-patch/engine/native.ts"
import { parsePatch } from "../../src/features/apply-patch/engine/parse.ts"
import { planPatch } from "../../src/features/apply-patch/engine/plan-patch.ts"
import { type BenchRow, median } from "../row.ts"

interface Work {
  readonly text: string
  readonly patch: string
  /** The right answer is a refusal. */
  readonly isRefused?: boolean
}

/** Lines of source-like text: every line its own, as in a real file. */
function varied(count: number): string[] {
  return Array.from({ length: count }, (_, line) => {
    const depth = "  ".repeat(line % 4)
    return line % 9 === 8
      ? ""
      : `${depth}const value${line} = compute(${line * 7}, "name-${line % 91}")`
  })
}

const repetitive = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, line) => ["open {", "  first()", "  second()", "}"][line % 4] ?? "",
  )

/** Patches as models send them: mostly a few hunks in a file of some hundred lines. */
const cleanShapes = [
  { hunkCount: 1, lineCount: 100, rounds: 600 },
  { hunkCount: 2, lineCount: 100, rounds: 600 },
  { hunkCount: 1, lineCount: 300, rounds: 400 },
  { hunkCount: 3, lineCount: 300, rounds: 400 },
  { hunkCount: 5, lineCount: 1_000, rounds: 200 },
  { hunkCount: 1, lineCount: 10_000, rounds: 60 },
  { hunkCount: 20, lineCount: 10_000, rounds: 40 },
] as const

type Drift = "none" | "space" | "slip"

/** One hunk of three context lines around each place; the first context line drifts. */
function hunks(lines: readonly string[], places: readonly number[], drift: Drift): string {
  const rows = places.flatMap((place) => {
    const above = lines
      .slice(place - 3, place)
      .map((line, index) => ` ${index === 0 ? drifted(line, drift) : line}`)
    const below = lines.slice(place + 1, place + 4).map((line) => ` ${line}`)
    return ["@@", ...above, `-${lines[place]}`, `+${lines[place]} // changed`, ...below]
  })
  return ["*** Begin Patch", "*** Update File: f", ...rows, "*** End Patch"].join("\n")
}

function drifted(line: string, drift: Drift): string {
  if (drift === "space") return `${line} `
  return drift === "slip" ? line.replace("compute", "compte") : line
}

const evenly = (count: number, lines: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * lines) / count)).map(
    (line) => (line % 9 === 8 ? line + 1 : line),
  )

function work(lines: readonly string[], patch: string): Work {
  return { text: `${lines.join("\n")}\n`, patch }
}

function runOurs({ text, patch }: Work): "pass" | "rewrite" | "problem" {
  const parsed = parsePatch(patch)
  if (parsed.kind === "malformed") throw new Error(parsed.reason)
  const file = { key: "f", printPath: "f", text, seenText: undefined }
  const fileAt = () => file
  return planPatch({
    patchText: patch,
    patch: parsed.patch,
    fileAt,
    hostFileAt: fileAt,
    ambiguous: "refuse",
  }).kind
}

function runNative({ text, patch }: Work): void {
  const parsed = parseNative(patch)
  if (parsed.kind === "failed") throw new Error(parsed.message)
  for (const section of parsed.sections) {
    if (section.type === "update") deriveNative(text, section.chunks)
  }
}

function measure(run: () => void, rounds: number): number {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    run()
    times.push(performance.now() - start)
  }
  return median(times)
}

function compare(name: string, task: Work, rounds: number): BenchRow {
  // No refusal passes for a rescue.
  if ((runOurs(task) === "problem") !== (task.isRefused ?? false))
    throw new Error(`not so: ${name}`)
  for (let warm = 0; warm < Math.min(rounds, 20); warm++) {
    runOurs(task)
    runNative(task)
  }
  const ours = measure(() => runOurs(task), rounds)
  const native = measure(() => runNative(task), rounds)
  return { name, value: ours, unit: "ms", ratio: ours / native, peer: "the host's rules" }
}

function measureAll(): readonly BenchRow[] {
  const [middle, large] = [varied(10_000), varied(100_000)]
  const block = repetitive(100_000)
  const longHunk = block
    .slice(400, 441)
    .map((line, index) => (index === 20 ? `-${line}` : ` ${line}`))
  const refused = [
    "*** Begin Patch",
    "*** Update File: f",
    "@@",
    ...longHunk,
    "+x",
    "*** End Patch",
  ]
    .join("\n")
    .replace(" open {", " opened {")
  const clean = cleanShapes.map(({ hunkCount, lineCount, rounds }) => {
    const lines = varied(lineCount)
    const patch = hunks(lines, evenly(hunkCount, lineCount), "none")
    const name = `clean patch, ${lineCount.toLocaleString("en")} lines, hunks: ${hunkCount}`
    return compare(name, work(lines, patch), rounds)
  })
  return [
    ...clean,
    {
      name: "clean patches, median of the ratios",
      value: median(clean.map(({ ratio }) => ratio ?? Number.NaN)),
      unit: "count",
      limit: 2,
    },
    compare(
      "20 hunks with white space drift, 10,000 lines",
      work(middle, hunks(middle, evenly(20, 10_000), "space")),
      20,
    ),
    {
      ...compare(
        "20 hunks with a misspelt line, 100,000 lines",
        work(large, hunks(large, evenly(20, 100_000), "slip")),
        5,
      ),
      limit: 150,
    },
    {
      ...compare(
        "20 hunks with white space drift, 100,000 lines",
        work(large, hunks(large, evenly(20, 100_000), "space")),
        5,
      ),
      limit: 150,
    },
    {
      ...compare(
        "refusal of a 41-line hunk in 100,000 repetitive lines",
        { ...work(block, refused), isRefused: true },
        5,
      ),
      limit: 250,
    },
  ]
}

process.stdout.write(JSON.stringify(measureAll()))
