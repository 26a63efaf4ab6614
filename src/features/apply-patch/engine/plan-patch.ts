// The flow of the engine for a whole patch: sections and file contents in; pass, a rewritten patch, or a problem out.
// Works on drafts, so that several sections for one file accumulate in order (P7), and checks the outcome against a
// simulation of the host's rules (P14). Knows no disk: the caller says what each path holds.

import {
  addedText,
  createNativeDeriver,
  type NativeDeriver,
  type NativeSection,
  parseNative,
} from "./native.ts"
import type { Hunk, Patch, Section } from "./patch.ts"
import { planFile } from "./plan-file.ts"
import { isAsWanted, type Operation, printPatch } from "./print.ts"
import type { Problem } from "./problem.ts"
import type { HunkNote } from "./scene.ts"
import type { Edit } from "./text-file.ts"

export interface KnownFile {
  /** Identity of the file: two paths with one key are one file. */
  readonly key: string
  /** How the path is written in a rewritten patch. */
  readonly printPath: string
  /** Undefined when nothing is there. */
  readonly text: string | undefined
  /** As the session last saw it; undefined when it never did. */
  readonly seenText: string | undefined
}

export interface PatchTask {
  readonly patchText: string
  readonly patch: Patch
  /** Every path that the patch names; the caller has refused directories, binary files and the like. */
  fileAt(path: string): KnownFile
  /** The same as the host will resolve it, word for word; a path that was read leniently is another file for it. */
  hostFileAt(path: string): KnownFile
  readonly ambiguous: "refuse" | "first"
}

export type PatchProblem =
  | (Problem & { readonly path: string })
  | { readonly kind: "file-missing"; readonly path: string }
  | { readonly kind: "target-exists"; readonly path: string; readonly isSame: boolean }
  | { readonly kind: "not-expressible"; readonly path: string }

export interface FileNote extends HunkNote {
  readonly path: string
}

/** What a file holds when the patch is done; undefined when it is gone. */
export type Outcome = ReadonlyMap<string, string | undefined>

export type PatchPlan =
  | { readonly kind: "pass"; readonly outcome: Outcome; readonly notes: readonly FileNote[] }
  | {
      readonly kind: "rewrite"
      readonly patchText: string
      readonly outcome: Outcome
      readonly notes: readonly FileNote[]
    }
  | { readonly kind: "problem"; readonly problem: PatchProblem }

interface Draft {
  readonly file: KnownFile
  /** Text now, undefined when absent. */
  text: string | undefined
  /** Update hunks that wait to be placed together. */
  pending: Hunk[]
  /** Where the draft's content comes from, when it was moved. */
  operation: OpenOperation | undefined
}

type OpenOperation =
  | { kind: "add"; file: KnownFile }
  | { kind: "delete"; file: KnownFile }
  | {
      kind: "update"
      file: KnownFile
      before: string
      /** How `before` became what it is now, where that is known line by line. */
      edits: readonly Edit[] | undefined
      movedTo: KnownFile | undefined
    }

interface Desk {
  readonly task: PatchTask
  readonly drafts: Map<string, Draft>
  readonly operations: OpenOperation[]
  readonly notes: FileNote[]
  readonly deriver: NativeDeriver
  isCertain: boolean
  isPossible: boolean
}

export function planPatch(task: PatchTask): PatchPlan {
  const desk: Desk = {
    task,
    drafts: new Map(),
    operations: [],
    notes: [],
    deriver: createNativeDeriver(),
    isCertain: task.patch.isPlain && isNamedExactly(task),
    isPossible: true,
  }
  for (const [index, section] of task.patch.sections.entries()) {
    const isLast = index === task.patch.sections.length - 1
    const problem = takeSection(desk, section, isLast)
    if (problem) return { kind: "problem", problem }
  }
  for (const draft of desk.drafts.values()) {
    const problem = settle(desk, draft, false)
    if (problem) return { kind: "problem", problem }
  }
  const outcome = new Map([...desk.drafts].map(([key, draft]) => [key, draft.text]))
  if (desk.isCertain) return { kind: "pass", outcome, notes: desk.notes }
  return verify(desk, outcome)
}

