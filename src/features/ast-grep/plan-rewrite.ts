// The one rewrite planner, pure: matches and a rewrite become edits of one file, re-indented and with the
// file's own line endings. It knows no engine, so both engines rewrite alike, and it writes nothing.

import type { Capture, EngineMatch, Span } from "./engine/matcher.ts"
import type { TemplatePart } from "./metavariables.ts"

/**
 * A line of a replacement. `raw` is the line with the white space it had where it came from: a line that turns
 * out to lie inside a string literal keeps it.
 */
export interface ReplacementLine {
  readonly formatted: string
  readonly raw: string
}

export interface Edit {
  readonly span: Span
  readonly lines: readonly ReplacementLine[]
}

export interface FilePlan {
  readonly kind: "plan"
  readonly edits: readonly Edit[]
  /** Matches inside other matches: the outer one is rewritten, the inner one needs a second pass. */
  readonly nested: number
  /** Matches whose rewrite is the same text. */
  readonly unchanged: number
  /** Matches without a value for a metavariable of the rewrite, as alternatives of a rule can have them. */
  readonly incomplete: number
}

/** `stale`: the bytes are not those that the engine saw. */
export type PlanOutcome = FilePlan | { readonly kind: "stale" }

export interface RewriteRequest {
  readonly source: Buffer
  /** All matches of the file, in any order. */
  readonly matches: readonly EngineMatch[]
  readonly template: readonly TemplatePart[]
  /**
   * The pattern does not end in a semicolon: then one that the engine counts to the match is not part of what
   * was asked for, and stays after a rewrite that has none either.
   */
  readonly isOpenEnded: boolean
  /** What begins a comment that ends with its line. */
  readonly lineComment: string | undefined
}

export function planRewrite(request: RewriteRequest): PlanOutcome {
  const { source, matches, template, lineComment } = request
  if (matches.some((match) => sliceOf(source, match.span) !== match.text)) return { kind: "stale" }
  const keepsEnd = request.isOpenEnded && !endsStatement(template)
  const outer = withoutNested(matches).map(keepsEnd ? withoutSemicolon : (match) => match)
  const lineEnd = dominantLineEnd(source)
  const complete = outer.filter((match) => hasAllCaptures(match, template))
  const edits: Edit[] = []
  for (const match of complete) {
    const lines = composeReplacement({ source, match, template, lineEnd, lineComment })
    if (joinLines(lines) !== match.text) edits.push({ span: match.span, lines })
  }
  return {
    kind: "plan",
    edits,
    nested: matches.length - outer.length,
    unchanged: complete.length - edits.length,
    incomplete: outer.length - complete.length,
  }
}

/** The file with the edits applied. `isInString` tells which lines of a replacement keep their white space. */
export function applyEdits(
  source: Buffer,
  edits: readonly Edit[],
  isInString: (edit: number, line: number) => boolean = () => false,
): Buffer {
  const pieces: Buffer[] = []
  let end = 0
  for (const { span, text } of editTexts(edits, isInString)) {
    pieces.push(source.subarray(end, span.start), Buffer.from(text))
    end = span.end
  }
  pieces.push(source.subarray(end))
  return Buffer.concat(pieces)
}

/** The edits as spans with their final texts. */
export function editTexts(
  edits: readonly Edit[],
  isInString: (edit: number, line: number) => boolean,
): readonly { readonly span: Span; readonly text: string }[] {
  return edits.map((edit, index) => ({
    span: edit.span,
    text: joinLines(edit.lines, (line) => isInString(index, line)),
  }))
}

/** Literals that span lines, as spans in the rewritten file. */
export interface Literals {
  /** From their opening mark on. */
  readonly strings: readonly Span[]
  /** From the start of their first line on. */
  readonly bodies: readonly Span[]
}

/** Lines of replacements, by edit and line, that begin inside of a literal. */
export function findLinesInStrings(
  edits: readonly Edit[],
  { strings, bodies }: Literals,
): (edit: number, line: number) => boolean {
  const found = new Set<string>()
  let shift = 0
  for (const [editIndex, edit] of edits.entries()) {
    let offset = edit.span.start + shift
    for (const [lineIndex, line] of edit.lines.entries()) {
      const start = offset
      const isInside =
        strings.some((span) => span.start < start && start < span.end) ||
        bodies.some(
          (span) => span.start <= start + indentOf(line.formatted).length && start < span.end,
        )
      if (lineIndex > 0 && isInside) {
        found.add(`${editIndex}:${lineIndex}`)
      }
      offset += Buffer.byteLength(line.formatted) + 1
    }
    shift = offset - 1 - edit.span.end
  }
  return (edit, line) => found.has(`${edit}:${line}`)
}

