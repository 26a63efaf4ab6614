// Turns a placed hunk into edits: only added rows are written, in the file's own indentation (P4, P11).

import { fitIndentation, type IndentPair } from "./indentation.ts"
import { indentationOf, lineKey } from "./normalize.ts"
import type { Placement } from "./placement.ts"
import type { Edit } from "./text-file.ts"

export type EditsOf =
  | { readonly kind: "edits"; readonly edits: readonly Edit[]; readonly isReindented: boolean }
  | { readonly kind: "indentation-unclear"; readonly line: number }

/** Lines on both sides of a place that show the file's unit of indentation. */
const neighbourhoodLines = 200

export function editsOf(placement: Placement, lines: readonly string[]): EditsOf {
  const { reading, changeLines, hunk } = placement
  const added = reading.changes.flatMap((change) => change.added)
  const fitted = fitAdded(placement, lines, added)
  if (fitted.kind === "unclear") {
    return { kind: "indentation-unclear", line: changeLines[0] ?? 0 }
  }
  const text = fitted.kind === "fitted" ? fitted.lines : added
  let taken = 0
  const edits = reading.changes.map((change, index) => {
    const own = text.slice(taken, taken + change.added.length)
    taken += change.added.length
    const start = changeLines[index] ?? 0
    return { start, removed: change.removed, added: own, hunk: hunk.number }
  })
  return { kind: "edits", edits, isReindented: fitted.kind === "fitted" }
}

function fitAdded(
  placement: Placement,
  lines: readonly string[],
  added: readonly string[],
): ReturnType<typeof fitIndentation> {
  const isAsQuoted = placement.by === "exact" || placement.by === "anchor"
  if (isAsQuoted || added.every((line) => line.trim() === "")) return { kind: "same" }
  const { reading, rowLines, changeLines } = placement
  const pairs: IndentPair[] = []
  for (const [row, text] of reading.old.entries()) {
    const line = lines[rowLines[row] ?? -1]
    if (line === undefined || line.trim() === "" || lineKey(line) !== lineKey(text)) continue
    pairs.push({
      patch: indentationOf(text),
      file: indentationOf(line),
      isDeleted: reading.isDeleted[row] ?? false,
    })
  }
  const first = changeLines[0] ?? 0
  const start = Math.max(0, first - neighbourhoodLines)
  return fitIndentation(added, {
    pairs,
    patchLines: [...reading.old, ...added],
    fileLines: lines.slice(start, first + neighbourhoodLines),
  })
}
