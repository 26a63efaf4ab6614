// The sidebar's content line by line: what each line says, in which tone, and within which width. Pure.

import { columnsOf } from "./columns.ts"
import { panelLimits } from "./limits.ts"
import {
  describeCounts,
  describeDetail,
  describeElapsed,
  fitColumns,
  lookOf,
  shortName,
  type Tone,
} from "./row-text.ts"
import { sortRows, type TaskRow } from "./task-row.ts"

export interface PanelLine {
  /** Stable while the line is about the same thing, so that only its text changes. */
  readonly key: string
  readonly left: string
  readonly right: string
  readonly tone: Tone
  readonly rightTone: Tone
  readonly isTitle: boolean
  /** Session that the line stands for. */
  readonly taskId: string | undefined
}

/** No lines where there is no task. */
export function panelLines(
  rows: readonly TaskRow[],
  now: number,
  columns: number = panelLimits.sidebarColumns,
): readonly PanelLine[] {
  if (rows.length === 0) return []
  const sorted = sortRows(rows)
  const live = sorted.filter((row) => row.isLive)
  const finished = sorted.filter((row) => !row.isLive)
  const shown = [
    ...live.slice(0, panelLimits.liveRowsMax),
    ...finished.slice(0, panelLimits.finishedRowsMax),
  ]
  return [
    titleLine(rows, columns),
    ...shown.flatMap((row) => rowLines(row, now, columns)),
    ...restLine("more-live", live.length - panelLimits.liveRowsMax, "more running"),
    ...restLine("more-finished", finished.length - panelLimits.finishedRowsMax, "more finished"),
  ]
}

function titleLine(rows: readonly TaskRow[], columns: number): PanelLine {
  const counts = describeCounts(rows) ?? `${rows.length} finished`
  return line({
    key: "title",
    left: "Tasks",
    right: fitColumns(counts, columns - 6),
    tone: "text",
    isTitle: true,
  })
}

function rowLines(row: TaskRow, now: number, columns: number): readonly PanelLine[] {
  const { mark, word, tone } = lookOf(row)
  const { taskId } = row
  const right = `${word} ${describeElapsed(row, now)}`
  const name = `${mark} ${shortName(row)}`
  const isAgentKnown = row.agent !== "" && row.agent !== row.alias
  const left = fitColumns(
    isAgentKnown ? `${name} ${row.agent}` : name,
    columns - columnsOf(right) - 1,
  )
  const detail = describeDetail(row, now)
  const head = line({ key: taskId, left, right, tone, taskId })
  if (detail === undefined) return [head]
  const text = `  ${fitColumns(detail, columns - 2)}`
  return [head, line({ key: `${taskId}/detail`, left: text, tone: detailTone(tone), taskId })]
}

function detailTone(tone: Tone): Tone {
  return tone === "warning" || tone === "bad" ? tone : "muted"
}

function restLine(key: string, count: number, what: string): readonly PanelLine[] {
  return count > 0 ? [line({ key, left: `+ ${count} ${what}`, tone: "muted" })] : []
}

function line(
  given: Pick<PanelLine, "key" | "left" | "tone"> &
    Partial<Pick<PanelLine, "right" | "isTitle" | "taskId">>,
): PanelLine {
  return {
    right: "",
    rightTone: "muted",
    isTitle: false,
    taskId: undefined,
    ...given,
  }
}
