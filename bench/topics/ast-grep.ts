// CPU of a search through the tool against the bare binary on the same files, the host's memory over many
// searches, and how late a timer fires meanwhile. Every measurement runs in the host's own runtime.

import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { fastRuntime } from "../../test/features/ast-grep/support/engines.ts"
import { type Bench, type BenchRow, median } from "../row.ts"

interface Job {
  readonly engine?: "binary" | "napi"
  readonly directory: string
  readonly pattern: string
  readonly lang: string
  readonly rounds?: number
}

interface Pair {
  readonly own: number
  readonly bare: number
}

interface Measured {
  readonly lateMs: number
  /** The part of a delay in which the process itself was running, and not waiting for a processor. */
  readonly blockedMs: number
  readonly grownMb: number
}

const worker = fileURLToPath(new URL("../ast-grep-worker.ts", import.meta.url))

function runWorker<Result>(kind: "pairs" | "tool" | "idle", job: Job): Result {
  const { command, args, env } = fastRuntime()
  const asked = JSON.stringify({ engine: "binary", rounds: 1, ...job, kind })
  const output = execFileSync(command, [...args, worker, asked], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  })
  return JSON.parse(output)
}

interface Comparison {
  readonly name: string
  readonly job: Job
  readonly ratioMax: number
}

/** The CPU time of one and the same search varies by a third: the median of many ratios counts. */
function compare({ name, job, ratioMax }: Comparison): readonly BenchRow[] {
  const pairs = runWorker<readonly Pair[]>("pairs", { rounds: 17, ...job })
  const ratio = median(pairs.map((pair) => pair.own / pair.bare))
  const value = median(pairs.map((pair) => pair.own))
  return [
    { name: `${name}, CPU`, value, unit: "ms", ratio, peer: "the bare binary" },
    { name: `${name}, ratio`, value: ratio, unit: "count", limit: ratioMax },
  ]
}

/** A tree of TypeScript files; one in twelve holds `rareCall`, all hold `commonCall`. */
function generateTree(files: number): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "workbench-bench-"))
  for (let index = 0; index < files; index++) {
    const folder = path.join(root, `part-${index % 40}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, `file-${index}.ts`), generateFile(index))
  }
  return root
}

function generateFile(index: number): string {
  const functions = Array.from(
    { length: 12 },
    (
      _,
      part,
    ) => `export async function work${part}(input: string, size = ${part}): Promise<string> {
  const text = await read(input, { size, label: \`work-\${size}\` })
  if (text.length > ${part} && size !== ${index}) {
    return text.split("\\n").map((line) => line.trim()).filter(Boolean).join(",")
  }
  return input === "${part}" ? text : String(size)
}
`,
  )
  const rare = index % 12 === 0 ? "rareCall(1, 2)\n" : ""
  return `${functions.join("\n")}${rare}commonCall(${index}, "x")\n`
}

function rowsFor(tree: string): readonly BenchRow[] {
  const generated = { directory: tree, lang: "typescript" }
  const installed = { directory: path.resolve("node_modules/zod"), lang: "javascript" }
  const everywhere = "$A === $A"
  const rare = { ...generated, pattern: "rareCall($$$A)" }
  const memory = runWorker<Measured>("tool", { ...rare, rounds: 50 })
  const busy = runWorker<Measured>("tool", { ...generated, pattern: everywhere })
  const idle = runWorker<Measured>("idle", { ...generated, pattern: everywhere })
  return [
    ...compare({
      name: "2,000 generated files",
      job: { ...generated, pattern: everywhere },
      ratioMax: 1.15,
    }),
    ...compare({
      name: "an installed package",
      job: { ...installed, pattern: everywhere, rounds: 41 },
      ratioMax: 1.15,
    }),
    ...compare({
      name: "2,000 generated files with napi",
      job: { ...generated, pattern: everywhere, engine: "napi" },
      ratioMax: 1.5,
    }),
    ...compare({
      name: "a word in 8 % of the files",
      job: rare,
      ratioMax: 0.6,
    }),
    ...compare({
      name: "a word in all files",
      job: { ...generated, pattern: "commonCall(7, $B)" },
      ratioMax: 1.1,
    }),
    { name: "memory grown by 50 searches", value: memory.grownMb, unit: "MB", limit: 20 },
    { name: "50 ms timer, worst delay during a search", value: busy.lateMs, unit: "ms" },
    { name: "50 ms timer, worst delay while idle", value: idle.lateMs, unit: "ms" },
    {
      name: "50 ms timer, worst delay by the process's own work",
      value: busy.blockedMs,
      unit: "ms",
      limit: 100,
    },
  ]
}

export const bench: Bench = {
  topic: "ast-grep",
  run: async () => {
    const tree = generateTree(2000)
    try {
      return rowsFor(tree)
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  },
}
