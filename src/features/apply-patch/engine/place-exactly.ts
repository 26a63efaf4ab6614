// Places hunks by what they quote: the exact ladder, the choice among its hits, and anchors for mere additions.
// A hunk whose added lines already stand at its place is reported, not placed again (P11).

import { anchorLines } from "./anchor.ts"
import { type Choosable, chooseCandidates, chooseFirst } from "./choose.ts"
import { type Candidate, locateExactly, positionsInOnePass } from "./locate.ts"
import { isInformative, lineKey } from "./normalize.ts"
import type { Hunk } from "./patch.ts"
import { type Placement, placeCandidate } from "./placement.ts"
import { type Reading, readingsOf } from "./reading.ts"
import { type Found, foundIn, type Scene, stopped } from "./scene.ts"

/** What became of the hunks that have exact hits; the others are absent. */
export interface ExactPlaces {
  readonly found: ReadonlyMap<Hunk, Found>
  /** Hunks with several hits that nothing tells apart, with these hits. */
  readonly ambiguous: ReadonlyMap<Hunk, readonly Candidate[]>
}

/** From this many hunks on one pass over the file is cheaper than a search for each. */
const onePassHunksMin = 3

export function placeExactly(scene: Scene, hunks: readonly Hunk[]): ExactPlaces {
  const found = new Map<Hunk, Found>()
  const ambiguous = new Map<Hunk, readonly Candidate[]>()
  const readingsByHunk = hunks.map((hunk) => ({ hunk, readings: readingsOf(hunk) }))
  const positionsOf =
    hunks.length < onePassHunksMin
      ? undefined
      : positionsInOnePass(
          scene.view.lines,
          readingsByHunk.flatMap(({ readings }) => readings),
        )
  let open: readonly Choosable[] = readingsByHunk.flatMap(({ hunk, readings }) => {
    const [literal] = readings
    if (literal?.old.length === 0) {
      found.set(hunk, placeByAnchor(scene, hunk, literal))
      return []
    }
    const candidates = locateExactly(scene.view, readings, positionsOf)
    return candidates.length > 0 ? [{ hunk, candidates }] : []
  })
  let choice = chooseCandidates(scene.view, open)
  while (choice.kind === "ambiguous" && scene.task.ambiguous === "refuse") {
    const { hunk, candidates } = choice
    ambiguous.set(hunk, candidates)
    open = open.filter((entry) => entry.hunk !== hunk)
    choice = chooseCandidates(scene.view, open)
  }
  const chosen = choice.kind === "chosen" ? choice.candidates : chooseFirst(open)
  for (const [order, { hunk, candidates }] of open.entries()) {
    const candidate = chosen[order]
    if (!candidate) continue
    const placement = placeCandidate(hunk, candidate, candidates.length === 1)
    found.set(hunk, placedOrApplied(scene, placement))
  }
  return { found, ambiguous }
}

// Added lines without any old row go behind the one line that the header names.
function placeByAnchor(scene: Scene, hunk: Hunk, reading: Reading): Found {
  const anchors = anchorLines(scene.view, hunk.headers)
  const line = insertionLine(scene, hunk, anchors)
  if (line === undefined) return stopped({ kind: "insertion-unclear", hunk, lines: anchors })
  const changeLines = reading.changes.map(() => line)
  return placedOrApplied(scene, {
    hunk,
    reading,
    by: "anchor",
    isOnlyHit: true,
    rowLines: [],
    changeLines,
  })
}

function insertionLine(scene: Scene, hunk: Hunk, anchors: readonly number[]): number | undefined {
  const count = scene.file.lines.length
  if (hunk.headers.length === 0) return hunk.isAtEnd || count === 0 ? count : undefined
  const [anchor] = anchors
  return anchors.length === 1 && anchor !== undefined ? anchor + 1 : undefined
}

// A hunk that ends or begins with added lines still matches after it was applied once: look whether they stand there.
function placedOrApplied(scene: Scene, placement: Placement): Found {
  const { reading, hunk } = placement
  const count = reading.old.length
  for (const [index, change] of reading.changes.entries()) {
    const isAtEdge = change.removed === 0 && (change.at === 0 || change.at === count)
    if (!isAtEdge || !change.added.some(isInformative)) continue
    const line = placement.changeLines[index] ?? 0
    const firstLine = change.at === count ? line : line - change.added.length
    if (!standsAt(scene, change.added, firstLine)) continue
    const lastLine = firstLine + change.added.length - 1
    return stopped({ kind: "already-applied", hunk, firstLine, lastLine })
  }
  return foundIn(scene.file.lines, placement)
}

function standsAt(scene: Scene, block: readonly string[], start: number): boolean {
  if (start < 0) return false
  return block.every((row, offset) => {
    const line = scene.view.lines[start + offset]
    return line !== undefined && lineKey(line) === lineKey(row)
  })
}
