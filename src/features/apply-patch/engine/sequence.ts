// Brings the edits of several hunks into one order: all at once where they speak about the same text,
// applied one after the other where a hunk was written against the result of the hunks before it.

import { applyEdits, type Edit, type TextFile } from "./text-file.ts"

/** Edits of one hunk. `base` tells which text their line numbers count in. */
export interface EditGroup {
  readonly hunk: number
  readonly edits: readonly Edit[]
  /** `original`: the file; `current`: the text after all groups before this one. */
  readonly base: "original" | "current"
}

export type Sequenced =
  /** All edits count in the original: they stand in the order of the file, and nothing is built yet. */
  | { readonly kind: "edits"; readonly edits: readonly Edit[] }
  | { readonly kind: "file"; readonly file: TextFile }
  | { readonly kind: "overlap"; readonly hunk: number; readonly other: number }

export function sequenceGroups(file: TextFile, groups: readonly EditGroup[]): Sequenced {
  if (groups.every(({ base }) => base === "original")) return sortTogether(groups)
  let current = file
  // For each line of the current text its line in the original, or -1.
  let origins: readonly number[] = file.lines.map((_, line) => line)
  for (const group of groups) {
    const edits = group.base === "current" ? group.edits : translate(group, origins, file)
    if (edits === undefined) return { kind: "overlap", hunk: group.hunk, other: 0 }
    origins = originsAfter(origins, edits)
    current = applyEdits(current, edits)
  }
  return { kind: "file", file: current }
}

function sortTogether(groups: readonly EditGroup[]): Sequenced {
  const edits = groups.flatMap((group) => group.edits)
  edits.sort((left, right) => left.start - right.start || left.hunk - right.hunk)
  for (let index = 1; index < edits.length; index++) {
    const [before, after] = [edits[index - 1], edits[index]]
    if (before && after && before.start + before.removed > after.start) {
      return { kind: "overlap", hunk: after.hunk, other: before.hunk }
    }
  }
  return { kind: "edits", edits }
}

function translate(
  group: EditGroup,
  origins: readonly number[],
  file: TextFile,
): readonly Edit[] | undefined {
  const edits: Edit[] = []
  for (const edit of group.edits) {
    const start = edit.start === file.lines.length ? origins.length : origins.indexOf(edit.start)
    if (start === -1) return undefined
    for (let offset = 0; offset < edit.removed; offset++) {
      if (origins[start + offset] !== edit.start + offset) return undefined
    }
    edits.push({ ...edit, start })
  }
  return edits
}

function originsAfter(origins: readonly number[], edits: readonly Edit[]): number[] {
  const after: number[] = []
  let copied = 0
  for (const edit of edits) {
    for (; copied < edit.start; copied++) after.push(origins[copied] ?? -1)
    for (let added = 0; added < edit.added.length; added++) after.push(-1)
    copied += edit.removed
  }
  for (; copied < origins.length; copied++) after.push(origins[copied] ?? -1)
  return after
}