/** True when a replacement has more than one line, so that white space inside strings matters. */
export function hasSeveralLines(edits: readonly Edit[]): boolean {
  return edits.some((edit) => edit.lines.length > 1)
}

const blockStart =
  /^\s*(?:\{|(?:(?:export|default|async|static|public|private|protected|pub|unsafe)\s+)*(?:if|for|foreach|while|switch|try|do|with|function|func|fun|fn|def|impl|match|loop|lock|synchronized)\b)/

/** An empty rewrite, a block or a semicolon of its own needs none; a value in braces does. */
function endsStatement(template: readonly TemplatePart[]): boolean {
  const text = template.map((part) => (part.kind === "text" ? part.text : "$")).join("")
  return /(?:;|^)\s*$/.test(text) || (/\}\s*$/.test(text) && blockStart.test(text))
}

function withoutSemicolon(match: EngineMatch): EngineMatch {
  if (!match.text.endsWith(";")) return match
  const span = { start: match.span.start, end: match.span.end - 1 }
  return { ...match, span, text: match.text.slice(0, -1) }
}

function hasAllCaptures(match: EngineMatch, template: readonly TemplatePart[]): boolean {
  return template.every((part) => {
    if (part.kind === "text" || part.isList) return true
    return match.single[part.name] !== undefined || match.transformed[part.name] !== undefined
  })
}

interface Composition {
  readonly source: Buffer
  readonly match: EngineMatch
  readonly template: readonly TemplatePart[]
  readonly lineEnd: "\n" | "\r\n"
  readonly lineComment: string | undefined
}

function composeReplacement(composition: Composition): readonly ReplacementLine[] {
  const { source, match, lineEnd } = composition
  const lines: { formatted: string; raw: string }[] = [{ formatted: "", raw: "" }]
  const append = (pieces: readonly ReplacementLine[]) => {
    for (const [index, piece] of pieces.entries()) {
      const last = lines.at(-1)
      if (index > 0 || !last) lines.push({ ...piece })
      else {
        last.formatted += piece.formatted
        last.raw += piece.raw
      }
    }
  }
  // The line of the rewrite that is being filled: its indentation is the one that captures move to.
  let templateLine = ""
  let isInComment = false
  for (const part of cleanCommas(composition)) {
    if (part.kind === "text") {
      const text = isInComment ? onNewLine(part.text) : part.text
      append(literalLines(text, lineEnd))
      templateLine = (templateLine + text).split("\n").at(-1) ?? ""
      isInComment = false
    } else {
      append(capturedLines(composition, part, indentOf(templateLine)))
      templateLine += "$"
      isInComment = endsInComment(composition, part)
    }
  }
  const indent = indentAt(source, match.span.start)
  return lines.map((line, index) =>
    index === 0 || isBlank(line.formatted) ? line : { ...line, formatted: indent + line.formatted },
  )
}

/** True when what follows the capture on its line would be part of a comment. */
function endsInComment(
  { source, match, lineComment }: Composition,
  variable: Extract<TemplatePart, { kind: "variable" }>,
): boolean {
  if (lineComment === undefined) return false
  const text = captureOf(source, match, variable)?.text ?? ""
  const last = text.slice(text.lastIndexOf("\n") + 1)
  const code = last.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/g, '""')
  // Two slashes need no space before them; the others are operators, too.
  return lineComment === "//"
    ? /(?<!:)\/\//.test(code)
    : code.startsWith(lineComment) || /\s/.test(code.charAt(code.indexOf(lineComment) - 1))
}

function onNewLine(text: string): string {
  return /^[ \t]*(?:\r?\n|$)/.test(text) ? text : `\n${text.trimStart()}`
}

/** Text of the rewrite itself: its line breaks become those of the file. */
function literalLines(text: string, lineEnd: string): readonly ReplacementLine[] {
  const carriage = lineEnd === "\r\n" ? "\r" : ""
  const lines = text.split(/\r?\n/)
  return lines.map((line, index) => {
    const whole = index < lines.length - 1 ? line + carriage : line
    return { formatted: whole, raw: whole }
  })
}

