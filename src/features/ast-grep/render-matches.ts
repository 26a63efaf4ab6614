// Search results as text: by file, with line numbers, context lines and, on request, captured values.

import type { EngineMatch } from "./engine/matcher.ts"
import type { AstGrepLimits } from "./limits.ts"

export interface FileMatches {
  /** As shown. */
  readonly name: string
  /** Text of the file; undefined when it can no longer be read. */
  readonly text: string | undefined
  readonly matches: readonly EngineMatch[]
}

export interface RenderOptions {
  readonly contextLines: number
  readonly hasCaptures: boolean
  readonly limits: AstGrepLimits
}

/** One block of lines per file, headed by its name. A line is printed once, however many matches it has. */
export function renderFile(file: FileMatches, options: RenderOptions): string {
  const page = collectLines(file, options)
  const captures = options.hasCaptures ? capturesByLine(file.matches, options.limits) : undefined
  const lines = [file.name]
  let previous: number | undefined
  for (const number of [...page.keys()].sort((left, right) => left - right)) {
    const isGap = previous !== undefined && number > previous + 1
    if (isGap && options.contextLines > 0) lines.push("--")
    const { sign, text } = page.get(number) ?? { sign: ":", text: "" }
    lines.push(`${number + 1}${sign} ${text}`, ...(captures?.get(number) ?? []))
    previous = number
  }
  return lines.join("\n")
}

/** Lines to show, by number. A line of a match is never shown as the context of another one. */
function collectLines(file: FileMatches, options: RenderOptions): ReadonlyMap<number, ShownLine> {
  const source = file.text?.split(/\r?\n/)
  const page = new Map<number, ShownLine>()
  for (const match of file.matches) {
    const lines = source ? matchLines(match, source, options) : textLines(match, options.limits)
    for (const line of lines) {
      if (line.sign === ":" || !page.has(line.number)) page.set(line.number, line)
    }
  }
  return page
}

interface ShownLine {
  /** Zero-based. */
  readonly number: number
  /** `:` for a line of a match, `-` for context. */
  readonly sign: ":" | "-"
  readonly text: string
}

function matchLines(
  match: EngineMatch,
  source: readonly string[],
  { contextLines, limits }: RenderOptions,
): readonly ShownLine[] {
  const first = match.line
  const last = lastLineOf(match)
  const shownLast = Math.min(last, first + limits.matchLinesMax - 1)
  const shown = (from: number, to: number, sign: ":" | "-") =>
    range(Math.max(0, from), Math.min(source.length - 1, to)).map((number) => ({
      number,
      sign,
      text: clip(source[number] ?? "", limits.matchCharactersMax),
    }))
  const body = shown(first, shownLast, ":")
  const tail = body.at(-1)
  const hidden = last - shownLast
  const marked: readonly ShownLine[] =
    hidden > 0 && tail
      ? [...body.slice(0, -1), { ...tail, text: `${tail.text} … (+${hidden} lines)` }]
      : body
  return [
    ...shown(first - contextLines, first - 1, "-"),
    ...marked,
    ...shown(last + 1, last + contextLines, "-"),
  ]
}

function lastLineOf(match: EngineMatch): number {
  return match.line + match.text.split("\n").length - 1
}

function capturesByLine(
  matches: readonly EngineMatch[],
  limits: AstGrepLimits,
): ReadonlyMap<number, readonly string[]> {
  const byLine = new Map<number, readonly string[]>()
  for (const match of matches) {
    const last = Math.min(lastLineOf(match), match.line + limits.matchLinesMax - 1)
    byLine.set(last, [...(byLine.get(last) ?? []), ...captureLines(match, limits)])
  }
  return byLine
}

function textLines(match: EngineMatch, limits: AstGrepLimits): readonly ShownLine[] {
  const [first = ""] = match.text.split("\n")
  return [{ number: match.line, sign: ":", text: clip(first, limits.matchCharactersMax) }]
}

function captureLines(match: EngineMatch, limits: AstGrepLimits): readonly string[] {
  const single = Object.entries(match.single).map(([name, { text }]) => [`$${name}`, text] as const)
  const lists = Object.entries(match.list).map(([name, span]) => {
    const bytes = Buffer.from(match.text)
    const start = match.span.start
    const text = span ? bytes.subarray(span.start - start, span.end - start).toString("utf8") : ""
    return [`$$$${name}`, text] as const
  })
  const transformed = Object.entries(match.transformed).map(
    ([name, text]) => [`$${name}`, text] as const,
  )
  const all = [...single, ...lists, ...transformed].sort(([left], [right]) =>
    left < right ? -1 : 1,
  )
  return all.map(([name, text]) => {
    const oneLine = text.replace(/\s*\n\s*/g, " ")
    return `   ${name} = ${clip(oneLine, limits.captureCharactersMax)}`
  })
}

function clip(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
