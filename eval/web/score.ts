// Score of one page: runs of four consecutive words, compared as multisets (the shingle measure of the
// article extraction benchmark). The three counts are shares of their sum, so that every page weighs one.

export interface PageScore {
  readonly common: number
  readonly surplus: number
  readonly missing: number
}

const runWords = 4

export function scorePage(expected: string, actual: string): PageScore {
  const wanted = countRuns(expected)
  const found = countRuns(actual)
  let common = 0
  for (const [run, count] of wanted) common += Math.min(count, found.get(run) ?? 0)
  const surplus = sum(found) - common
  const missing = sum(wanted) - common
  const total = common + surplus + missing
  if (total === 0) return { common: 0, surplus: 0, missing: 0 }
  return { common: common / total, surplus: surplus / total, missing: missing / total }
}

/** F1 of one page, for the list of the worst. Two empty texts agree. */
export function pageF1(score: PageScore): number {
  const { common, surplus, missing } = score
  if (common + surplus + missing === 0) return 1
  return (2 * common) / (2 * common + surplus + missing)
}

/** A share for mean precision or recall; nothing wanted and nothing found counts as full marks. */
export function share(part: number, rest: number): number {
  return part + rest === 0 ? (part === 0 ? 1 : 0) : part / (part + rest)
}

function countRuns(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const runs = new Map<string, number>()
  if (words.length === 0) return runs
  const last = Math.max(0, words.length - runWords)
  for (let start = 0; start <= last; start++) {
    const run = words.slice(start, start + runWords).join(" ")
    runs.set(run, (runs.get(run) ?? 0) + 1)
  }
  return runs
}

function sum(runs: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of runs.values()) total += count
  return total
}
