// A patch and its file before deviations, with every line tracked: the wanted file is known by construction.

import type { Random } from "./random.ts"

/** A line of the file as it is now; `base` is its number in the file that the patch was written for, or -1. */
export interface FileLine {
  text: string
  readonly base: number
}

export interface DraftEdit {
  readonly start: number
  readonly removed: number
  readonly added: readonly string[]
}

export interface DraftRow {
  mark: " " | "-" | "+"
  text: string
  /** Base line of an old row. */
  readonly base: number
  /** The whole patch line, where a deviation needs more than mark and text. */
  whole?: string
}

export interface DraftHunk {
  header: string[]
  rows: DraftRow[]
  readonly edits: readonly DraftEdit[]
  isEndMarked: boolean
}

export interface PatchDraft {
  readonly path: string
  readonly base: readonly string[]
  file: FileLine[]
  hunks: DraftHunk[]
  before: string[]
  begin: string
  end: string | undefined
  after: string[]
  /** Lines between the file header and the first hunk. */
  preface: string[]
  isBlockPerHunk: boolean
  /** The file as its author saw it; undefined when nobody keeps a record. */
  seen: string[] | undefined
  mustRefuse: boolean
  patchEnding: string
  fileEnding: string
  hasBom: boolean
  hasFinalNewline: boolean
}

export function isTelling(text: string): boolean {
  return (text.match(/[A-Za-z0-9]/g) ?? []).length >= 4
}

/** Undefined when the file offers no place of its own for so many hunks. */
export function createDraft(
  base: readonly string[],
  random: Random,
  options: { readonly hunks: number; readonly context: number },
): PatchDraft | undefined {
  const hunks: DraftHunk[] = []
  let from = 0
  for (let count = 0; count < options.hunks; count++) {
    const room = base.length - from - 12
    if (room < 1) return undefined
    const start = from + 4 + random.below(Math.min(room, 60))
    const edit = createEdit(base, start, random)
    if (!edit) return undefined
    hunks.push(createHunk(base, [edit], options.context))
    from = start + edit.removed + 2 * options.context + 2
  }
  if (hunks.some((hunk) => !isDistinct(base, hunk))) return undefined
  return {
    path: "file.txt",
    base,
    file: base.map((text, line) => ({ text, base: line })),
    hunks,
    before: [],
    begin: "*** Begin Patch",
    end: "*** End Patch",
    after: [],
    preface: [],
    isBlockPerHunk: false,
    seen: undefined,
    mustRefuse: false,
    patchEnding: "\n",
    fileEnding: "\n",
    hasBom: false,
    hasFinalNewline: true,
  }
}

function createEdit(base: readonly string[], start: number, random: Random): DraftEdit | undefined {
  const kind = random.below(3)
  const removed = kind === 0 ? 0 : 1 + random.below(3)
  const old = base.slice(start, start + removed)
  if (removed > 0 && !old.some(isTelling)) return undefined
  const isDeletion = kind === 2 && random.chance(0.5)
  const added = isDeletion ? [] : addedLines(old, base[start] ?? "", random)
  return added.join("\n") === old.join("\n") ? undefined : { start, removed, added }
}

function addedLines(old: readonly string[], near: string, random: Random): string[] {
  const indentation = /^\s*/.exec(near)?.[0] ?? ""
  const [first] = old
  const added = first !== undefined && random.chance(0.7) ? [reword(first, random)] : []
  const count = random.below(3) + (added.length === 0 ? 1 : 0)
  for (let index = 0; index < count; index++) {
    added.push(`${indentation}freshly(${random.below(10_000)}, made);`)
  }
  return added
}

export function reword(line: string, random: Random): string {
  const words = line.match(/[A-Za-z]{3,}/g)
  if (!words) return `${line} // ${random.below(1000)}`
  const word = random.pick(words)
  return line.replace(word, `${word}${random.pick(["New", "Other", "Text"])}`)
}