function isNamedExactly({ patch, fileAt, hostFileAt }: PatchTask): boolean {
  return patch.sections.every((section) => {
    const target = section.kind === "update" ? section.movePath : undefined
    const paths = target === undefined ? [section.path] : [section.path, target]
    return paths.every((path) => fileAt(path).key === hostFileAt(path).key)
  })
}

// The simulation decides: first on the patch as it is, then on the canonical one.
function verify(desk: Desk, outcome: Outcome): PatchPlan {
  const { task, notes, deriver } = desk
  const isRight = desk.isPossible && isOutcome(simulate(task, task.patchText, deriver), outcome)
  if (isRight) return { kind: "pass", outcome, notes }
  const path = task.patch.sections[0]?.path ?? ""
  const operations = desk.operations.flatMap((operation) => toPrintable(desk, operation))
  const patchText = printPatch(operations, deriver)
  if (patchText === undefined || !isOutcome(simulate(task, patchText, deriver), outcome)) {
    return { kind: "problem", problem: { kind: "not-expressible", path } }
  }
  return { kind: "rewrite", patchText, outcome, notes }
}

function takeSection(desk: Desk, section: Section, isLast: boolean): PatchProblem | undefined {
  const draft = draftOf(desk, section.path)
  switch (section.kind) {
    case "add":
      return takeAdd(desk, draft, section)
    case "delete":
      return takeDelete(desk, draft, section.path)
    case "update":
      return takeUpdate(desk, draft, section, isLast)
  }
}

function takeAdd(
  desk: Desk,
  draft: Draft,
  section: Section & { readonly kind: "add" },
): PatchProblem | undefined {
  const problem = settle(desk, draft, false)
  if (problem) return problem
  const text = section.lines.map((line) => `${line}\n`).join("")
  if (draft.text !== undefined) {
    return { kind: "target-exists", path: section.path, isSame: draft.text === text }
  }
  desk.isCertain &&= draft.operation === undefined && !text.endsWith("\n\n") && text !== "\n"
  draft.text = text
  open(desk, draft, { kind: "add", file: draft.file })
  return undefined
}

function takeDelete(desk: Desk, draft: Draft, path: string): PatchProblem | undefined {
  const problem = settle(desk, draft, false)
  if (problem) return problem
  if (draft.text === undefined) return { kind: "file-missing", path }
  draft.text = undefined
  const before = draft.operation
  if (!before) {
    open(desk, draft, { kind: "delete", file: draft.file })
    return undefined
  }
  desk.isCertain = false
  desk.operations.splice(desk.operations.indexOf(before), 1)
  draft.operation = undefined
  // A file that the patch itself made leaves no trace; one that was there before is deleted where it lay.
  const origin = before.kind === "update" ? before.file : undefined
  if (origin) open(desk, draft, { kind: "delete", file: origin })
  return undefined
}

function takeUpdate(
  desk: Desk,
  draft: Draft,
  section: Section & { readonly kind: "update" },
  isLast: boolean,
): PatchProblem | undefined {
  if (draft.text === undefined) return { kind: "file-missing", path: section.path }
  if (draft.operation?.kind === "delete") desk.isCertain = false
  if (draft.operation) desk.isCertain = false
  else {
    const { file, text } = draft
    open(desk, draft, { kind: "update", file, before: text, edits: undefined, movedTo: undefined })
  }
  draft.pending.push(...section.hunks)
  const target = section.movePath === undefined ? undefined : draftOf(desk, section.movePath)
  if (target === undefined || target === draft) {
    // A move onto itself makes the host delete the file (HOST-QUIRK-88), so it is not certain to be right.
    if (target) desk.isCertain = false
    return isLast ? settle(desk, draft, desk.task.patch.mayBeCut) : undefined
  }
  return moveDraft(desk, draft, target, section.movePath ?? "")
}

function moveDraft(
  desk: Desk,
  draft: Draft,
  target: Draft,
  movePath: string,
): PatchProblem | undefined {
  const problem = settle(desk, draft, false) ?? settle(desk, target, false)
  if (problem) return problem
  if (target.text !== undefined) {
    return { kind: "target-exists", path: movePath, isSame: target.text === draft.text }
  }
  const { operation } = draft
  if (operation) moveToEnd(desk, operation)
  if (operation?.kind === "add") operation.file = target.file
  if (operation?.kind === "update") operation.movedTo = target.file
  target.text = draft.text
  target.operation = operation
  draft.text = undefined
  draft.operation = undefined
  return undefined
}

