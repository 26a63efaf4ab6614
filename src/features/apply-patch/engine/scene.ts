// What the steps of placing share: the task, the file's lines, and the snapshot of the last read, each derived once.

import { mapLines } from "./line-map.ts"
import { createLineView, type LineView } from "./line-view.ts"
import type { Hunk } from "./patch.ts"
import type { PlacedBy, Placement } from "./placement.ts"
import type { Problem } from "./problem.ts"
import { readingsOf } from "./reading.ts"
import { parseText, type TextFile } from "./text-file.ts"

export interface FileTask {
  /** The file as it is, decoded. */
  readonly text: string
  readonly hunks: readonly Hunk[]
  /** The file as the session last saw it; undefined when it never did. */
  readonly seenText: string | undefined
  readonly ambiguous: "refuse" | "first"
  /** The last row of the patch may be cut off in the middle. */
  readonly mayBeCut: boolean
}

export interface HunkNote {
  readonly hunk: number
  readonly by: PlacedBy
  readonly isReindented: boolean
  /** First changed line in the file as it was, from 0. */
  readonly line: number
}

export interface Scene {
  readonly task: FileTask
  readonly file: TextFile
  readonly view: LineView
  /** Undefined when the session never saw the file, or saw it as it is. */
  seen(): Snapshot | undefined
}

export interface Snapshot {
  readonly view: LineView
  /** For each line of the snapshot its line in the file, or -1. */
  readonly map: Int32Array
}

export type Found =
  | {
      readonly kind: "found"
      readonly placement: Placement
      readonly base: "original" | "current"
      /** The text that the placement counts in. */
      readonly lines: readonly string[]
    }
  | { readonly kind: "problem"; readonly problem: Problem }

export function createScene(task: FileTask): Scene {
  const file = parseText(task.text)
  const view = createLineView(file.lines, () =>
    // Added rows too: whether they stand there already is the next question (P11).
    task.hunks.flatMap((hunk) =>
      readingsOf(hunk).flatMap(({ old, changes }) => [
        ...old,
        ...changes.flatMap(({ added }) => added),
      ]),
    ),
  )
  let snapshot: Snapshot | undefined
  return {
    task,
    file,
    view,
    seen: () => {
      if (task.seenText === undefined || task.seenText === task.text) return undefined
      if (!snapshot) {
        const seen = createLineView(parseText(task.seenText).lines)
        snapshot = { view: seen, map: mapLines(seen.keys(), view.keys()) }
      }
      return snapshot
    },
  }
}

export function foundIn(lines: readonly string[], placement: Placement): Found {
  return { kind: "found", placement, base: "original", lines }
}

export function stopped(problem: Problem): Found {
  return { kind: "problem", problem }
}
