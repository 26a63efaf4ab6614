// Picks one hit for each hunk, or says which hunk stays ambiguous. In this order: the end-of-file flag, the headers,
// then the order of the hunks. It never takes the first of several.

import { anchorLines, hitsNamedBy } from "./anchor.ts"
import type { LineView } from "./line-view.ts"
import type { Candidate } from "./locate.ts"
import type { Hunk } from "./patch.ts"

export interface Choosable {
  readonly hunk: Hunk
  /** At least one. */
  readonly candidates: readonly Candidate[]
}

export type Choice =
  | { readonly kind: "chosen"; readonly candidates: readonly Candidate[] }
  | {
      readonly kind: "ambiguous"
      readonly hunk: Hunk
      readonly candidates: readonly Candidate[]
    }

export function chooseCandidates(view: LineView, hunks: readonly Choosable[]): Choice {
  if (hunks.every(({ candidates }) => candidates.length === 1)) return chosenFirst(hunks)
  const narrowed = hunks.map((entry) => ({
    hunk: entry.hunk,
    candidates: narrowOne(view, entry),
  }))
  if (narrowed.every(({ candidates }) => candidates.length === 1)) return chosenFirst(narrowed)
  const ordered = onlyOrderedAssignment(narrowed.map(({ candidates }) => candidates))
  if (ordered) return { kind: "chosen", candidates: ordered }
  const unclear = narrowed.find(({ candidates }) => candidates.length > 1)
  if (!unclear) return chosenFirst(narrowed)
  return { kind: "ambiguous", hunk: unclear.hunk, candidates: unclear.candidates }
}

/** The reading of the host: for each hunk the first hit behind the hunk before it. Only on the user's wish. */
export function chooseFirst(hunks: readonly Choosable[]): readonly Candidate[] {
  let end = 0
  return hunks.flatMap(({ candidates }) => {
    const next = candidates.find((candidate) => changedSpan(candidate).first >= end)
    const taken = next ?? candidates[0]
    if (!taken) return []
    end = changedSpan(taken).end
    return [taken]
  })
}

function chosenFirst(hunks: readonly Choosable[]): Choice {
  return { kind: "chosen", candidates: hunks.flatMap((entry) => entry.candidates.slice(0, 1)) }
}

function narrowOne(view: LineView, { hunk, candidates }: Choosable): readonly Candidate[] {
  if (candidates.length === 1) return candidates
  if (hunk.isAtEnd) {
    const atEnd = candidates.filter((candidate) => reachesEnd(view, candidate))
    if (atEnd.length === 1) return atEnd
  }
  const anchors = anchorLines(view, hunk.headers)
  if (anchors.length === 0) return candidates
  const starts = candidates.map(({ start }) => start)
  const named = new Set(hitsNamedBy(view, anchors, starts))
  const kept = candidates.filter(({ start }) => named.has(start))
  return kept.length > 0 ? kept : candidates
}

function reachesEnd(view: LineView, candidate: Candidate): boolean {
  const end = candidate.start + candidate.reading.old.length
  return (
    view.lines.slice(end, end + 3).every((line) => line.trim() === "") &&
    view.lines.length - end < 3
  )
}

interface Path {
  readonly candidate: Candidate
  readonly end: number
  /** Number of ways to reach it, capped at 2. */
  readonly ways: number
  readonly before: Path | undefined
}

// Counts assignments of the hunks to hits that keep the hunks' order without overlapping changes.
function onlyOrderedAssignment(
  choices: readonly (readonly Candidate[])[],
): readonly Candidate[] | undefined {
  let paths: Path[] | undefined
  for (const candidates of choices) {
    const spans = candidates.map((candidate) => ({ candidate, span: changedSpan(candidate) }))
    spans.sort((left, right) => left.span.first - right.span.first)
    paths = paths === undefined ? startPaths(spans) : extendPaths(paths, spans)
    if (paths.length === 0) return undefined
  }
  const ways = (paths ?? []).reduce((sum, path) => sum + path.ways, 0)
  const [last] = paths ?? []
  return ways === 1 && last ? candidatesOf(last) : undefined
}

interface Spanned {
  readonly candidate: Candidate
  readonly span: { readonly first: number; readonly end: number }
}

function startPaths(spans: readonly Spanned[]): Path[] {
  return spans.map(({ candidate, span }) => ({
    candidate,
    end: span.end,
    ways: 1,
    before: undefined,
  }))
}

function extendPaths(paths: readonly Path[], spans: readonly Spanned[]): Path[] {
  const byEnd = [...paths].sort((left, right) => left.end - right.end)
  const extended: Path[] = []
  let taken = 0
  let ways = 0
  let before: Path | undefined
  for (const { candidate, span } of spans) {
    for (let path = byEnd[taken]; path && path.end <= span.first; path = byEnd[++taken]) {
      ways = Math.min(2, ways + path.ways)
      before = path
    }
    if (ways > 0) extended.push({ candidate, end: span.end, ways, before })
  }
  return extended
}

function candidatesOf(last: Path): readonly Candidate[] {
  const candidates: Candidate[] = []
  for (let path: Path | undefined = last; path; path = path.before)
    candidates.unshift(path.candidate)
  return candidates
}

/** Lines that a candidate would touch: from the first changed line to behind the last. */
export function changedSpan({ reading, start }: Candidate): { first: number; end: number } {
  const first = reading.changes[0]
  const last = reading.changes.at(-1)
  if (!first || !last) return { first: start, end: start }
  return { first: start + first.at, end: start + last.at + last.removed }
}
