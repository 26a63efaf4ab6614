// What the texts after `@@` say about the place of a hunk: which of several hits they name, or where added lines go.

import type { LineView } from "./line-view.ts"
import { indentationOf, lineKey } from "./normalize.ts"

/** Shortest header that may name a line by its beginning or by a part of it, in characters. */
const partialHeaderMin = 8

/** Lines that the last header names, narrowed by the headers before it; empty when one of them is not in the text. */
export function anchorLines(view: LineView, headers: readonly string[]): readonly number[] {
  let anchors: readonly number[] | undefined
  for (const header of headers) {
    const named = linesNamed(view, header)
    anchors = anchors === undefined ? named : narrow(view, anchors, named)
    if (anchors.length === 0) return []
  }
  return anchors ?? []
}

function linesNamed(view: LineView, header: string): readonly number[] {
  const key = lineKey(header)
  const exact = view.positions(key)
  if (exact.length > 0) return exact
  if (key.length < partialHeaderMin) return []
  const beginning = positionsOf(view.keys(), (line) => line.startsWith(key))
  if (beginning.length > 0) return beginning
  return positionsOf(view.keys(), (line) => line.includes(key))
}

function positionsOf(keys: readonly string[], isNamed: (key: string) => boolean): number[] {
  const positions: number[] = []
  for (let line = 0; line < keys.length; line++) if (isNamed(keys[line] ?? "")) positions.push(line)
  return positions
}

// For each outer anchor the inner ones that follow it before its next sibling.
function narrow(
  view: LineView,
  outer: readonly number[],
  inner: readonly number[],
): readonly number[] {
  const kept = new Set<number>()
  for (const anchor of outer) {
    const end = nextSibling(view, anchor, view.lines.length)
    for (const line of inner) if (line > anchor && line < end) kept.add(line)
  }
  return [...kept].sort((left, right) => left - right)
}

/**
 * The hits that the anchors name: for each anchor the first hit behind it, if the anchor's own section holds it
 * and the next hit, if any, stands behind a sibling of the anchor.
 */
export function hitsNamedBy(
  view: LineView,
  anchors: readonly number[],
  hits: readonly number[],
): readonly number[] {
  const named = new Set<number>()
  for (const anchor of anchors) {
    const behind = hits.filter((hit) => hit > anchor)
    const [first, second] = behind
    if (first === undefined) continue
    // Sections end before the first line that looks like the anchor; the hit itself may begin with such a line.
    if (nextSibling(view, anchor, first) < first) continue
    named.add(first)
    if (second === undefined || nextSibling(view, first, second, anchor) <= second) continue
    for (const hit of behind) named.add(hit)
  }
  return [...named].sort((left, right) => left - right)
}

// First line after `from` with the indentation and the first word of the anchor; `limit + 1` when there is none up to it.
function nextSibling(view: LineView, from: number, limit: number, anchor: number = from): number {
  const anchorLine = view.lines[anchor] ?? ""
  const indentation = indentationOf(anchorLine)
  const word = firstWord(anchorLine)
  for (let line = from + 1; line < limit; line++) {
    const text = view.lines[line] ?? ""
    if (indentationOf(text) === indentation && firstWord(text) === word) return line
  }
  return limit + 1
}

function firstWord(line: string): string {
  return /^\s*(\w+|[^\w\s]+)/.exec(line)?.[1] ?? ""
}
