// What must hold for every row of calls: a changed result never counts, parallel calls never inflate a run, and the
// state of a session stays below its stated bound.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addEntry, type Entry, tailRounds } from "../../src/features/tool-loop-guard/history.ts"
import { loopLimits } from "../../src/features/tool-loop-guard/limits.ts"
import { createPlayer } from "../features/tool-loop-guard/loop-player.ts"

const isLong = process.env.WORKBENCH_LONG === "1"
const runs = isLong ? 2_000 : 200
const bulkCalls = isLong ? 100_000 : 5_000

const tools = ["read", "grep", "bash", "edit", "webfetch"] as const
const step = fc.record({
  tool: fc.constantFrom(...tools),
  file: fc.integer({ min: 0, max: 3 }),
  output: fc.integer({ min: 0, max: 2 }),
  isError: fc.boolean(),
})

interface Step {
  readonly tool: string
  readonly file: number
  readonly output: number
  readonly isError: boolean
}

describe("for every row of calls", () => {
  test("a call is refused only after enough equal results in a row, or within a cycle", async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), playAgainstModel), {
      seed: 4_001,
      numRuns: runs,
    })
  })

  test("a result that differs from the one before never counts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tools),
        fc.array(fc.string({ maxLength: 40 }), { maxLength: 80 }),
        async (tool, outputs) => {
          const player = createPlayer()
          for (const [index, output] of outputs.entries()) {
            const played = await player.play(tool, { command: "x" }, `${index}: ${output}`)
            expect(played.kind).toBe("ok")
          }
        },
      ),
      { seed: 4_002, numRuns: runs },
    )
  })

  test("the number of rounds does not depend on the order in which parallel results arrive", () => {
    const bounds = { entriesMax: 64, samplesMax: 8 }
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 }), {
          maxLength: 8,
        }),
        fc.infiniteStream(fc.nat()),
        (batches, noise) => {
          let order = 0
          const entries = batches.map((batch, step) =>
            batch.map((call): Entry => {
              order += 1
              return entryOf(call, order, `step-${step}`)
            }),
          )
          const shuffled = entries.map((batch) =>
            batch
              .map((entry) => ({ entry, at: noise.next().value ?? 0 }))
              .sort((left, right) => left.at - right.at)
              .map(({ entry }) => entry),
          )
          const add = (all: readonly (readonly Entry[])[]) =>
            all
              .flat()
              .reduce<readonly Entry[]>((history, entry) => addEntry(history, entry, bounds), [])
          const distinct = entries.map((batch) => [...new Set(batch.map((entry) => entry.call))])
          expect(add(shuffled)).toHaveLength(distinct.flat().length)
          if (distinct.every((calls) => calls.length === 1)) {
            expect(tailRounds(add(shuffled), 1)).toBe(tailRounds(add(entries), 1))
          }
        },
      ),
      { seed: 4_003, numRuns: runs },
    )
  })

  test("the state of a session stays below its stated bound", async () => {
    const player = createPlayer()
    const [steps] = fc.sample(
      fc.array(step, { minLength: bulkCalls, maxLength: bulkCalls, size: "max" }),
      {
        seed: 4_004,
        numRuns: 1,
      },
    )
    const long = "0123456789abcdef".repeat(4_096)
    let largest = 0
    for (const [index, { tool, file, output }] of (steps ?? []).entries()) {
      const args = {
        filePath: `${"deep/".repeat(40)}${file}`,
        note: long.slice(0, 2_000),
        page: index % 97,
      }
      await player.play(tool, args, `${output} ${long}`)
      if (index % 500 === 0) largest = Math.max(largest, sizeOf(player.sessions.of("s")))
    }
    expect(steps).toHaveLength(bulkCalls)
    expect(largest).toBeGreaterThan(0)
    expect(largest).toBeLessThan(loopLimits.sessionBytesMax)
  })

  test("no more sessions are remembered than stated", async () => {
    const player = createPlayer()
    for (let index = 0; index < 400; index++)
      await player.play("read", { filePath: "a" }, "x", `s${index}`)
    expect(player.sessions.size).toBe(loopLimits.sessionsMax)
  })
})

interface Run {
  readonly tool: string
  readonly key: string
  readonly isError: boolean
  readonly outcome: string
  readonly count: number
}

/** The model keeps nothing but the current run; the guard must never refuse or note more than it allows. */
async function playAgainstModel(steps: readonly Step[]): Promise<void> {
  const player = createPlayer({ options: { cyclePeriodMax: 1 } })
  const refused = new Set<string>()
  let run: Run | undefined
  for (const step of steps) {
    const text = `output ${step.output}`
    const outcome = step.isError ? { error: text } : text
    const played = await player.play(step.tool, { filePath: `f${step.file}` }, outcome)
    const key = `${step.tool} ${step.file}`
    if (played.kind === "refused") {
      expect(run?.key).toBe(key)
      expect(run?.count).toBeGreaterThanOrEqual(refused.has(key) ? 1 : fewestBefore(run))
      refused.add(key)
    } else {
      run = nextRun(run, step, key)
      if (played.kind === "note") expect(run.count).toBeGreaterThanOrEqual(loopLimits.noteFrom)
    }
  }
}

function nextRun(run: Run | undefined, { tool, output, isError }: Step, key: string): Run {
  const outcome = `${output} ${isError}`
  const isSame = run?.key === key && run.outcome === outcome
  return { tool, key, isError, outcome, count: isSame ? run.count + 1 : 1 }
}

/** Equal results that a first refusal needs. */
function fewestBefore(run: Run | undefined): number {
  if (run?.isError) return loopLimits.errorMax
  const isSearch = run?.tool === "read" || run?.tool === "grep"
  return isSearch ? loopLimits.searchMax : loopLimits.otherMax
}

function entryOf(call: string, order: number, step: string): Entry {
  return {
    call,
    result: "same",
    tool: "read",
    kind: "search",
    isError: false,
    order,
    knownAt: order,
    step,
    label: call,
    sample: "",
    endedAt: order,
  }
}

/** Characters of all texts, twice for two bytes each, and a flat price for each value. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length
  if (value instanceof Map) return sizeOf([...value.entries()])
  if (value instanceof Set) return sizeOf([...value])
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 16)
  if (typeof value !== "object" || value === null) return 8
  return Object.values(value).reduce<number>((sum, item) => sum + 8 + sizeOf(item), 16)
}
