// Aligns the old rows of a hunk with the lines around one diagonal of the file: a weighted longest common subsequence
// in a narrow band (P6). It scores; whether the result may be used is decided elsewhere.

export interface AlignTask {
  /** Keys of the old rows, and their weights. */
  readonly rows: readonly string[]
  readonly weights: readonly number[]
  readonly isDeleted: readonly boolean[]
  readonly lineCount: number
  /** Key of a line of the file; undefined outside of it. */
  keyAt(line: number): string | undefined
  isLike(row: string, line: string): boolean
}

export interface AlignLimits {
  /** Lines that an alignment may wander from its diagonal. */
  readonly bandLines: number
  /** Deleted rows must match. Without it they may stay open, which is how rivals are measured. */
  readonly isStrict: boolean
  /** Pairs that may not be used: file line of each row in another alignment. */
  readonly forbidden: readonly number[] | undefined
}

export interface Alignment {
  readonly score: number
  /** File line of each row, or -1. */
  readonly rowLines: readonly number[]
  /** Rows whose key equals their line's. */
  readonly isExact: readonly boolean[]
}

const likeShare = 0.6
const skippedLineCost = 0.05
const openRowCost = 0.4

const fromMatch = 1
const fromLike = 2
const fromOpenRow = 3
const fromSkippedLine = 4

/** Undefined when no alignment exists in the band. */
export function alignRows(
  task: AlignTask,
  diagonal: number,
  limits: AlignLimits,
): Alignment | undefined {
  const { bandLines } = limits
  const width = 2 * bandLines + 2
  const count = task.rows.length
  const scores = new Float64Array((count + 1) * width).fill(Number.NEGATIVE_INFINITY)
  const steps = new Uint8Array((count + 1) * width)
  const table: Table = { diagonal, bandLines, width, scores, steps }
  // Column c of row i stands before file line i + diagonal - bandLines + c.
  for (let column = 0; column < width; column++) scores[column] = 0
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < width; column++) {
      if (scores[row * width + column] !== Number.NEGATIVE_INFINITY) {
        extend(task, limits, table, row, column)
      }
    }
  }
  return trace(task, table)
}

// From one cell: match the row, skip a line of the file, or leave the row open.
function extend(
  task: AlignTask,
  limits: AlignLimits,
  table: Table,
  row: number,
  column: number,
): void {
  const { width, scores } = table
  const here = scores[row * width + column] ?? 0
  const line = row + table.diagonal - table.bandLines + column
  const weight = task.weights[row] ?? 0
  const below = (row + 1) * width
  const kind = matchKind(task, limits, row, line)
  if (kind !== 0) {
    const share = kind === fromMatch ? 1 : likeShare
    improve(table, below + column, here + weight * share, kind)
  }
  const isInside = row > 0 && line >= 0 && line < task.lineCount
  if (isInside && column + 1 < width) {
    improve(table, row * width + column + 1, here - skippedLineCost, fromSkippedLine)
  }
  const mayStayOpen = !limits.isStrict || !task.isDeleted[row]
  if (mayStayOpen && column > 0) {
    improve(table, below + column - 1, here - weight * openRowCost, fromOpenRow)
  }
}

function improve({ scores, steps }: Table, target: number, score: number, from: number): void {
  if (score <= (scores[target] ?? 0)) return
  scores[target] = score
  steps[target] = from
}

function matchKind(task: AlignTask, limits: AlignLimits, row: number, line: number): number {
  const text = task.keyAt(line)
  const wanted = task.rows[row]
  if (text === undefined || wanted === undefined || limits.forbidden?.[row] === line) return 0
  if (text === wanted) return fromMatch
  return !task.isDeleted[row] && task.isLike(wanted, text) ? fromLike : 0
}

interface Table {
  readonly diagonal: number
  readonly bandLines: number
  readonly width: number
  readonly scores: Float64Array
  readonly steps: Uint8Array
}

function trace(task: AlignTask, table: Table): Alignment | undefined {
  const { diagonal, bandLines, width, scores, steps } = table
  const count = task.rows.length
  let column = 0
  for (let other = 1; other < width; other++) {
    if ((scores[count * width + other] ?? 0) > (scores[count * width + column] ?? 0)) column = other
  }
  const score = scores[count * width + column] ?? Number.NEGATIVE_INFINITY
  if (score === Number.NEGATIVE_INFINITY) return undefined
  const rowLines = new Array<number>(count).fill(-1)
  const isExact = new Array<boolean>(count).fill(false)
  let row = count
  while (row > 0) {
    const from = steps[row * width + column]
    if (from === fromSkippedLine) {
      column -= 1
      continue
    }
    row -= 1
    if (from === fromOpenRow) column += 1
    else {
      rowLines[row] = row + diagonal - bandLines + column
      isExact[row] = from === fromMatch
    }
  }
  return { score, rowLines, isExact }
}
