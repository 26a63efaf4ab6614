// Inserts a child into the text of an array or object, or removes one, by positions alone: nothing is reformatted,
// and what removal takes out is what insertion put in. Pure.

export interface TextContainer {
  /** Position of the opening bracket, and of the closing one. */
  readonly open: number
  readonly close: number
  readonly children: readonly { readonly start: number; readonly end: number }[]
  /** Position of the comma behind each child. */
  readonly commas: readonly (number | undefined)[]
}

export function insertChild(text: string, container: TextContainer, child: string): string {
  const { open, close, children, commas } = container
  const last = children.at(-1)
  const comma = commas.at(-1)
  const closingLine = lineStart(text, close)
  const isOwnLine = closingLine > open && text.slice(closingLine, close).trim() === ""
  if (!isOwnLine) return insertInline(text, container, child)
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n"
  const indent = last ? indentAt(text, last.start) : undefined
  const line = `${indent ?? deeper(text.slice(closingLine, close), text)}${child}`
  const withLine = splice(
    text,
    closingLine,
    closingLine,
    `${line}${last && comma !== undefined ? "," : ""}${lineEnd}`,
  )
  return last && comma === undefined ? splice(withLine, last.end, last.end, ",") : withLine
}

function insertInline(
  text: string,
  { open, close, children, commas }: TextContainer,
  child: string,
) {
  const last = children.at(-1)
  if (!last) {
    const isObject = text[open] === "{"
    const isBlank = text.slice(open + 1, close).trim() === ""
    if (isObject && isBlank) return splice(text, open + 1, close, `\n  ${child}\n`)
    return splice(text, close, close, child)
  }
  const comma = commas.at(-1)
  if (comma !== undefined) return splice(text, comma + 1, comma + 1, ` ${child},`)
  return splice(text, last.end, last.end, `, ${child}`)
}

export function removeChild(text: string, container: TextContainer, index: number): string {
  const { children, commas } = container
  const child = children[index]
  if (!child) return text
  const comma = commas[index]
  const end = comma === undefined ? child.end : comma + 1
  const start = lineStart(text, child.start)
  const nextLine = text.indexOf("\n", end) + 1
  const isWholeLine =
    nextLine > 0 &&
    text.slice(start, child.start).trim() === "" &&
    text.slice(end, nextLine).trim() === ""
  const before = commas[index - 1]
  const cut = isWholeLine
    ? splice(text, start, nextLine, "")
    : splice(text, ...inlineRange(text, { from: child.start, to: end, isFirst: index === 0 }), "")
  // The last child without a comma leaves the one before it last.
  return comma === undefined && before !== undefined ? splice(cut, before, before + 1, "") : cut
}

/** The white space on the side where the comma was goes with the child. */
function inlineRange(
  text: string,
  range: { readonly from: number; readonly to: number; readonly isFirst: boolean },
): [from: number, to: number] {
  if (!range.isFirst) return [text.slice(0, range.from).trimEnd().length, range.to]
  const rest = text.slice(range.to)
  const isLineEnd = /^[ \t]*\r?\n/.test(rest)
  return [range.from, range.to + (isLineEnd ? 0 : rest.length - rest.trimStart().length)]
}

function splice(text: string, from: number, to: number, replacement: string): string {
  return text.slice(0, from) + replacement + text.slice(to)
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf("\n", position - 1) + 1
}

/** White space before a child that begins its line. */
function indentAt(text: string, position: number): string | undefined {
  const before = text.slice(lineStart(text, position), position)
  return before.trim() === "" ? before : undefined
}

/** One level below `indent`, in the manner of the file. */
function deeper(indent: string, text: string): string {
  return `${indent}${/^\t/m.test(text) ? "\t" : "  "}`
}
