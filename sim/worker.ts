// One thread of the simulation: a range of runs of the real board, or one mutant until it is caught.

import { parentPort, workerData } from "node:worker_threads"
import { loadMutant, originalBoard } from "./board-module.ts"
import { Coverage, type CoverageCounts } from "./coverage.ts"
import { mutants } from "./mutants.ts"
import { drawSchedule, runSchedule, type Schedule, shrink } from "./run.ts"

export type Job =
  | { readonly kind: "runs"; readonly from: number; readonly to: number }
  | { readonly kind: "mutant"; readonly name: string; readonly from: number; readonly to: number }

export interface Violation {
  readonly seed: number
  readonly invariant: string
  readonly trace: Schedule
}

export interface RangeOutcome {
  readonly runs: number
  readonly steps: number
  readonly violations: readonly Violation[]
  readonly coverage: CoverageCounts
}

export interface MutantOutcome {
  readonly name: string
  readonly killed: boolean
  readonly invariant: string
  readonly atRun: number | undefined
}

/** At most this many violations are shrunk; one shows what is wrong. */
const shrunkMax = 3

async function work(job: Job): Promise<RangeOutcome | MutantOutcome> {
  return job.kind === "runs" ? runRange(job.from, job.to) : runMutant(job)
}

function runRange(from: number, to: number): RangeOutcome {
  const coverage = new Coverage()
  const violations: Violation[] = []
  let steps = 0
  for (let seed = from; seed < to; seed++) {
    const schedule = drawSchedule(seed)
    const result = runSchedule(originalBoard, schedule, coverage)
    steps += result.steps
    const [invariant] = result.violations
    if (invariant === undefined) continue
    const isFirst = violations.length < shrunkMax
    const trace = isFirst ? shrink(originalBoard, schedule, invariant) : schedule
    violations.push({ seed, invariant, trace })
  }
  return { runs: to - from, steps, violations, coverage: coverage.counts }
}

async function runMutant(job: Extract<Job, { kind: "mutant" }>): Promise<MutantOutcome> {
  const mutant = mutants.find((one) => one.name === job.name)
  if (!mutant) throw new Error(`no such mutant: ${job.name}`)
  const board = await loadMutant(mutant)
  const { name, invariant } = mutant
  for (let seed = job.from; seed < job.to; seed++) {
    const { violations } = runSchedule(board, drawSchedule(seed), new Coverage())
    const isCaught = violations.some((one) => one.startsWith(`${invariant} `))
    if (isCaught) return { name, killed: true, invariant, atRun: seed - job.from + 1 }
  }
  return { name, killed: false, invariant, atRun: undefined }
}

const job: Job = workerData
parentPort?.postMessage(await work(job))
