// One measurement of the search tool, in a process of the runtime that counts. Prints one JSON line.

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { binaryPath, fastRuntime } from "../test/features/ast-grep/support/engines.ts"
import { runTool } from "../test/features/ast-grep/support/tool-run.ts"

interface Job {
  readonly kind: "pairs" | "tool" | "idle"
  readonly engine: "binary" | "napi"
  readonly directory: string
  readonly pattern: string
  readonly lang: string
  /** Pairs of a search through the tool and one by the bare binary, or searches through the tool. */
  readonly rounds: number
}

const job: Job = JSON.parse(process.argv[2] ?? "{}")

/** User and system CPU of this process and of all children that it waited for (Linux). */
function cpuMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? []
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks * 10
}

async function searchWithTool(): Promise<void> {
  const { reply, output } = await runTool(
    "ast_grep_search",
    { pattern: job.pattern, lang: job.lang },
    {
      directory: job.directory,
      environment: process.env,
      options: { engine: job.engine },
      runtime: fastRuntime(),
    },
  )
  if (!reply) throw new Error(output)
}

function searchBare(): void {
  const args = ["run", "-p", job.pattern, "-l", job.lang, "--json=stream", job.directory]
  try {
    execFileSync(binaryPath(), args, { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] })
  } catch (error) {
    // Exit code 1 is an empty result.
    if (!(error instanceof Error && "status" in error && error.status === 1)) throw error
  }
}

interface Delay {
  readonly lateMs: number
  readonly blockedMs: number
}

/** How late a 50 ms timer fires at worst while `work` runs; on a busy machine most of it is waiting for a processor. */
async function worstDelay(work: () => Promise<void>): Promise<Delay> {
  let worst: Delay = { lateMs: 0, blockedMs: 0 }
  let due = performance.now() + 50
  let usage = process.cpuUsage()
  const timer = setInterval(() => {
    const lateMs = performance.now() - due
    const used = process.cpuUsage(usage)
    const blockedMs = Math.min(lateMs, (used.user + used.system) / 1000)
    worst = {
      lateMs: Math.max(worst.lateMs, lateMs),
      blockedMs: Math.max(worst.blockedMs, blockedMs),
    }
    due = performance.now() + 50
    usage = process.cpuUsage()
  }, 50)
  await work()
  clearInterval(timer)
  return worst
}

/** Both sides in turn. Each search through the tool is set against the mean of the bare ones before and after it. */
async function measurePairs() {
  searchBare()
  await searchWithTool()
  const pairs: { own: number; bare: number }[] = []
  let before = await cpuOf(searchBare)
  for (let round = 0; round < job.rounds; round++) {
    const own = await cpuOf(searchWithTool)
    const after = await cpuOf(searchBare)
    pairs.push({ own, bare: (before + after) / 2 })
    before = after
  }
  return pairs
}

async function cpuOf(work: () => unknown): Promise<number> {
  const before = cpuMs()
  await work()
  return cpuMs() - before
}

async function measureProcess() {
  const work = job.kind === "idle" ? () => sleep(3000) : searchWithTool
  await work()
  const memoryBefore = process.memoryUsage().rss
  const delay = await worstDelay(async () => {
    for (let round = 0; round < job.rounds; round++) await work()
  })
  return { ...delay, grownMb: (process.memoryUsage().rss - memoryBefore) / 1024 / 1024 }
}

const measured = job.kind === "pairs" ? await measurePairs() : await measureProcess()
process.stdout.write(`${JSON.stringify(measured)}\n`)
