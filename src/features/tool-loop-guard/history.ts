// The newest results of one session in the order of their calls, and how often their end repeats itself. Pure.

import type { CallKind } from "./call-kind.ts"

export interface Entry {
  /** Fingerprint of tool and arguments. */
  readonly call: string
  /** Fingerprint of the result. */
  readonly result: string
  /** The same without the order of lines, where that is known. */
  readonly unordered?: string
  readonly tool: string
  readonly kind: CallKind
  readonly isError: boolean
  /** Number of the call in its session. */
  readonly order: number
  /** Highest call number that existed when the result was known. */
  readonly knownAt: number
  /** Message of the host that held the call, where it is known. */
  readonly step?: string | undefined
  /** Tool and arguments, for messages. */
  readonly label: string
  /** Beginning of the result; empty for older entries. */
  readonly sample: string
  /** File or folder that the call is about. */
  readonly target?: string | undefined
  /** Milliseconds since the epoch. */
  readonly endedAt: number
}

export interface HistoryBounds {
  readonly entriesMax: number
  readonly samplesMax: number
}

/**
 * Adds a result. Identical calls that were made side by side count once: the later ones were made without knowing
 * the result (L1). Answers that arrive out of order are put in the order of their calls.
 */
export function addEntry(
  history: readonly Entry[],
  entry: Entry,
  bounds: HistoryBounds,
): readonly Entry[] {
  if (isRepeat(history, entry)) return history
  const at = history.findLastIndex((other) => other.order < entry.order) + 1
  const all = [...history.slice(0, at), entry, ...history.slice(at)]
  if (all.length > bounds.entriesMax) all.shift()
  // One entry is added at a time, so one sample at most has become too old.
  const stale = all.length - bounds.samplesMax - 1
  const old = all[stale]
  if (old !== undefined && old.sample !== "") all[stale] = { ...old, sample: "" }
  return all
}

/** Calls that stand side by side are neighbours, so the search ends at the first that does not. */
function isRepeat(history: readonly Entry[], entry: Entry): boolean {
  for (let index = history.length - 1; index >= 0; index--) {
    const other = history[index]
    if (other === undefined || !isSideBySide(other, entry)) return false
    if (isSameOutcome(other, entry)) return true
  }
  return false
}

function isSideBySide(left: Entry, right: Entry): boolean {
  if (left.step !== undefined && left.step === right.step) return true
  const [first, second] = left.order < right.order ? [left, right] : [right, left]
  return second.order <= first.knownAt
}

export function isSameOutcome(left: Entry, right: Entry): boolean {
  return left.call === right.call && isSameResult(left, right)
}

function isSameResult(left: Entry, right: Entry): boolean {
  if (left.isError !== right.isError) return false
  if (left.result === right.result) return true
  return left.unordered !== undefined && left.unordered === right.unordered
}

/** How many times the last `period` entries stand at the end, one after the other. */
export function tailRounds(history: readonly Entry[], period: number): number {
  if (history.length < period) return 0
  let same = 0
  for (let index = history.length - 1; index >= period; index--) {
    const entry = history[index]
    const before = history[index - period]
    if (entry === undefined || before === undefined || !isSameOutcome(entry, before)) break
    same += 1
  }
  return Math.floor(same / period) + 1
}

export interface Cycle {
  readonly members: readonly Entry[]
  readonly rounds: number
}

/** The shortest row of at least two different calls that repeats itself at the end. */
export function tailCycle(history: readonly Entry[], periodMax: number): Cycle | undefined {
  for (let period = 2; period <= periodMax; period++) {
    const rounds = tailRounds(history, period)
    if (rounds < 2) continue
    const members = history.slice(-period)
    const first = members[0]
    const isOneCall = first === undefined || members.every((entry) => isSameOutcome(entry, first))
    if (!isOneCall) return { members, rounds }
  }
  return undefined
}
