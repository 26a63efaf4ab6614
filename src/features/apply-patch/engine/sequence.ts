// Applies edits of several hunks to one text: all at once where they speak about the same text,
// one after the other where a hunk was written against the result of the hunks before it.

import { applyEdits, type Edit, type TextFile } from "./text-file.ts"

/** Edits of one hunk. `base` tells which text their line numbers count in. */
export interface EditGroup {
  readonly hunk: number
  readonly edits: readonly Edit[]
  /** `original`: the file; `current`: the text after all groups before this one. */
  readonly base: "original" | "current"
}

export type Sequenced =
  | {
      readonly kind: "text"
      readonly file: TextFile
      /** All edits in the order of the file, where all of them count in the original. */
      readonly edits: readonly Edit[] | undefined
    }
  | { readonly kind: "overlap"; readonly hunk: number; readonly other: number }

export function applyGroups(file: TextFile, groups: readonly EditGroup[]): Sequenced {
  if (groups.every(({ base }) => base === "original")) return applyTogether(file, groups)
  let current = file
  // For each line of the current text its line in the original, or -1.
  let origins: readonly number[] = file.lines.map((_, line) => line)
  for (const group of groups) {
    const edits = group.base === "current" ? group.edits : translate(group, origins, file)
    if (edits === undefined) return { kind: "overlap", hunk: group.hunk, other: 0 }
    origins = originsAfter(origins, edits)
    current = applyEdits(current, edits)
  }
  return { kind: "text", file: current, edits: undefined }
}

function applyTogether(file: TextFile, groups: readonly EditGroup[]): Sequenced {
  const edits = groups.flatMap((group) => group.edits)
  edits.sort((left, right) => left.start - right.start || left.hunk - right.hunk)
  for (let index = 1; index < edits.length; index++) {
    const [before, after] = [edits[index - 1], edits[index]]
    if (before && after && before.start + before.removed > after.start) {
      return { kind: "overlap", hunk: after.hunk, other: before.hunk }
    }
  }
  return { kind: "text", file: applyEdits(file, edits), edits }
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
