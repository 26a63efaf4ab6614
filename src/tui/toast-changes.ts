// Which changes of the board are worth a toast: a task ended, waits for somebody, or shows no sign of life. Each
// change is told once; what was there at first sight is not told. Pure.

import { panelCancelReason } from "../board/panel-request.ts"
import { describeDetail, fitColumns, lookOf, shortName } from "./row-text.ts"
import type { TaskRow } from "./task-row.ts"

export interface ToastKinds {
  readonly ended: boolean
  readonly blocked: boolean
  readonly stuck: boolean
}

export interface Toast {
  readonly variant: "success" | "info" | "warning" | "error"
  readonly message: string
}

/** Each task as it was at the last look. */
export type SeenRows = ReadonlyMap<string, TaskRow>

export function toastsOf(
  seen: SeenRows,
  rows: readonly TaskRow[],
  kinds: ToastKinds,
  now: number,
): readonly Toast[] {
  return rows.flatMap((row) => {
    const before = seen.get(row.taskId)
    return before ? changeOf(before, row, kinds, now) : []
  })
}

export function seenOf(rows: readonly TaskRow[]): SeenRows {
  return new Map(rows.map((row): [string, TaskRow] => [row.taskId, row]))
}

function changeOf(before: TaskRow, row: TaskRow, kinds: ToastKinds, now: number): readonly Toast[] {
  const isNewRun = row.generation !== before.generation
  const isNewPhase = isNewRun || row.phase !== before.phase
  if (!row.isLive) {
    // Who cancelled in the panel gets the answer to that.
    const isAnswered = row.phase === "cancelled" && row.endDetail === panelCancelReason
    const isEnding = kinds.ended && !isAnswered && (before.isLive || isNewRun)
    return isEnding ? [{ variant: endVariant(row), message: sentence(row, now) }] : []
  }
  if (row.phase === "blocked" && kinds.blocked && isNewPhase) {
    return [
      { variant: "warning", message: `${shortName(row)} waits: ${row.waitsFor ?? "permission"}` },
    ]
  }
  if (row.phase === "stuck" && kinds.stuck && isNewPhase) {
    return [{ variant: "warning", message: sentence(row, now) }]
  }
  return []
}

function sentence(row: TaskRow, now: number): string {
  const detail = describeDetail(row, now)
  const state = `${shortName(row)} ${lookOf(row).word}`
  return detail === undefined ? state : `${state}: ${fitColumns(detail, 80)}`
}

function endVariant(row: TaskRow): Toast["variant"] {
  if (row.phase === "completed") return "success"
  return row.phase === "cancelled" ? "info" : "error"
}
