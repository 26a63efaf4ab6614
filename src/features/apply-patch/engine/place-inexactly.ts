// Places a hunk that the file does not hold as quoted: on the state after earlier hunks, through the snapshot of the
// last read, or by similarity; in this order, the surest first.

import { carryPlacement } from "./carry-over.ts"
import { chooseCandidates } from "./choose.ts"
import { createLineView, type LineView } from "./line-view.ts"
import { keyHits, locateExactly } from "./locate.ts"
import { isInformative, lineKey } from "./normalize.ts"
import type { Hunk } from "./patch.ts"
import { type Placement, placeCandidate } from "./placement.ts"
import type { Problem } from "./problem.ts"
import { newRowsOf, type Reading, readingsOf } from "./reading.ts"
import { type Found, foundIn, type Scene, type Snapshot, stopped } from "./scene.ts"
import { type EditGroup, sequenceGroups } from "./sequence.ts"
import { findSimilar, nearestPlace, type Similar } from "./similar.ts"
import { applyEdits } from "./text-file.ts"

export function placeInexactly(scene: Scene, hunk: Hunk, earlier: readonly EditGroup[]): Found {
  const after = placeAfterEarlier(scene, hunk, earlier)
  if (after) return after
  const bySnapshot = placeBySnapshot(scene, hunk)
  if (bySnapshot?.kind === "found") return bySnapshot
  const readings = readingsOf(hunk)
  const applied = appliedAt(scene.view, hunk, readings)
  if (applied) return stopped(applied)
  // The snapshot knows the place, and it changed: likeness must not overrule that.
  if (bySnapshot) return bySnapshot
  const similar = findByAnyReading(scene.view, hunk, readings)
  if (similar.kind === "placed") return foundIn(scene.file.lines, similar.placement)
  return notFound(scene, hunk, readings[0])
}

function findByAnyReading(view: LineView, hunk: Hunk, readings: readonly Reading[]): Similar {
  let answer: Similar = { kind: "none" }
  for (const reading of readings.toReversed()) {
    const similar = findSimilar(view, hunk, reading)
    if (similar.kind === "placed") return similar
    if (similar.kind === "several") answer = similar
  }
  return answer
}

// The hunk may quote lines that hunks before it bring in.
function placeAfterEarlier(
  scene: Scene,
  hunk: Hunk,
  earlier: readonly EditGroup[],
): Found | undefined {
  if (!quotesAdded(hunk, earlier)) return undefined
  const state = sequenceGroups(scene.file, earlier)
  if (state.kind === "overlap") return undefined
  const { lines } = state.kind === "file" ? state.file : applyEdits(scene.file, state.edits)
  const view = createLineView(lines)
  const candidates = locateExactly(view, readingsOf(hunk))
  if (candidates.length === 0) return undefined
  const choice = chooseCandidates(view, [{ hunk, candidates }])
  const [candidate] = choice.kind === "chosen" ? choice.candidates : []
  if (!candidate) return undefined
  const placement: Placement = { ...placeCandidate(hunk, candidate), by: "earlier-hunks" }
  return { kind: "found", placement, base: "current", lines }
}

// Without this cheap test a file would be built and indexed anew for every hunk that is merely misquoted.
function quotesAdded(hunk: Hunk, earlier: readonly EditGroup[]): boolean {
  const added = new Set(
    earlier.flatMap(({ edits }) => edits.flatMap((edit) => edit.added.map(lineKey))),
  )
  return hunk.rows.some(({ kind, text, raw }) => {
    return (
      kind !== "add" && text.trim() !== "" && (added.has(lineKey(text)) || added.has(lineKey(raw)))
    )
  })
}

/** Undefined when there is no snapshot or the hunk has no place in it: then the snapshot says nothing. */
export function placeBySnapshot(scene: Scene, hunk: Hunk): Found | undefined {
  const snapshot = scene.seen()
  const place: Similar = snapshot ? placeInSnapshot(scene, snapshot, hunk) : { kind: "none" }
  if (!snapshot || place.kind === "none") return undefined
  if (place.kind === "several") return stopped({ kind: "ambiguous", hunk, lines: [] })
  const carried = carryPlacement(place.placement, {
    map: snapshot.map,
    newCount: scene.file.lines.length,
  })
  return carried
    ? foundIn(scene.file.lines, carried)
    : stopped({ kind: "changed-since-read", hunk })
}

function placeInSnapshot(scene: Scene, { view }: Snapshot, hunk: Hunk): Similar {
  const readings = readingsOf(hunk)
  const candidates = locateExactly(view, readings)
  const [only] = candidates
  if (!only) return findByAnyReading(view, hunk, readings)
  if (candidates.length > 1) return placeAmongOthers(scene, view, hunk)
  return { kind: "placed", placement: placeCandidate(hunk, only) }
}

// Several hits in the snapshot: the order of all hunks that it holds may tell.
function placeAmongOthers(scene: Scene, view: LineView, hunk: Hunk): Similar {
  const entries = scene.task.hunks
    .map((other) => ({ hunk: other, candidates: locateExactly(view, readingsOf(other)) }))
    .filter(({ candidates }) => candidates.length > 0)
  const choice = chooseCandidates(view, entries)
  if (choice.kind === "ambiguous") return { kind: "several" }
  const candidate = choice.candidates[entries.findIndex((entry) => entry.hunk === hunk)]
  if (!candidate) return { kind: "several" }
  return { kind: "placed", placement: placeCandidate(hunk, candidate) }
}

function appliedAt(view: LineView, hunk: Hunk, readings: readonly Reading[]): Problem | undefined {
  for (const reading of readings) {
    const rows = newRowsOf(reading)
    if (rows.filter(isInformative).length < 2) continue
    const [firstLine] = keyHits(view, rows)
    if (firstLine === undefined) continue
    return { kind: "already-applied", hunk, firstLine, lastLine: firstLine + rows.length - 1 }
  }
  return undefined
}

function notFound(scene: Scene, hunk: Hunk, reading: Reading | undefined): Found {
  const place = reading && nearestPlace(scene.view, reading)
  const nearest = place && { expected: reading.old[place.row] ?? "", line: place.line }
  const applied = reading && soleNewPlace(scene.view, reading)
  const returned = scene.file.lines.findIndex((line) => line.includes("\r"))
  const carriageReturn = returned === -1 ? undefined : returned
  return stopped({ kind: "not-found", hunk, nearest, applied, carriageReturn })
}

// Too little to say that the hunk was applied, enough to have it checked.
function soleNewPlace(view: LineView, reading: Reading) {
  const rows = newRowsOf(reading)
  if (!rows.some((row) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(row))) return undefined
  const [firstLine, ...others] = keyHits(view, rows)
  if (firstLine === undefined || others.length > 0) return undefined
  return { firstLine, lastLine: firstLine + rows.length - 1 }
}
