// Tables as GFM: one line per row, pipes escaped, several blocks of a cell joined by `<br>`, spans padded with empty
// cells. Tables that only lay a page out are flattened to their contents.

import type { PageElement } from "../dom.ts"
import { convertLimits } from "../limits.ts"
import { block, type MarkdownRules, oneLine } from "./rule.ts"

interface Cell {
  readonly text: string
  readonly isHeader: boolean
  readonly columns: number
  readonly rows: number
  readonly alignment: string
}

/** Spans beyond this are mistakes of the page. */
const spanMax = 100

/** Cell contents are kept until their table is written: children are written first. */
export function createTableRules(): MarkdownRules {
  const contents = new WeakMap<PageElement, string>()
  const keep = (content: string, element: PageElement) => {
    contents.set(element, content)
    return ""
  }
  const writeTable = (_: string, table: PageElement): string => {
    const rows = rowsOf(table)
    const caption = contents.get(childNamed(table, "caption") ?? table) ?? ""
    const captionText = caption.trim() === "" ? "" : block(oneLine(caption))
    if (isLayout(table, rows)) {
      const cells = rows.flatMap(cellsOf)
      const text = cells.map((cell) => block((contents.get(cell) ?? "").trim())).join("")
      return captionText + block(text.replace(/\n{3,}/g, "\n\n").trim())
    }
    const grid = toGrid(rows.map((row) => cellsOf(row).map((cell) => readCell(cell, contents))))
    return grid.length === 0 ? captionText : captionText + block(writeGrid(grid))
  }
  return {
    td: keep,
    th: keep,
    caption: keep,
    tr: () => "",
    thead: () => "",
    tbody: () => "",
    tfoot: () => "",
    colgroup: () => "",
    table: writeTable,
  }
}

function rowsOf(table: PageElement): PageElement[] {
  const rows: PageElement[] = []
  for (const child of table.children) {
    if (child.localName === "tr") rows.push(child)
    else if (/^t(?:head|body|foot)$/.test(child.localName)) {
      rows.push(...child.children.filter((row) => row.localName === "tr"))
    }
  }
  return rows
}

function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter((cell) => cell.localName === "td" || cell.localName === "th")
}

function childNamed(element: PageElement, name: string): PageElement | undefined {
  return element.children.find((child) => child.localName === name)
}

/** One column, or cells that hold whole parts of a page, and no header cell. */
function isLayout(table: PageElement, rows: readonly PageElement[]): boolean {
  const role = table.getAttribute("role")
  if (role === "presentation" || role === "none") return true
  const cells = rows.flatMap(cellsOf)
  if (cells.some((cell) => cell.localName === "th")) return false
  if (rows.every((row) => cellsOf(row).length <= 1)) return true
  if (rows.length > layoutRowsMax) return false
  if (childNamed(table, "thead") || childNamed(table, "caption")) return false
  const isBig = (cell: PageElement) =>
    cell.querySelector("table, h1, h2, h3, h4, h5, h6") !== null ||
    cell.querySelectorAll("p, pre").length > layoutBlocksMin
  return cells.some(isBig)
}

/** Tables with more rows hold data. */
const layoutRowsMax = 60
/** A cell without header cells around and with this many paragraphs is a part of the page. */
const layoutBlocksMin = 3

function readCell(cell: PageElement, contents: WeakMap<PageElement, string>): Cell {
  const content = contents.get(cell) ?? ""
  const text = content.includes("\n") ? flattenBlocks(content) : content.trim()
  return {
    text: text.replace(/(?<!\\)\|/g, "\\|"),
    isHeader: cell.localName === "th",
    columns: readSpan(cell, "colspan"),
    rows: readSpan(cell, "rowspan"),
    alignment: readAlignment(cell),
  }
}

function readSpan(cell: PageElement, name: string): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? "1", 10)
  return Number.isFinite(value) && value > 0 ? Math.min(value, spanMax) : 1
}

function readAlignment(cell: PageElement): string {
  const style = /text-align\s*:\s*(left|center|right)/i.exec(cell.getAttribute("style") ?? "")
  return (style?.[1] ?? cell.getAttribute("align") ?? "").toLowerCase()
}

/** Blocks on one line: fences become code spans, nested tables lose their rules, the rest keeps its marks. */
function flattenBlocks(content: string): string {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of content.split("\n")) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) fence = mark
    else if (fence !== undefined && mark !== undefined && line.trim() === fence) fence = undefined
    else if (fence !== undefined) lines.push(line.trim() === "" ? "" : codeSpan(line))
    else if (!/^\s*\|(?:\s*(?::?-+:?)?\s*\|)+\s*$/.test(line)) lines.push(flattenRow(line.trim()))
  }
  return lines.filter((line) => line !== "").join("<br>")
}

function flattenRow(line: string): string {
  return line.startsWith("| ") ? line.replace(/^\| | \|$/g, "").replace(/ \| /g, " ") : line
}

function codeSpan(line: string): string {
  const mark = line.includes("`") ? "``" : "`"
  return `${mark}${line.trimEnd()}${mark}`
}

const emptyCell: Cell = { text: "", isHeader: false, columns: 1, rows: 1, alignment: "" }

/** Rectangular: row spans leave empty cells in the rows below, column spans to the right. */
function toGrid(source: readonly (readonly Cell[])[]): Cell[][] {
  const rows = withinBudget(source)
  const grid: Cell[][] = rows.map(() => [])
  for (const [y, cells] of rows.entries()) {
    let x = 0
    for (const cell of cells) {
      while (grid[y]?.[x] !== undefined) x++
      placeCell(grid, cell, { x, y })
      x += cell.columns
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length))
  const isPadded = width * grid.length <= convertLimits.tableCellsMax
  const full = grid.map((row) =>
    Array.from({ length: isPadded ? width : row.length }, (_, x) => row[x] ?? emptyCell),
  )
  return full.filter((row) => row.some((cell) => cell.text !== ""))
}

/** Spans of a whole table can cover millions of cells; then none of them counts. */
function withinBudget(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  let covered = 0
  for (const cell of rows.flat()) covered += cell.columns * cell.rows
  if (covered <= convertLimits.tableCellsMax) return rows
  return rows.map((cells) => cells.map((cell) => ({ ...cell, columns: 1, rows: 1 })))
}

function placeCell(grid: Cell[][], cell: Cell, at: { x: number; y: number }): void {
  const filler = { ...emptyCell, isHeader: cell.isHeader }
  for (const row of grid.slice(at.y, at.y + cell.rows)) {
    for (let column = 0; column < cell.columns; column++) row[at.x + column] = filler
  }
  const origin = grid[at.y]
  if (origin) origin[at.x] = cell
}

function writeGrid(grid: readonly (readonly Cell[])[]): string {
  const first = grid[0] ?? []
  const hasHeader =
    first.every((cell) => cell.isHeader || cell.text === "") && first.some((cell) => cell.isHeader)
  const header = hasHeader ? first : first.map((cell) => ({ ...cell, text: "" }))
  const body = hasHeader ? grid.slice(1) : grid
  const rule = first.map((cell) => alignmentRules[cell.alignment] ?? "---")
  const lines = [
    header.map((cell) => cell.text),
    rule,
    ...body.map((row) => row.map((cell) => cell.text)),
  ]
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const alignmentRules: Readonly<Record<string, string>> = {
  left: ":---",
  center: ":---:",
  right: "---:",
}
