// The board as a list to choose from: one entry a task, live ones first. Pure.

import { describeDetail, describeElapsed, fitColumns, lookOf, shortName } from "./row-text.ts"
import { sortRows, type TaskRow } from "./task-row.ts"

export interface BoardOption {
  readonly title: string
  readonly value: string
  readonly description: string
  readonly footer: string
  readonly category: string
}

export function boardOptions(rows: readonly TaskRow[], now: number): readonly BoardOption[] {
  return sortRows(rows).map((row) => ({
    title: `${lookOf(row).mark} ${shortName(row)}`,
    value: row.taskId,
    description: fitColumns(describeDetail(row, now) ?? row.description, 60),
    footer: `${lookOf(row).word} ${describeElapsed(row, now)}`,
    category: row.isLive ? "Running" : "Finished",
  }))
}