/**
 * Text of the file: continuation lines move by the difference between the indentation where the capture
 * starts and the indentation where the rewrite puts it, as `ast-grep` itself does.
 */
function capturedLines(
  { source, match }: Composition,
  variable: Extract<TemplatePart, { kind: "variable" }>,
  indent: string,
): readonly ReplacementLine[] {
  const capture = captureOf(source, match, variable)
  if (capture === undefined) return [{ formatted: "", raw: "" }]
  const from = capture.span === undefined ? "" : indentAt(source, capture.span.start)
  return capture.text.split("\n").map((line, index) => ({
    formatted: index === 0 ? line : moveIndent(line, from, indent),
    raw: line,
  }))
}

function captureOf(
  source: Buffer,
  match: EngineMatch,
  variable: Extract<TemplatePart, { kind: "variable" }>,
): { readonly text: string; readonly span: Span | undefined } | undefined {
  const list = variable.isList ? match.list[variable.name] : undefined
  // Some grammars count the line break after the last statement to the list.
  if (list) return { text: sliceOf(source, list).replace(/(\r?\n)+$/, ""), span: list }
  const single: Capture | undefined = variable.isList ? undefined : match.single[variable.name]
  if (single) return single
  const transformed = match.transformed[variable.name]
  return transformed === undefined ? undefined : { text: transformed, span: undefined }
}

function moveIndent(line: string, from: string, to: string): string {
  if (isBlank(line)) return line
  if (to.startsWith(from)) return to.slice(from.length) + line
  const isShorter = from.startsWith(to)
  const surplus = isShorter ? from.length - to.length : from.length
  // A line that is indented less than its first line stays where it is, as in `ast-grep`.
  const own = indentOf(line).length >= surplus ? surplus : 0
  return (isShorter ? "" : to) + line.slice(own)
}

/** An empty list takes the comma beside it along: `log("x", $$$REST)` becomes `log("x")`. */
function cleanCommas({ source, match, template }: Composition): readonly TemplatePart[] {
  const parts = [...template]
  for (const [index, part] of parts.entries()) {
    const isEmptyList = part.kind === "variable" && part.isList && !captureOf(source, match, part)
    if (!isEmptyList) continue
    const before = textAt(parts, index - 1)
    const after = textAt(parts, index + 1)
    if (/,\s*$/.test(before) && /^\s*[)\]}>]/.test(after)) {
      parts[index - 1] = { kind: "text", text: before.replace(/,\s*$/, "") }
    } else if (/[([{<,]\s*$/.test(before) && /^\s*,/.test(after)) {
      parts[index + 1] = { kind: "text", text: after.replace(/^\s*,\s*/, "") }
    }
  }
  return parts
}

function textAt(parts: readonly TemplatePart[], index: number): string {
  const part = parts[index]
  return part?.kind === "text" ? part.text : ""
}

function withoutNested(matches: readonly EngineMatch[]): readonly EngineMatch[] {
  const sorted = [...matches].sort(
    (left, right) => left.span.start - right.span.start || right.span.end - left.span.end,
  )
  let end = -1
  return sorted.filter((match) => {
    const isInside = match.span.start < end
    if (!isInside) end = match.span.end
    return !isInside
  })
}

function joinLines(
  lines: readonly ReplacementLine[],
  isRaw: (line: number) => boolean = () => false,
): string {
  return lines.map((line, index) => (isRaw(index) ? line.raw : line.formatted)).join("\n")
}

function sliceOf(source: Buffer, span: Span): string {
  return source.subarray(span.start, span.end).toString("utf8")
}

/** White space at the start of the line that holds the byte at `offset`. */
function indentAt(source: Buffer, offset: number): string {
  const start = offset === 0 ? 0 : source.lastIndexOf(0x0a, offset - 1) + 1
  return indentOf(source.subarray(start, offset).toString("utf8"))
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ""
}

function isBlank(line: string): boolean {
  return line.trim() === ""
}

/** The line ending that most lines of the file have; LF for a file without any. */
function dominantLineEnd(source: Buffer): "\n" | "\r\n" {
  let lines = 0
  let carriages = 0
  for (let index = source.indexOf(0x0a); index !== -1; index = source.indexOf(0x0a, index + 1)) {
    lines += 1
    if (index > 0 && source[index - 1] === 0x0d) carriages += 1
  }
  return carriages * 2 > lines ? "\r\n" : "\n"
}
