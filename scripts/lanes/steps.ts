// Every step that a lane can be made of.

import { existsSync, readdirSync } from "node:fs"
import path from "node:path"
import { repositoryRoot, runPackage } from "./command.ts"
import { runEvaluations, runSimulation } from "./evaluations.ts"
import { checkTarball, checkUnused } from "./package-checks.ts"
import { type StepReport, singleReport } from "./report.ts"
import { runInHostRuntime, runVitest } from "./test-runners.ts"

export type Step = () => StepReport | readonly StepReport[]

/**
 * Test folders that do not run inside the host's runtime:
 * - `e2e` starts the host, `harness` tests what starts it, `fixtures` and `support` hold no tests;
 * - `repo` reads the repository itself, which is the same in every runtime;
 * - `host-runtime` runs there alone, see `renderer`.
 */
const notForHostRuntime = new Set(["e2e", "harness", "fixtures", "support", "repo", "host-runtime"])

export const steps = {
  biome: () => singleReport("biome", runPackage("@biomejs/biome/bin/biome", ["check", "."]).isGood),
  tsc: () => singleReport("tsc", runPackage("typescript/bin/tsc", ["--noEmit", "-p", "."]).isGood),
  unit: () => runVitest({ name: "unit and repo tests", project: "unit" }),
  property: () => runVitest({ name: "property tests", project: "property" }),
  long: () =>
    runVitest({
      name: "property tests, long",
      project: "property",
      environment: { WORKBENCH_LONG: "1" },
    }),
  host: () => runInHostRuntime("tests in the host's runtime", hostRuntimeFolders()),
  /** The panel's components in the host's own renderer; without the condition Solid would load its server build. */
  renderer: () =>
    runInHostRuntime(
      "panel in the host's renderer",
      ["./test/host-runtime/"],
      ["--conditions=browser"],
    ),
  build: () => singleReport("build", runScript("scripts/build.mjs")),
  unused: checkUnused,
  tarball: checkTarball,
  e2e: () => runVitest({ name: "real host", project: "e2e" }),
  evaluations: runEvaluations,
  // Mutants belong to the long lane: they take as long as the runs themselves, several times over.
  simulation: () => [
    runSimulation({ runs: 20_000, seed: 1, withMutants: false }),
    runSimulation({ runs: 5_000, seed: freshSeed(), withMutants: false }),
  ],
  longSimulation: () => runSimulation({ runs: 200_000, seed: 1, withMutants: true }),
} as const satisfies Record<string, Step>

/** Another one every time; the report names it. */
function freshSeed(): number {
  return Date.now() % 1_000_000_000
}

function runScript(script: string): boolean {
  return runPackage(path.join("..", script), []).isGood
}

function hostRuntimeFolders(): readonly string[] {
  const root = path.join(repositoryRoot, "test")
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !notForHostRuntime.has(entry.name))
    .map((entry) => `./test/${entry.name}/`)
}
