// Readings of a hunk: what its rows may mean when markers are missing or line numbers were copied along.
// The first reading takes the rows at their word; others exist only where the rows invite them.

import type { Hunk, Row } from "./patch.ts"

/** A run of deleted and added rows between context rows. */
export interface Change {
  /** Index of the old row before which the run stands. */
  readonly at: number
  /** Old rows from `at` on that the run deletes. */
  readonly removed: number
  readonly added: readonly string[]
}

export interface Reading {
  /** Context and deleted rows in order: what the file should hold. */
  readonly old: readonly string[]
  readonly isDeleted: readonly boolean[]
  readonly changes: readonly Change[]
  readonly kind: "literal" | "blank-edges-dropped" | "space-lost" | "line-numbers"
}

export function readingsOf(hunk: Hunk): readonly Reading[] {
  const { rows } = hunk
  const literal = createReading(rows, "literal")
  const readings = [literal]
  const trimmed = withoutBareEdges(rows)
  if (trimmed.length < rows.length) readings.push(createReading(trimmed, "blank-edges-dropped"))
  const isSpaceLost = rows.some((row) => row.isBare && row.raw.trim() !== "")
  if (isSpaceLost) readings.push(createReading(trimmed.map(asRaw), "space-lost"))
  for (const unnumbered of withoutLineNumbers(trimmed)) {
    readings.push(createReading(unnumbered, "line-numbers"))
  }
  return readings
}

export function createReading(rows: readonly Row[], kind: Reading["kind"]): Reading {
  const old: string[] = []
  const isDeleted: boolean[] = []
  const changes: { at: number; removed: number; added: string[] }[] = []
  let open: { at: number; removed: number; added: string[] } | undefined
  for (const row of rows) {
    if (row.kind === "context") {
      open = undefined
      old.push(row.text)
      isDeleted.push(false)
      continue
    }
    if (!open) {
      open = { at: old.length, removed: 0, added: [] }
      changes.push(open)
    }
    if (row.kind === "add") {
      open.added.push(row.text)
      continue
    }
    open.removed += 1
    old.push(row.text)
    isDeleted.push(true)
  }
  return { old, isDeleted, changes, kind }
}

/** Rows of the file as the hunk wants them. */
export function newRowsOf(reading: Reading): string[] {
  const rows: string[] = []
  let copied = 0
  for (const change of reading.changes) {
    rows.push(...reading.old.slice(copied, change.at), ...change.added)
    copied = change.at + change.removed
  }
  rows.push(...reading.old.slice(copied))
  return rows
}

// Empty lines without a marker at the edges may be context or mere spacing between hunks.
function withoutBareEdges(rows: readonly Row[]): readonly Row[] {
  const isSpacing = (row: Row | undefined): boolean => row?.isBare === true && row.raw.trim() === ""
  let start = 0
  let end = rows.length
  while (start < end && isSpacing(rows[start])) start += 1
  while (end > start && isSpacing(rows[end - 1])) end -= 1
  return start === 0 && end === rows.length ? rows : rows.slice(start, end)
}

function asRaw(row: Row): Row {
  return row.kind === "context" ? { ...row, text: row.raw } : row
}

const lineNumber = /^\s*(\d{1,7})(?:[|│→]|:(?= |$)|\t)/

interface Numbered {
  readonly row: Row
  readonly number: number | undefined
  readonly rest: string
}

// A column of ascending numbers before every old row, as a reader tool shows it. The space behind the number may belong
// to the column or to the line: if it always stands there, both are tried.
function withoutLineNumbers(rows: readonly Row[]): readonly (readonly Row[])[] {
  if (!rows.every((row) => row.kind === "add" || lineNumber.test(row.text))) return []
  const numbered = rows.map(splitNumber)
  const old = numbered.filter(({ row }) => row.kind !== "add")
  const added = numbered.filter(({ row }) => row.kind === "add" && row.text.trim() !== "")
  if (old.length === 0) return []
  const isAscending = old.every(
    ({ number = 0 }, index) => index === 0 || number === (old[index - 1]?.number ?? 0) + 1,
  )
  if (!isAscending) return []
  const numberedAdds = added.filter(({ number }) => number !== undefined).length
  if (numberedAdds !== 0 && numberedAdds !== added.length) return []
  const plain = numbered.map(({ row, rest }) => ({ ...row, text: rest }))
  const isSpaced = old.every(({ rest }) => rest === "" || rest.startsWith(" "))
  if (!isSpaced) return [plain]
  const unspaced = numbered.map(({ row, number, rest }) => {
    const isInColumn = number !== undefined && rest.startsWith(" ")
    return { ...row, text: isInColumn ? rest.slice(1) : rest }
  })
  return [plain, unspaced]
}

function splitNumber(row: Row): Numbered {
  const match = lineNumber.exec(row.text)
  if (!match) return { row, number: undefined, rest: row.text }
  return { row, number: Number(match[1]), rest: row.text.slice(match[0].length) }
}
