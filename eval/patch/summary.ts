// The JSON object that an evaluation run prints. Its fields are a contract.

import type { PatchCase, RunResult } from "./case.ts"
import type { Grade } from "./grade.ts"

export interface GradedCase {
  readonly patchCase: PatchCase
  readonly grade: Grade
  readonly result: RunResult
}

interface Counts {
  n: number
  right: number
  refused: number
  wrong: number
  noop: number
}

export interface PatchSummary {
  readonly cases: number
  readonly apply: number
  readonly right: number
  readonly refused: number
  readonly wrong: number
  readonly noop: number
  readonly mustRefuse: number
  readonly mustRefuseRight: number
  readonly byKind: Readonly<Record<string, Counts>>
  readonly ms: { readonly p50: number; readonly p95: number; readonly max: number }
  readonly wrongIds: readonly string[]
  readonly refusedIds: readonly string[]
}

export function summarise(graded: readonly GradedCase[]): PatchSummary {
  const count = (grade: Grade): number => graded.filter((entry) => entry.grade === grade).length
  const idsOf = (grade: Grade): string[] =>
    graded.filter((entry) => entry.grade === grade).map(({ patchCase }) => patchCase.id)
  const mustRefuse = graded.filter(({ patchCase }) => patchCase.expected === undefined).length
  return {
    cases: graded.length,
    apply: graded.length - mustRefuse,
    right: count("right"),
    refused: count("refused"),
    wrong: count("wrong"),
    noop: count("noop"),
    mustRefuse,
    mustRefuseRight: count("refusedRightly"),
    byKind: countByKind(graded),
    ms: quantiles(graded.map(({ result }) => result.ms)),
    wrongIds: idsOf("wrong"),
    refusedIds: idsOf("refused"),
  }
}

function countByKind(graded: readonly GradedCase[]): Record<string, Counts> {
  const byKind: Record<string, Counts> = {}
  for (const { patchCase, grade } of graded) {
    const counts = byKind[patchCase.kind] ?? { n: 0, right: 0, refused: 0, wrong: 0, noop: 0 }
    byKind[patchCase.kind] = counts
    counts.n += 1
    if (grade !== "refusedRightly") counts[grade] += 1
  }
  return byKind
}

function quantiles(values: readonly number[]): PatchSummary["ms"] {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number): number => {
    const index = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)
    return Math.round((sorted[Math.max(0, index)] ?? 0) * 1000) / 1000
  }
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}
