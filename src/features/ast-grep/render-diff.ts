// A unified diff made from the planned edits themselves: exact, and without comparing whole files.

import type { Span } from "./engine/matcher.ts"

export interface DiffEdit {
  readonly span: Span
  readonly text: string
}

interface Region {
  /** First and one past the last old line, zero-based. */
  readonly from: number
  readonly to: number
  readonly added: readonly string[]
}

/** Diff of one file under the name `file`. `edits` are in order and do not overlap. */
export function renderDiff(
  file: string,
  source: Buffer,
  edits: readonly DiffEdit[],
  contextLines: number,
): string {
  const starts = lineStarts(source)
  const regions = regionsOf(source, edits, starts)
  const lines = [`--- ${file}`, `+++ ${file}`]
  let shift = 0
  for (const hunk of hunksOf(regions, contextLines)) {
    const body = hunkLines(source, starts, hunk, contextLines)
    lines.push(hunkHeader(body, shift), ...body.lines)
    shift += body.added - body.removed
  }
  return lines.join("\n")
}

function regionsOf(
  source: Buffer,
  edits: readonly DiffEdit[],
  starts: readonly number[],
): Region[] {
  const regions: Region[] = []
  for (let index = 0; index < edits.length; ) {
    const first = edits[index]
    if (!first) break
    const from = lineAt(starts, first.span.start)
    let to = lineAt(starts, Math.max(first.span.end - 1, first.span.start)) + 1
    let count = 1
    // Edits of the same or of neighbouring lines are one change.
    for (let next = edits[index + 1]; next && lineAt(starts, next.span.start) <= to; ) {
      to = Math.max(to, lineAt(starts, Math.max(next.span.end - 1, next.span.start)) + 1)
      count += 1
      next = edits[index + count]
    }
    regions.push({
      from,
      to,
      added: newLines(source, starts, { from, to }, edits.slice(index, index + count)),
    })
    index += count
  }
  return regions
}

function newLines(
  source: Buffer,
  starts: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  edits: readonly DiffEdit[],
): readonly string[] {
  const pieces: string[] = []
  let end = starts[from] ?? 0
  for (const edit of edits) {
    pieces.push(source.subarray(end, edit.span.start).toString("utf8"), edit.text)
    end = edit.span.end
  }
  pieces.push(source.subarray(end, starts[to] ?? source.byteLength).toString("utf8"))
  return splitLines(pieces.join(""))
}

function hunksOf(regions: readonly Region[], contextLines: number): readonly Region[][] {
  const hunks: Region[][] = []
  for (const region of regions) {
    const hunk = hunks.at(-1)
    const previous = hunk?.at(-1)
    if (hunk && previous && region.from - previous.to <= contextLines * 2) hunk.push(region)
    else hunks.push([region])
  }
  return hunks
}

interface HunkBody {
  readonly oldStart: number
  readonly removed: number
  readonly added: number
  readonly lines: readonly string[]
}

function hunkLines(
  source: Buffer,
  starts: readonly number[],
  hunk: readonly Region[],
  contextLines: number,
): HunkBody {
  const oldLines = (from: number, to: number) =>
    splitLines(
      source
        .subarray(starts[from] ?? source.byteLength, starts[to] ?? source.byteLength)
        .toString("utf8"),
    )
  const start = Math.max(0, (hunk[0]?.from ?? 0) - contextLines)
  const lines: string[] = []
  let position = start
  for (const region of hunk) {
    lines.push(...oldLines(position, region.from).map((line) => ` ${line}`))
    lines.push(...oldLines(region.from, region.to).map((line) => `-${line}`))
    lines.push(...region.added.map((line) => `+${line}`))
    position = region.to
  }
  lines.push(...oldLines(position, position + contextLines).map((line) => ` ${line}`))
  const count = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0))).length
  return { oldStart: start, removed: count(" -"), added: count(" +"), lines }
}

function hunkHeader(body: HunkBody, shift: number): string {
  const start = body.oldStart + 1
  return `@@ -${start},${body.removed} +${start + shift},${body.added} @@`
}

function lineStarts(source: Buffer): readonly number[] {
  const starts = [0]
  for (let index = source.indexOf(0x0a); index !== -1; index = source.indexOf(0x0a, index + 1)) {
    if (index + 1 < source.byteLength) starts.push(index + 1)
  }
  return starts
}

/** Index of the line that holds the byte at `offset`. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines
}
