// When two lines count as the same although their bytes differ: typographic characters and white space (P3).

const typography: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u201B\u2032\u00B4]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212\u00AD]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u200B-\u200D\u2060\uFEFF]/g, ""],
]
// Printable ASCII without a run of spaces is its own key, and nearly every line of source code is.
const needsFolding = /[^ -~]| {2}/

/** Key of a line: two lines with the same key differ at most in white space and typography. */
export function lineKey(line: string): string {
  const trimmed = line.trim()
  if (!needsFolding.test(trimmed)) return trimmed
  return foldTypography(trimmed).replace(/\s+/g, " ").trim()
}

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Where the key of the line at `line` stands in a text, if that line needs no folding: printable ASCII without a run of
 * spaces, spaces around it. Reads a whole text, since reading many small slices of one costs several times as much.
 */
export function plainKeySpan(text: string, line: Span): Span | undefined {
  let { start, end } = line
  while (start < end && isIndentation(text.charCodeAt(start))) start += 1
  while (end > start && isIndentation(text.charCodeAt(end - 1))) end -= 1
  let before = 0
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index)
    const isFolded = code < 0x20 || code > 0x7e || (code === 0x20 && before === 0x20)
    if (isFolded) return undefined
    before = code
  }
  return { start, end }
}

function isIndentation(code: number): boolean {
  return code === 0x20 || code === 0x09
}

export function foldTypography(text: string): string {
  let folded = text
  for (const [pattern, plain] of typography) folded = folded.replace(pattern, plain)
  return folded
}

/** Whether a line says enough to recognise a place by: at least four letters or digits. */
export function isInformative(line: string): boolean {
  let count = 0
  for (let index = 0; index < line.length; index++) {
    if (isWordCode(line.charCodeAt(index))) count += 1
    if (count >= 4) return true
  }
  return false
}

function isWordCode(code: number): boolean {
  const isDigit = code >= 48 && code <= 57
  const isUpper = code >= 65 && code <= 90
  const isLower = code >= 97 && code <= 122
  return isDigit || isUpper || isLower || code >= 0x00c0
}

/** Leading white space of a line. */
export function indentationOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ""
}
