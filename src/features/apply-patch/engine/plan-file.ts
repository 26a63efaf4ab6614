// The flow of the engine for one file: hunks and text in, wanted text or a problem out.
// All hunks find a place, or nothing is written.

import { editsOf } from "./edits.ts"
import { hasElision, splitAtElisions } from "./elision.ts"
import { locateExactly } from "./locate.ts"
import type { Hunk } from "./patch.ts"
import { type ExactPlaces, placeExactly } from "./place-exactly.ts"
import { placeBySnapshot, placeInexactly } from "./place-inexactly.ts"
import type { Placement } from "./placement.ts"
import type { Problem } from "./problem.ts"
import { readingsOf } from "./reading.ts"
import {
  createScene,
  type FileTask,
  type Found,
  type HunkNote,
  type Scene,
  stopped,
} from "./scene.ts"
import { type EditGroup, sequenceGroups } from "./sequence.ts"
import { type Edit, editText, joinText } from "./text-file.ts"

export type FilePlan =
  | {
      readonly kind: "planned"
      readonly text: string
      readonly notes: readonly HunkNote[]
      /** All edits in the order of the file, where all of them count in the file as it was. */
      readonly edits: readonly Edit[] | undefined
      /** Lines of the text as it was, where the host splits them in the same way. */
      readonly hostLines: readonly string[] | undefined
      /** The host is certain to write the same text from the same hunks. */
      readonly isCertain: boolean
      /** The host may write the same text; false where it would write context that differs from the file's. */
      readonly isPossible: boolean
    }
  | { readonly kind: "problem"; readonly problem: Problem }

export function planFile(task: FileTask): FilePlan {
  const scene = createScene(task)
  const hunks = expandElisions(scene, task.hunks.filter(changesSomething))
  const exact = placeExactly(scene, hunks)
  const groups: EditGroup[] = []
  const notes: HunkNote[] = []
  const placements: Placement[] = []
  for (const hunk of hunks) {
    const found = placeHunk(scene, hunk, exact, groups)
    if (found.kind === "problem") return found
    const { placement, base, lines } = found
    const isLast = hunk === hunks.at(-1)
    if (task.mayBeCut && isLast && !isConfirmed(placement)) {
      return { kind: "problem", problem: { kind: "cut-off", hunk } }
    }
    const made = editsOf(placement, lines)
    if (made.kind === "indentation-unclear") {
      return { kind: "problem", problem: { kind: made.kind, hunk, line: made.line } }
    }
    placements.push(placement)
    groups.push({ hunk: hunk.number, edits: made.edits, base })
    notes.push(noteOf(placement, made.isReindented))
  }
  const result = sequenceGroups(scene.file, groups)
  if (result.kind === "overlap") return overlapProblem(hunks, result.hunk, result.other)
  const edits = result.kind === "edits" ? result.edits : undefined
  const text =
    result.kind === "file" ? joinText(result.file) : editText(task.text, scene.file, result.edits)
  if (text === task.text) return { kind: "problem", problem: { kind: "no-change" } }
  return {
    kind: "planned",
    text,
    notes,
    edits,
    hostLines: scene.file.endings === undefined ? scene.file.lines : undefined,
    isCertain: isCertain(scene, placements),
    isPossible: isPossible(scene, placements),
  }
}

// Order: exact places and the choice among them, the snapshot for what stays ambiguous, then the inexact ways.
function placeHunk(
  scene: Scene,
  hunk: Hunk,
  exact: ExactPlaces,
  earlier: readonly EditGroup[],
): Found {
  const found = exact.found.get(hunk)
  if (found) return found
  const hits = exact.ambiguous.get(hunk)
  if (!hits) return placeInexactly(scene, hunk, earlier)
  const lines = hits.map(({ start, reading }) => start + (reading.changes[0]?.at ?? 0))
  return placeBySnapshot(scene, hunk) ?? stopped({ kind: "ambiguous", hunk, lines })
}

function noteOf({ hunk, by, changeLines }: Placement, isReindented: boolean): HunkNote {
  return { hunk: hunk.number, by, isReindented, line: changeLines[0] ?? 0 }
}

// Without an end marker the last row may be cut in the middle: then it must be one that the file confirms.
function isConfirmed({ hunk, by }: Placement): boolean {
  return hunk.rows.at(-1)?.kind !== "add" && by !== "similarity"
}

function expandElisions(scene: Scene, hunks: readonly Hunk[]): readonly Hunk[] {
  if (!hunks.some(hasElision)) return hunks
  return hunks.flatMap((hunk) => {
    const isQuoted = !hasElision(hunk) || locateExactly(scene.view, readingsOf(hunk)).length > 0
    return isQuoted ? [hunk] : splitAtElisions(hunk)
  })
}

function overlapProblem(hunks: readonly Hunk[], number: number, other: number): FilePlan {
  const hunk = hunks.find((candidate) => candidate.number === number) ?? hunks[0]
  if (!hunk) return { kind: "problem", problem: { kind: "no-change" } }
  return { kind: "problem", problem: { kind: "overlap", hunk, other } }
}

// The conditions under which the host's first exact hits are the only ones, in order, and its ways with line endings
// and the end of a file change nothing. Anything else is left to the simulation.
function isCertain({ task, file }: Scene, placements: readonly Placement[]): boolean {
  const isPlainFile = file.hasFinalNewline && file.lines.at(-1) !== "" && !task.text.includes("\r")
  if (!isPlainFile || placements.length !== task.hunks.length) return false
  let end = 0
  return placements.every(({ by, isOnlyHit, rowLines, hunk, reading }) => {
    const first = rowLines[0] ?? -1
    const isInOrder = first >= end
    end = first + reading.old.length
    return by === "exact" && isOnlyHit && isInOrder && hunk.headers.length === 0
  })
}

// The host writes context rows as the patch has them. With carriage returns about, only the simulation can tell.
function isPossible({ task, file }: Scene, placements: readonly Placement[]): boolean {
  if (task.text.includes("\r")) return true
  return placements.every(({ reading, rowLines, by }) => {
    if (by === "earlier-hunks") return true
    return rowLines.every(
      (line, row) => reading.isDeleted[row] || file.lines[line] === reading.old[row],
    )
  })
}

function changesSomething(hunk: Hunk): boolean {
  return hunk.rows.some(({ kind }) => kind !== "context")
}
