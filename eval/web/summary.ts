// The figures of one set of pages, in the fields that results are compared by.

import { type PageScore, pageF1, share } from "./score.ts"

export interface PageResult {
  readonly id: string
  readonly score: PageScore
  readonly isError: boolean
  readonly isEmpty: boolean
  readonly cpuMs: number
  readonly peakMb: number
  readonly markdownBytes: number
  readonly htmlBytes: number
}

const worstListed = 10

export function summarizeSet(results: readonly PageResult[]) {
  const precision = mean(results.map(({ score }) => share(score.common, score.surplus)))
  const recall = mean(results.map(({ score }) => share(score.common, score.missing)))
  const scored = results.map(({ id, score }) => ({ id, f1: round(pageF1(score)) }))
  const cpu = results.map(({ cpuMs }) => cpuMs).sort((left, right) => left - right)
  return {
    pages: results.length,
    f1: round(precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)),
    precision: round(precision),
    recall: round(recall),
    below50: scored.filter(({ f1 }) => f1 < 0.5).length,
    below80: scored.filter(({ f1 }) => f1 < 0.8).length,
    errors: results.filter(({ isError }) => isError).length,
    empty: results.filter(({ isEmpty }) => isEmpty).length,
    ms: { p50: quantile(cpu, 0.5), p95: quantile(cpu, 0.95), max: quantile(cpu, 1) },
    peakMb: Math.round(Math.max(0, ...results.map(({ peakMb }) => peakMb))),
    markdownBytes: results.reduce((total, { markdownBytes }) => total + markdownBytes, 0),
    htmlBytes: results.reduce((total, { htmlBytes }) => total + htmlBytes, 0),
    worst: scored.sort((left, right) => left.f1 - right.f1).slice(0, worstListed),
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
}

function quantile(sorted: readonly number[], share: number): number {
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return Math.round((sorted[index] ?? 0) * 10) / 10
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
