// One measured figure. Where a peer does the same work in the same run, the ratio is what counts: absolute
// times of one machine say little about another.

export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: "ms" | "MB" | "kB" | "count" | "per second" | "% of a core"
  /** Ours divided by the peer's. */
  readonly ratio?: number
  readonly peer?: string
  /** What the figure may be at most, where that is promised. */
  readonly limit?: number
}

/** A file of bench/topics exports one of these as `bench`. */
export interface Bench {
  readonly topic: string
  run(): Promise<readonly BenchRow[]>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