export function createHunk(
  base: readonly string[],
  edits: readonly DraftEdit[],
  context: number,
): DraftHunk {
  const [first, last] = [edits[0], edits.at(-1)]
  if (!first || !last) throw new Error("a hunk needs an edit")
  const rows: DraftRow[] = []
  let copied = Math.max(0, first.start - context)
  const copy = (until: number, mark: " " | "-"): void => {
    for (; copied < until; copied++) rows.push({ mark, text: base[copied] ?? "", base: copied })
  }
  for (const edit of edits) {
    copy(edit.start, " ")
    copy(edit.start + edit.removed, "-")
    for (const text of edit.added) rows.push({ mark: "+", text, base: -1 })
  }
  copy(Math.min(base.length, last.start + last.removed + context), " ")
  return { header: [], rows, edits, isEndMarked: false }
}

/** No other place of the file shares more than 55 % of the hunk's telling lines. */
export function isDistinct(base: readonly string[], hunk: DraftHunk): boolean {
  const old = hunk.rows.filter(({ mark }) => mark !== "+")
  const telling = old.filter(({ text }) => isTelling(text))
  if (telling.length < 2) return false
  const [first] = old
  const home = first?.base ?? 0
  for (let shift = -home; shift < base.length - home; shift++) {
    if (shift === 0) continue
    const shared = telling.filter(
      ({ text, base: line }) => base[line + shift]?.trim() === text.trim(),
    )
    if (shared.length > telling.length * 0.55) return false
  }
  return true
}

export interface FinishedCase {
  readonly path: string
  readonly content: string
  readonly patch: string
  /** Undefined: must be refused. */
  readonly expected: string | undefined
  readonly seen: string | undefined
}

export function finish(draft: PatchDraft): FinishedCase {
  const join = (lines: readonly string[]): string => {
    const text = lines.join(draft.fileEnding)
    const end = draft.hasFinalNewline && lines.length > 0 ? draft.fileEnding : ""
    return (draft.hasBom ? "\uFEFF" : "") + text + end
  }
  return {
    path: draft.path,
    content: join(draft.file.map(({ text }) => text)),
    patch: printDraft(draft),
    expected: draft.mustRefuse ? undefined : join(wantedLines(draft)),
    seen: draft.seen && join(draft.seen),
  }
}

// Added lines stand behind the line above them, wherever it is now; if it is gone, before the line below them.
function wantedLines(draft: PatchDraft): string[] {
  const here = new Set(draft.file.map(({ base }) => base))
  const removed = new Set<number>()
  const above: [number, readonly string[]][] = []
  const below: [number, readonly string[]][] = []
  for (const { start, removed: count, added } of draft.hunks.flatMap((hunk) => hunk.edits)) {
    for (let line = start; line < start + count; line++) removed.add(line)
    if (start > 0 && here.has(start - 1)) above.push([start - 1, added])
    else below.push([draft.base.findIndex((_, line) => line >= start && here.has(line)), added])
  }
  const at = (places: [number, readonly string[]][], base: number): readonly string[] =>
    base === -1 ? [] : places.filter(([line]) => line === base).flatMap(([, added]) => added)
  return draft.file.flatMap(({ text, base }) => [
    ...at(below, base),
    ...(removed.has(base) ? [] : [text]),
    ...at(above, base),
  ])
}

function printDraft(draft: PatchDraft): string {
  const header = `*** Update File: ${draft.path}`
  const hunks = draft.hunks.flatMap((hunk, index) => [
    ...(index === 0 || draft.isBlockPerHunk ? [header] : []),
    ...(index === 0 ? draft.preface : []),
    ...printHunk(hunk),
  ])
  const begin = draft.begin === "" ? [] : [draft.begin]
  const end = draft.end === undefined ? [] : [draft.end]
  const lines = [...draft.before, ...begin, ...hunks, ...end, ...draft.after]
  return lines.join(draft.patchEnding) + (draft.end === undefined ? draft.patchEnding : "")
}

/** An empty header stands for none at all. */
function printHunk(hunk: DraftHunk): string[] {
  const header = hunk.header.length > 0 ? hunk.header : ["@@"]
  const rows = hunk.rows.map((row) => row.whole ?? row.mark + row.text)
  const end = hunk.isEndMarked ? ["*** End of File"] : []
  return [...header.filter((line) => line !== ""), ...rows, ...end]
}