// The host writes in the order of the sections: what a move takes the place of must be gone before.
function moveToEnd({ operations }: Desk, operation: OpenOperation): void {
  operations.splice(operations.indexOf(operation), 1)
  operations.push(operation)
}

// Places the waiting hunks of a draft, all together.
function settle(desk: Desk, draft: Draft, mayBeCut: boolean): PatchProblem | undefined {
  if (draft.pending.length === 0) return undefined
  const text = draft.text ?? ""
  const isUntouched = text === draft.file.text
  const plan = planFile({
    text,
    hunks: draft.pending,
    seenText: isUntouched ? draft.file.seenText : undefined,
    ambiguous: desk.task.ambiguous,
    mayBeCut,
  })
  draft.pending = []
  const path = draft.file.printPath
  if (plan.kind === "problem") return { ...plan.problem, path }
  if (plan.hostLines) desk.deriver.know(text, plan.hostLines)
  desk.isCertain &&= plan.isCertain
  desk.isPossible &&= plan.isPossible
  const { operation } = draft
  if (operation?.kind === "update")
    operation.edits = operation.before === text ? plan.edits : undefined
  for (const { hunk, by, isReindented, line } of plan.notes) {
    desk.notes.push({ hunk, by, isReindented, line, path })
  }
  draft.text = plan.text
  return undefined
}

function open(desk: Desk, draft: Draft, operation: OpenOperation): void {
  draft.operation = operation
  desk.operations.push(operation)
}

function draftOf(desk: Desk, path: string): Draft {
  const file = desk.task.fileAt(path)
  const known = desk.drafts.get(file.key)
  if (known) return known
  const draft: Draft = { file, text: file.text, pending: [], operation: undefined }
  desk.drafts.set(file.key, draft)
  return draft
}

function toPrintable(desk: Desk, operation: OpenOperation): Operation[] {
  const path = operation.file.printPath
  const textOf = (file: KnownFile): string => desk.drafts.get(file.key)?.text ?? ""
  switch (operation.kind) {
    case "add":
      return [{ kind: "add", path, text: textOf(operation.file) }]
    case "delete":
      return [{ kind: "delete", path }]
    case "update": {
      const { before, edits, movedTo } = operation
      const after = textOf(movedTo ?? operation.file)
      if (after === before && !movedTo) return []
      return [{ kind: "update", path, movePath: movedTo?.printPath, before, after, edits }]
    }
  }
}

/** What the host would make of a patch text; undefined when it would fail. */
export function simulate(
  task: Pick<PatchTask, "hostFileAt">,
  patchText: string,
  deriver: NativeDeriver = createNativeDeriver(),
): Outcome | undefined {
  const parsed = parseNative(patchText)
  if (parsed.kind === "failed") return undefined
  const results: { readonly section: NativeSection; readonly text: string }[] = []
  // The host computes everything from the files as they are, and writes afterwards.
  for (const section of parsed.sections) {
    const text = simulateSection(task, section, deriver)
    if (text === undefined) return undefined
    results.push({ section, text })
  }
  const outcome = new Map<string, string | undefined>()
  for (const { section, text } of results) {
    const { key } = task.hostFileAt(section.path)
    if (section.type === "delete") outcome.set(key, undefined)
    else if (section.type === "update" && section.movePath !== undefined) {
      outcome.set(task.hostFileAt(section.movePath).key, text)
      outcome.set(key, undefined)
    } else outcome.set(key, text)
  }
  return outcome
}

function simulateSection(
  task: Pick<PatchTask, "hostFileAt">,
  section: NativeSection,
  deriver: NativeDeriver,
): string | undefined {
  if (section.type === "add") return addedText(section.contents)
  const { text } = task.hostFileAt(section.path)
  if (text === undefined || section.type === "delete") return text
  const derived = deriver.derive(text, section.chunks)
  return derived.kind === "text" ? derived.text : undefined
}

function isOutcome(result: Outcome | undefined, wanted: Outcome): boolean {
  if (result === undefined) return false
  const keys = new Set([...result.keys(), ...wanted.keys()])
  for (const key of keys) {
    const [got, want] = [result.get(key), wanted.get(key)]
    if (got === undefined || want === undefined ? got !== want : !isAsWanted(got, want))
      return false
  }
  return true
}
