// npm run sim -- --runs N --seed S [--mutants] [--mutant-runs N] [--replay FILE] [--json]
// Simulates the job board against the fake host. Exits 1 on a violation, on coverage that is missing (from 20,000 runs
// on), and on a mutant that survives.

import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { originalBoard } from "./board-module.ts"
import { addCounts, Coverage, type CoverageCounts, missingCoverage } from "./coverage.ts"
import { mutants } from "./mutants.ts"
import { runSchedule, type Schedule } from "./run.ts"
import type { Job, MutantOutcome, RangeOutcome, Violation } from "./worker.ts"

/** Below this number of runs coverage is shown, not demanded. */
const coverageRunsMin = 20_000
interface Options {
  readonly runs: number
  readonly seed: number
  readonly withMutants: boolean
  readonly mutantRuns: number
  readonly isJson: boolean
  readonly replay: string | undefined
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "20000" },
      seed: { type: "string", default: "1" },
      mutants: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      replay: { type: "string" },
      // A mutant must be caught within so many runs.
      "mutant-runs": { type: "string", default: "20000" },
    },
  })
  const runs = Number(values.runs)
  const seed = values.seed === "random" ? Date.now() % 1_000_000_000 : Number(values.seed)
  if (!Number.isInteger(runs) || runs < 0 || !Number.isInteger(seed)) {
    throw new Error("--runs and --seed take whole numbers (--seed also takes `random`)")
  }
  const { mutants: withMutants, json: isJson, replay } = values
  return { runs, seed, withMutants, mutantRuns: Number(values["mutant-runs"]), isJson, replay }
}

/** Runs jobs on all cores, in order, a few at a time. */
async function runJobs<Outcome>(jobs: readonly Job[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < jobs.length; index = next++) {
      const job = jobs[index]
      if (job) outcomes[index] = await runJob<Outcome>(job)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return outcomes
}

function runJob<Outcome>(job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker-entry.mjs", import.meta.url), { workerData: job })
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", (code) => {
      if (code !== 0) reject(new Error(`a thread of the simulation ended with ${code}`))
    })
  })
}

async function simulate({ runs, seed }: Options) {
  const size = Math.max(1, Math.min(5_000, Math.ceil(runs / availableParallelism())))
  const jobs: Job[] = []
  for (let from = 0; from < runs; from += size) {
    jobs.push({ kind: "runs", from: seed + from, to: seed + Math.min(runs, from + size) })
  }
  const outcomes = await runJobs<RangeOutcome>(jobs)
  const coverage = new Coverage().counts
  for (const outcome of outcomes) addCounts(coverage, outcome.coverage)
  const steps = outcomes.reduce((sum, outcome) => sum + outcome.steps, 0)
  return { steps, coverage, violations: outcomes.flatMap((outcome) => outcome.violations) }
}

function runMutants({ seed, mutantRuns }: Options): Promise<readonly MutantOutcome[]> {
  const to = seed + mutantRuns
  return runJobs<MutantOutcome>(
    mutants.map(({ name }) => ({ kind: "mutant", name, from: seed, to })),
  )
}

function replayTrace(file: string) {
  const trace: Schedule = JSON.parse(readFileSync(file, "utf8"))
  const { violations } = runSchedule(originalBoard, trace, new Coverage())
  console.log(violations.length === 0 ? "no violation" : violations.join("\n"))
  process.exitCode = violations.length === 0 ? 0 : 1
}

interface Result {
  readonly steps: number
  readonly coverage: CoverageCounts
  readonly violations: readonly Violation[]
  readonly mutantList: readonly MutantOutcome[]
  readonly ms: number
}

function report(options: Options, result: Result) {
  const { coverage, violations, mutantList } = result
  const missing = options.runs >= coverageRunsMin ? missingCoverage(coverage) : []
  if (options.isJson) printJson(options, result, missing)
  else printText(options, result, missing)
  const isGood =
    violations.length === 0 && missing.length === 0 && mutantList.every((mutant) => mutant.killed)
  process.exitCode = isGood ? 0 : 1
}

function printJson(options: Options, result: Result, missing: readonly string[]) {
  const { steps, coverage, violations, mutantList, ms } = result
  const traces = violations.slice(0, 3)
  console.log(
    JSON.stringify({
      runs: options.runs,
      steps,
      violations: violations.length,
      coverage,
      mutants: mutantList.length,
      mutantsKilled: mutantList.filter((mutant) => mutant.killed).length,
      mutantList,
      ms,
      seed: options.seed,
      missing,
      missingRows: missing.length,
      ...(traces.length > 0 && { traces }),
      failures: violations.map((violation) => ({
        seed: violation.seed,
        invariant: violation.invariant,
      })),
    }),
  )
}

function printText(options: Options, result: Result, missing: readonly string[]) {
  const { steps, violations, mutantList, ms } = result
  const mean = options.runs === 0 ? 0 : Math.round((steps / options.runs) * 10) / 10
  console.log(`${options.runs} runs from seed ${options.seed}, ${mean} steps each, ${ms} ms`)
  console.log(`${violations.length} violations`)
  for (const { seed, invariant, trace } of violations.slice(0, 3)) {
    console.log(`seed ${seed}: ${invariant}\n${JSON.stringify(trace)}`)
  }
  for (const row of missing) console.log(`reached too seldom: ${row}`)
  for (const mutant of mutantList) {
    const end = mutant.killed ? `caught by ${mutant.invariant} at run ${mutant.atRun}` : "SURVIVED"
    console.log(`mutant ${mutant.name}: ${end}`)
  }
}

const options = readOptions()
if (options.replay === undefined) {
  const begin = performance.now()
  const simulated = await simulate(options)
  const mutantList = options.withMutants ? await runMutants(options) : []
  report(options, { ...simulated, mutantList, ms: Math.round(performance.now() - begin) })
} else replayTrace(options.replay)
