// Evaluations as checks of the whole run: on our own fixtures, and on ../shared where that folder exists.
// Each goal is one check; floors only ever rise.

import { existsSync } from "node:fs"
import path from "node:path"
import { readNumber, readRecord } from "../../src/lib/json.ts"
import { repositoryRoot, runPackage } from "./command.ts"
import type { StepReport } from "./report.ts"

interface Goal {
  readonly says: string
  holds(figures: unknown): boolean
}

interface Evaluation {
  readonly name: string
  readonly program: string
  /** File or folder that it reads, from the root of the repository. */
  readonly input?: string
  readonly args: readonly string[]
  readonly goals: readonly Goal[]
}

const figure = (figures: unknown, ...keys: string[]): number => {
  const last = keys.at(-1) ?? ""
  const holder = keys.slice(0, -1).reduce<unknown>((value, key) => readRecord(value, key), figures)
  return readNumber(holder, last) ?? Number.NaN
}

const nothingHarmed: readonly Goal[] = [
  { says: "wrong 0", holds: (figures) => figure(figures, "wrong") === 0 },
  { says: "noop 0", holds: (figures) => figure(figures, "noop") === 0 },
  {
    says: "every must-refuse case refused",
    holds: (figures) => figure(figures, "mustRefuseRight") === figure(figures, "mustRefuse"),
  },
]

const allRight: Goal = {
  says: "all right",
  holds: (figures) =>
    figure(figures, "right") === (readNumber(figures, "apply") ?? figure(figures, "cases")),
}

const atLeast = (floor: number, ...keys: string[]): Goal => ({
  says: `${keys.join(".")} ≥ ${floor}`,
  holds: (figures) => figure(figures, ...keys) >= floor,
})

const none = (set: string, ...names: readonly string[]): readonly Goal[] =>
  names.map((name) => ({
    says: `${set}.${name} 0`,
    holds: (figures) => figure(figures, set, name) === 0,
  }))

const sharedPatches = "../shared/patch-cases/dev.jsonl"
const ourPatches = "eval/fixtures/patch-cases.jsonl"

const evaluations: readonly Evaluation[] = [
  {
    name: "patches of ours, engine",
    program: "eval/patch.ts",
    input: ourPatches,
    args: ["--cases", ourPatches, "--snapshots"],
    goals: [allRight, ...nothingHarmed],
  },
  {
    name: "patches of ours, host",
    program: "eval/patch.ts",
    input: ourPatches,
    args: ["--cases", ourPatches, "--snapshots", "--via", "host"],
    goals: [allRight, ...nothingHarmed],
  },
  {
    name: "patches of shared, engine",
    program: "eval/patch.ts",
    input: sharedPatches,
    args: ["--cases", sharedPatches],
    goals: [atLeast(231, "right"), ...nothingHarmed],
  },
  {
    name: "patches of shared, hook with snapshots",
    program: "eval/patch.ts",
    input: sharedPatches,
    args: ["--cases", sharedPatches, "--snapshots", "--via", "hook"],
    goals: [atLeast(241, "right"), ...nothingHarmed],
  },
  {
    name: "URLs of ours",
    program: "eval/urls.ts",
    input: "eval/fixtures/url-cases.json",
    args: ["--cases", "eval/fixtures/url-cases.json"],
    goals: [allRight],
  },
  {
    name: "URLs of shared",
    program: "eval/urls.ts",
    input: "../shared/web-cases/url-cases.json",
    args: ["--cases", "../shared/web-cases/url-cases.json"],
    goals: [allRight],
  },
  {
    name: "pages of ours",
    program: "eval/web.ts",
    input: "eval/fixtures/pages",
    args: ["--pages", "eval/fixtures/pages"],
    goals: [atLeast(0.97, "own", "f1"), ...none("own", "errors", "empty", "below80")],
  },
  {
    name: "pages of shared",
    program: "eval/web.ts",
    input: "../shared/web-cases",
    args: ["--pages", "../shared/web-cases"],
    goals: [
      atLeast(0.97, "aeb", "f1"),
      atLeast(0.975, "docs", "f1"),
      atLeast(0.97, "docs", "recall"),
      atLeast(0.985, "moz", "f1"),
      ...none("docs", "errors", "empty", "below80"),
      ...none("aeb", "errors", "empty"),
      ...none("moz", "errors", "empty"),
    ],
  },
]

export function runEvaluations(): readonly StepReport[] {
  return evaluations.map(runEvaluation)
}

/** How the job board is simulated. */
export interface SimulationPlan {
  readonly runs: number
  /** One seed reproduces everything: `npm run sim -- --runs N --seed S`. */
  readonly seed: number
  /** Each mutant must be caught by the invariant that its row names. */
  readonly withMutants: boolean
}

export function runSimulation({ runs, seed, withMutants }: SimulationPlan): StepReport {
  const everyMutant: Goal = {
    says: "every mutant killed",
    holds: (figures) => figure(figures, "mutantsKilled") === figure(figures, "mutants"),
  }
  return runEvaluation({
    name: `simulation of the job board, ${runs} runs from seed ${seed}`,
    program: "sim/main.ts",
    args: ["--runs", String(runs), "--seed", String(seed), ...(withMutants ? ["--mutants"] : [])],
    goals: [
      { says: "violations 0", holds: (figures) => figure(figures, "violations") === 0 },
      { says: "every row reached", holds: (figures) => figure(figures, "missingRows") === 0 },
      ...(withMutants ? [everyMutant] : []),
    ],
  })
}

function runEvaluation(evaluation: Evaluation): StepReport {
  const { name, program, input } = evaluation
  const nothing = (note: string): StepReport => ({ name, passed: 0, failed: 0, note })
  if (!existsSync(path.join(repositoryRoot, program))) return nothing(`${program} is absent`)
  if (input !== undefined && !existsSync(path.join(repositoryRoot, input))) {
    return nothing(`${input} is absent`)
  }
  const args = [path.join(repositoryRoot, program), ...evaluation.args, "--json"]
  const { stdout } = runPackage("tsx/dist/cli.mjs", args, { capture: true })
  const figures = parse(stdout)
  const missed = evaluation.goals.filter((goal) => !goal.holds(figures))
  return {
    name,
    passed: evaluation.goals.length - missed.length,
    failed: missed.length,
    ...(missed.length > 0 ? { note: missed.map((goal) => goal.says).join("; ") } : {}),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
