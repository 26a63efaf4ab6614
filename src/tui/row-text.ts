// The words, marks and tones of a task as people read them. Pure.

import { cutToColumns } from "./columns.ts"
import { panelLimits } from "./limits.ts"
import type { RowPhase, TaskRow } from "./task-row.ts"

/** Colours of the host's theme, by meaning. */
export type Tone = "text" | "muted" | "good" | "busy" | "warning" | "bad"

interface Look {
  readonly mark: string
  readonly word: string
  readonly tone: Tone
}

const looks: Readonly<Record<RowPhase, Look>> = {
  starting: { mark: "○", word: "starting", tone: "busy" },
  running: { mark: "●", word: "running", tone: "busy" },
  retrying: { mark: "●", word: "retrying", tone: "warning" },
  cancelling: { mark: "●", word: "cancelling", tone: "muted" },
  blocked: { mark: "▲", word: "blocked", tone: "warning" },
  stuck: { mark: "▲", word: "stuck", tone: "warning" },
  uncertain: { mark: "?", word: "uncertain", tone: "warning" },
  completed: { mark: "✓", word: "done", tone: "good" },
  errored: { mark: "✗", word: "failed", tone: "bad" },
  cancelled: { mark: "⊘", word: "cancelled", tone: "muted" },
  stopped: { mark: "■", word: "stopped", tone: "bad" },
}

export function lookOf(row: TaskRow): Look {
  return looks[row.phase]
}

/** Times of a broken record may be anything; a duration stays as short as a line allows. */
const secondsMax = 999 * 86_400

/** `12s`, `1m 05s`, `2h 07m`, `3d 04h`; never negative. */
export function describeDuration(ms: number): string {
  const whole = Number.isNaN(ms) ? 0 : Math.floor(ms / 1_000)
  const seconds = Math.min(secondsMax, Math.max(0, whole))
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours}h ${twoDigits(minutes % 60)}m`
  return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}h`
}

export function describeElapsed(row: TaskRow, now: number): string {
  return describeDuration((row.endedAt ?? now) - row.startedAt)
}

/** What there is to say beyond the state: tool in progress, what it waits for, why it is uncertain or failed. */
export function describeDetail(row: TaskRow, now: number): string | undefined {
  switch (row.phase) {
    case "blocked":
      return `blocked: ${row.waitsFor ?? "permission"}`
    case "uncertain":
      return `uncertain: ${row.uncertain ?? "state not proven"}`
    case "stuck":
      return `no sign of life for ${describeDuration(now - row.lastSignAt)}`
    case "retrying":
      return "the model is asked again"
    case "running":
      return row.tool === undefined ? undefined : `tool: ${row.tool}`
    case "errored":
    case "stopped":
      return row.endDetail
    default:
      return undefined
  }
}

/** `3 running · 1 blocked`; undefined where nothing is live. */
export function describeCounts(rows: readonly TaskRow[]): string | undefined {
  const live = rows.filter((row) => row.isLive)
  if (live.length === 0) return undefined
  const count = (phase: RowPhase) => live.filter((row) => row.phase === phase).length
  const remarks = (["blocked", "stuck", "uncertain"] as const)
    .filter((phase) => count(phase) > 0)
    .map((phase) => `${count(phase)} ${phase}`)
  return [`${live.length} running`, ...remarks].join(" · ")
}

/** The alias as it is shown. */
export function shortName(row: Pick<TaskRow, "alias">): string {
  return fitColumns(row.alias, panelLimits.aliasColumnsMax)
}

/** One line without control characters, cut to a number of columns. */
export function fitColumns(text: string, columns: number): string {
  return cutToColumns(plainLine(text), columns)
}

const escapeCharacter = String.fromCharCode(0x1b)
/** CSI and OSC sequences (ECMA-48); the runtimes' own stripping takes more than these, and not the same. */
const terminalSequence = new RegExp(
  `${escapeCharacter}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\p{Cc}]*(?:${String.fromCharCode(7)}|${escapeCharacter}\\\\)?)`,
  "gu",
)

/** Text of models and plugins never reaches the terminal with control characters or sequences in it. */
export function plainLine(text: string): string {
  return text
    .replace(terminalSequence, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0")
}
