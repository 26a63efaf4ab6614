// Draws a captured terminal screen (`tmux capture-pane -p -e`) as SVG: one text element a run of equal style. Pure.

interface Style {
  readonly ink: string
  readonly paper: string
  readonly isBold: boolean
}

interface Run extends Style {
  readonly column: number
  readonly text: string
}

const plain: Style = { ink: "#eeeeee", paper: "#0a0a0a", isBold: false }
/** Size of a character cell in SVG units. */
const cell = { width: 8.4, height: 18 } as const
const margin = 12

export function drawScreen(captured: string, title: string): string {
  const rows = captured.replace(/\n$/, "").split("\n").map(parseRow)
  const columns = Math.max(...rows.map((runs) => widthOf(runs)))
  const width = Math.ceil(columns * cell.width + 2 * margin)
  const height = rows.length * cell.height + 2 * margin
  const body = rows.flatMap((runs, row) => runs.flatMap((run) => drawRun(run, row)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${plain.paper}"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">`,
    ...body,
    "</g>",
    "</svg>",
    "",
  ].join("\n")
}

function drawRun(run: Run, row: number): readonly string[] {
  const x = round(margin + run.column * cell.width)
  const y = margin + row * cell.height
  const length = round([...run.text].length * cell.width)
  const paper =
    run.paper === plain.paper
      ? []
      : [`<rect x="${x}" y="${y}" width="${length}" height="${cell.height}" fill="${run.paper}"/>`]
  if (run.text.trim() === "") return paper
  const weight = run.isBold ? ' font-weight="bold"' : ""
  const place = `x="${x}" y="${y + 13}" textLength="${length}"`
  return [...paper, `<text ${place} fill="${run.ink}"${weight}>${escapeXml(run.text)}</text>`]
}

function parseRow(line: string): readonly Run[] {
  const runs: Run[] = []
  let style = plain
  let column = 0
  const add = (text: string) => {
    if (text !== "") runs.push({ ...style, column, text })
    column += [...text].length
  }
  const [start = "", ...pieces] = line.split("\u001b[")
  add(start)
  for (const piece of pieces) {
    const end = piece.indexOf("m")
    style = applyCodes(style, piece.slice(0, end).split(/[;:]/).map(Number))
    add(piece.slice(end + 1))
  }
  return runs
}

/** Columns of a row without the blanks at its end that have no colour. */
function widthOf(runs: readonly Run[]): number {
  const last = runs.findLast((run) => run.text.trim() !== "" || run.paper !== plain.paper)
  return last ? last.column + [...last.text].length : 0
}

/** An empty list of codes is `0`, as `Number("")` is. */
function applyCodes(style: Style, codes: readonly number[]): Style {
  const [code, mode, red = 0, green = 0, blue = 0, ...rest] = codes
  if (code === undefined) return style
  if (code !== 38 && code !== 48) return applyCodes(applyCode(style, code), codes.slice(1))
  if (mode !== 2) return applyCodes(style, codes.slice(3))
  const colour = hex([red, green, blue])
  return applyCodes(code === 38 ? { ...style, ink: colour } : { ...style, paper: colour }, rest)
}

function applyCode(style: Style, code: number | undefined): Style {
  switch (code) {
    case 0:
      return plain
    case 1:
      return { ...style, isBold: true }
    case 22:
      return { ...style, isBold: false }
    case 39:
      return { ...style, ink: plain.ink }
    case 49:
      return { ...style, paper: plain.paper }
    default:
      return style
  }
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
