// Runs the named lane, step by step to the end, and prints `N passed, N failed` as its last line.
// Usage: tsx scripts/lanes.ts check|test|long|host|package|evaluations

import { describeReports, type StepReport } from "./lanes/report.ts"
import { type Step, steps } from "./lanes/steps.ts"

const lanes: Readonly<Record<string, readonly Step[]>> = {
  check: [steps.biome, steps.tsc, steps.unit],
  host: [steps.host, steps.renderer],
  long: [steps.long, steps.longSimulation],
  evaluations: [steps.evaluations],
  package: [steps.unused, steps.tarball],
  test: [
    steps.biome,
    steps.tsc,
    steps.unit,
    steps.property,
    steps.host,
    steps.renderer,
    steps.build,
    steps.unused,
    steps.tarball,
    steps.evaluations,
    steps.simulation,
    steps.e2e,
  ],
}

const lane = lanes[process.argv[2] ?? ""]
if (lane === undefined) {
  console.error(`usage: tsx scripts/lanes.ts ${Object.keys(lanes).join("|")}`)
  process.exit(2)
}
const reports: StepReport[] = lane.flatMap((step) => step())
console.log(`\n${describeReports(reports)}`)
process.exitCode = reports.some((report) => report.failed > 0) ? 1 : 0
