// The rules: when a result gets a note, and when the next call is refused. Pure.

import { type Cycle, type Entry, tailCycle, tailRounds } from "./history.ts"
import { loopLimits } from "./limits.ts"
import type { LoopOptions } from "./options.ts"

export type Thresholds = Pick<
  LoopOptions,
  "searchMax" | "otherMax" | "errorMax" | "cycleMax" | "writingCycleMax" | "cyclePeriodMax"
>

export type LoopNote =
  | { readonly kind: "result"; readonly count: number; readonly isLast: boolean }
  | { readonly kind: "error"; readonly count: number; readonly isLast: boolean }
  | { readonly kind: "polling"; readonly count: number }
  | { readonly kind: "cycle"; readonly cycle: Cycle; readonly isLast: boolean }

export type LoopBlock =
  | { readonly kind: "result"; readonly count: number; readonly entry: Entry }
  | { readonly kind: "error"; readonly count: number; readonly entry: Entry }
  | { readonly kind: "cycle"; readonly cycle: Cycle; readonly entry: Entry }

/** What the newest result is told, or undefined. */
export function noteFor(history: readonly Entry[], thresholds: Thresholds): LoopNote | undefined {
  const last = history.at(-1)
  if (last === undefined) return undefined
  const count = tailRounds(history, 1)
  const max = limitFor(last, thresholds)
  if (last.isError) {
    return count >= loopLimits.errorNoteFrom
      ? { kind: "error", count, isLast: count === max }
      : undefined
  }
  if (last.kind === "polling") {
    const isDue = loopLimits.pollingNotes.some((number) => number === count)
    return isDue ? { kind: "polling", count } : undefined
  }
  if (count >= loopLimits.noteFrom) return { kind: "result", count, isLast: count === max }
  const cycle = tailCycle(history, thresholds.cyclePeriodMax)
  if (cycle === undefined || cycle.rounds < loopLimits.cycleNoteFrom) return undefined
  const roundsMax = roundsFor(cycle, thresholds)
  const isPolled = cycle.members.some((entry) => entry.kind === "polling")
  if (isPolled && !loopLimits.pollingNotes.some((number) => number === cycle.rounds))
    return undefined
  return { kind: "cycle", cycle, isLast: cycle.rounds === roundsMax }
}

/**
 * Whether the call may run. `isHot` tells that it was refused before in this turn with the result that stands at the
 * end now: then one repetition is enough.
 */
export function blockFor(
  history: readonly Entry[],
  call: string,
  rules: { readonly thresholds: Thresholds; readonly isHot: boolean },
): LoopBlock | undefined {
  const last = history.at(-1)
  if (last === undefined) return undefined
  if (last.call === call) {
    const count = tailRounds(history, 1)
    const max = limitFor(last, rules.thresholds)
    const isOver = max > 0 && (count >= max || rules.isHot)
    if (isOver) return { kind: last.isError ? "error" : "result", count, entry: last }
  }
  const cycle = tailCycle(history, rules.thresholds.cyclePeriodMax)
  const member = cycle?.members.find((entry) => entry.call === call)
  if (cycle === undefined || member === undefined || isNeverRefused(member)) return undefined
  const roundsMax = roundsFor(cycle, rules.thresholds)
  const isOver = roundsMax > 0 && cycle.rounds >= roundsMax
  return isOver ? { kind: "cycle", cycle, entry: member } : undefined
}

/** Identical results that may be had; 0 for no end. */
function limitFor(entry: Entry, thresholds: Thresholds): number {
  if (entry.kind === "noted") return 0
  if (entry.isError) return thresholds.errorMax
  if (entry.kind === "polling") return 0
  return entry.kind === "search" ? thresholds.searchMax : thresholds.otherMax
}

function roundsFor(cycle: Cycle, thresholds: Thresholds): number {
  const { members } = cycle
  if (members.some((entry) => entry.kind === "polling" && !entry.isError)) return 0
  if (members.some((entry) => entry.isError)) return thresholds.cycleMax
  const isWriting = members.some((entry) => entry.kind === "writing")
  return isWriting ? thresholds.writingCycleMax : thresholds.cycleMax
}

function isNeverRefused(entry: Entry): boolean {
  return entry.kind === "noted" || entry.kind === "polling"
}
