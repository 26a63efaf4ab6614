// Beginnings that lead to states which need several rare things in a row. A third of the runs with faults starts with
// one of them; what follows is drawn at random as ever.

import type { Random } from "./random.ts"
import type { Step, StepKind } from "./steps.ts"

interface Part {
  readonly kind: StepKind
  readonly a?: number
  readonly b?: number
}

interface Scenario {
  /** Switched on in addition to what was drawn. */
  readonly faults: readonly string[]
  readonly parts: readonly Part[]
}

const part = (kind: StepKind, a?: number, b?: number): Part => ({
  kind,
  ...(a !== undefined && { a }),
  ...(b !== undefined && { b }),
})

/** Index of a wait in the list of `advance`. */
const wait = { poll: 3, read: 12, stopGrace: 14, half: 17 } as const

/** Numbers of `batch`: one new task in the background; one more prompt for the newest task. */
const batchOf = { one: 0x48, again: 2_560 } as const

/** One task of ours that runs in the background: created, prompted, proven. */
const launched: readonly Part[] = [
  part("batch", undefined, batchOf.one),
  part("settle-all"),
  part("settle-all"),
  part("settle-all"),
]

/** The same, and it came to its end. */
const finished: readonly Part[] = [...launched, part("finish"), part("go-on"), part("go-on")]

/** A revive of it whose prompt is in flight. */
const sending: readonly Part[] = [...finished, part("revive", 1), part("go-on"), part("go-on")]

/** Three quiet reads, 150 ms apart. */
const quiet: readonly Part[] = [
  part("settle-all"),
  part("advance", wait.poll),
  part("settle-all"),
  part("advance", wait.poll),
  part("settle-all"),
]

/** The run is over, and its transcript shows it only after the task was given up as stopped. */
const givenUp: readonly Part[] = [
  part("finish"),
  part("go-on"),
  part("advance", wait.stopGrace),
  part("go-on"),
  part("advance", wait.stopGrace),
]

const scenarios: readonly Scenario[] = [
  // The baseline of a resumed task hangs.
  {
    faults: ["hanging-calls"],
    parts: [
      ...finished,
      part("batch", undefined, batchOf.again),
      ...quiet,
      part("hold", 1),
      part("advance", wait.stopGrace),
    ],
  },
  {
    faults: ["hanging-calls"],
    parts: [
      ...finished,
      part("revive", 1),
      ...quiet,
      part("hold", 1),
      part("advance", wait.stopGrace),
    ],
  },
  // Deleted while the prompt of a revive is in flight.
  { faults: ["deletions"], parts: [...sending, part("remove-leased", 0, 2), part("settle-all")] },
  // A revive that the host refuses, or takes without storing it.
  { faults: ["refusals", "accepted-without-effect"], parts: [...sending, part("settle", 1, 0)] },
  // The host's own tool starts a newer run while the prompt is in flight.
  {
    faults: [],
    parts: [...sending, part("relaunch", 1, 1), part("settle-all"), part("settle-all")],
  },
  // That newer run is over when the prompt arrives, which then runs by itself; and the session is deleted.
  {
    faults: ["deletions"],
    parts: [
      ...sending,
      part("relaunch", 1, 1),
      part("finish"),
      part("settle-all"),
      part("settle-all"),
      part("remove", undefined, 1),
    ],
  },
  // Deleted while a note is being written.
  {
    faults: ["deletions"],
    parts: [...launched, part("message", 1), part("remove-leased"), part("settle-all")],
  },
  // A task that was given up as stopped shows how it ended, or goes on.
  {
    faults: ["late-transcripts"],
    parts: [...launched, ...givenUp, part("status", 1), part("settle-all")],
  },
  {
    faults: ["late-transcripts"],
    parts: [...launched, ...givenUp, part("result", 1), part("settle-all")],
  },
  {
    faults: ["late-transcripts"],
    parts: [...launched, part("abort", 0, 1), ...givenUp, part("list"), part("settle-all")],
  },
  {
    faults: ["late-transcripts"],
    parts: [...launched, ...givenUp, part("outside"), part("events"), part("settle-all")],
  },
  // A deadline whose abort hangs; it settles late, and at once a revive begins.
  {
    faults: ["deadlines"],
    parts: [
      ...launched,
      part("advance", wait.half),
      part("settle", 1, 1),
      part("revive", 1),
      part("go-on"),
      part("go-on"),
    ],
  },
  // The last read of a cancel hangs, and the host's own tool starts a newer run meanwhile.
  {
    faults: ["hanging-calls", "late-events"],
    parts: [
      ...launched,
      part("cancel", 1),
      part("settle", 1, 1),
      part("events"),
      ...quiet,
      part("advance", wait.poll),
      part("settle-all"),
      part("hold", 1),
      part("settle-all"),
      part("relaunch", 1, 1),
      part("advance", wait.read),
    ],
  },
  // A read of the first run hangs until the second one is on its way.
  {
    faults: ["hanging-calls", "late-events"],
    parts: [
      ...launched,
      part("finish", undefined, 0),
      part("status", 1),
      part("hold", 1),
      part("status", 1),
      part("settle-all"),
      part("revive", 1),
      part("go-on"),
      part("settle", 1, 1),
      part("settle-all"),
      part("unhold"),
    ],
  },
  // A notice whose connection broke arrives beside its second send.
  {
    faults: ["failed-calls"],
    parts: [...finished, part("settle", 1, 3), part("go-on"), part("settle", 1, 3), part("go-on")],
  },
]

/** Numbers that a part leaves open are drawn. */
export function drawScenario(
  random: Random,
): { readonly faults: readonly string[]; readonly steps: readonly Step[] } | undefined {
  if (!random.chance(35)) return undefined
  const scenario = scenarios[random.next(scenarios.length)]
  if (!scenario) return undefined
  const steps = scenario.parts.map(({ kind, a, b }) => ({
    kind,
    a: a ?? random.next(0x1000000),
    b: b ?? random.next(0x1000000),
  }))
  return { faults: scenario.faults, steps }
}
