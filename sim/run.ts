// One run: a schedule drawn from a seed, taken step by step, a healing phase at the end, and shrinking of a failure.

import { Checks } from "./checks.ts"
import { Coverage, faultNames } from "./coverage.ts"
import type { BoardModule, World } from "./model.ts"
import { settleUnlaunched } from "./others.ts"
import { createRandom, type Random } from "./random.ts"
import { meetOtherHost, restart } from "./restart.ts"
import { drawScenario } from "./scenarios.ts"
import { type Step, type StepKind, takeStep } from "./steps.ts"
import { defaultWeights } from "./weights.ts"
import { advance, apply, createWorld, deliver, flushEvents, save } from "./world.ts"

export interface Schedule {
  readonly faults: readonly string[]
  readonly steps: readonly Step[]
}

export interface RunResult {
  readonly steps: number
  readonly violations: readonly string[]
}

const healMs = 60_000
/** More settled calls than this in a healing phase mean that the board never comes to rest. */
const healRoundsMax = 4_000

export function drawSchedule(seed: number): Schedule {
  const random = createRandom(seed)
  const drawn = drawFaults(random)
  const wheel = drawWheel(random)
  const length = 30 + random.next(61)
  const steps = Array.from({ length }, () => ({
    kind: wheel[random.next(wheel.length)] ?? "settle",
    a: random.next(0x1000000),
    b: random.next(0x1000000),
  }))
  const scenario = drawn.includes("no-faults") ? undefined : drawScenario(random)
  if (!scenario) return { faults: drawn, steps }
  const faults = [...new Set([...drawn, ...scenario.faults])]
  return { faults, steps: [...scenario.steps, ...steps] }
}

/** A fifth of the runs has no faults; the others have each with a chance of two in five. */
function drawFaults(random: Random): readonly string[] {
  if (random.chance(20)) return ["no-faults"]
  return faultNames.filter((name) => name !== "no-faults" && random.chance(40))
}

/** Swarm weights: each kind is left out, rare, usual or frequent in this run. */
function drawWheel(random: Random): readonly StepKind[] {
  const wheel: StepKind[] = []
  for (const [kind, weight] of Object.entries(defaultWeights)) {
    const factor = isVital(kind) ? 2 : ([0, 1, 2, 2, 8][random.next(5)] ?? 1)
    for (let times = 0; times < weight * factor; times++) {
      if (isKind(kind)) wheel.push(kind)
    }
  }
  return wheel
}

function isKind(kind: string): kind is StepKind {
  return kind in defaultWeights
}

function isVital(kind: string): boolean {
  return kind === "settle" || kind === "advance" || kind === "save"
}

export function runSchedule(
  module: BoardModule,
  schedule: Schedule,
  coverage: Coverage,
): RunResult {
  const checks = new Checks()
  const world = createWorld({ module, coverage, checks, faults: new Set(schedule.faults) })
  for (const fault of schedule.faults) coverage.fault(fault)
  try {
    for (const step of schedule.steps) {
      world.steps += 1
      take(world, step)
      if (checks.violations.length > 0) break
    }
    if (checks.violations.length === 0) heal(world)
  } catch (error) {
    checks.fail(nameOf(error))
  }
  return { steps: world.steps, violations: checks.violations }
}

/** An assertion of the board names its invariant; anything else is a crash. */
function nameOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^I\d+ /.test(message) ? message : `crash: ${message}`
}

function take(world: World, step: Step) {
  const { faults } = world
  advance(world, 1)
  if (step.kind === "reload" || step.kind === "crash") {
    if (faults.has("restarts")) restart(world, step.kind, step.b)
  } else if (step.kind === "foreign") {
    if (faults.has("restarts")) meetOtherHost(world, step.b)
  } else takeStep(world, step)
  if (!faults.has("late-events")) flushEvents(world)
  if (!faults.has("slow-saves")) saveAll(world)
}

function saveAll(world: World) {
  for (const taskId of [...world.saves]) save(world, taskId)
}

/** No more faults: everything settles, and a minute passes. */
function heal(world: World) {
  world.faults.clear()
  settleUnlaunched(world)
  const end = world.now + healMs
  for (let rounds = 0; rounds < healRoundsMax; rounds++) {
    flushEvents(world)
    saveAll(world)
    const call = world.inFlight[0]
    if (call) {
      apply(world, call, 0)
      deliver(world, call, call.answer)
      continue
    }
    const next = world.timers.nextAt
    if (next === undefined || next > end) break
    advance(world, Math.max(0, next - world.now))
  }
  if (world.inFlight.length > 0) world.checks.fail("I27 the board does not come to rest")
  world.checks.healed(world)
}

/** The shortest part of a failing schedule that still breaks the same invariant. */
export function shrink(module: BoardModule, schedule: Schedule, invariant: string): Schedule {
  const breaks = (candidate: Schedule) =>
    runSchedule(module, candidate, new Coverage()).violations.includes(invariant)
  let best = schedule
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; ) {
    const smaller = withoutChunk(best, size, breaks)
    if (smaller) best = smaller
    else size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  for (const fault of best.faults) {
    const candidate = { ...best, faults: best.faults.filter((name) => name !== fault) }
    if (breaks(candidate)) best = candidate
  }
  return best
}

function withoutChunk(
  schedule: Schedule,
  size: number,
  breaks: (candidate: Schedule) => boolean,
): Schedule | undefined {
  for (let start = 0; start < schedule.steps.length; start += size) {
    const steps = schedule.steps.filter((_, index) => index < start || index >= start + size)
    const candidate = { ...schedule, steps }
    if (steps.length < schedule.steps.length && breaks(candidate)) return candidate
  }
  return undefined
}
