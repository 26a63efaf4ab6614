// One configuration file that `init` is about to change: which file, what it says now, what it would say, or why not.

import { readTextFile, replaceTextFile } from "./files.ts"
import { editableFiles } from "./host-config-files.ts"
import type { CliPlaces } from "./places.ts"
import { addPlugin, type ConfigKind, readPluginList, removePlugin } from "./plugin-list.ts"
import { previewEdit } from "./preview.ts"

export interface EditRequest {
  readonly scope: "global" | "project"
  readonly action: "add" | "remove"
  readonly kind: ConfigKind
  readonly spec: string
  readonly isOurs: (spec: string) => boolean
}

export type PlannedEdit =
  | { readonly kind: "failed"; readonly file: string; readonly problem: string }
  | { readonly kind: "unchanged"; readonly file: string }
  | {
      readonly kind: "changed"
      readonly file: string
      /** Undefined where the file is to be made. */
      readonly before: string | undefined
      readonly after: string
      readonly diff: string
      /** Whether the opposite action gives the bytes back: not where several entries or options are taken out. */
      readonly isReversible: boolean
    }

export async function planEdit(places: CliPlaces, request: EditRequest): Promise<PlannedEdit> {
  const { kind, spec, isOurs, action } = request
  const { file, text, reason } = await chooseFile(places, request)
  if (reason !== undefined) {
    return { kind: "failed", file, problem: `${file} cannot be read: ${reason}.` }
  }
  const before = text ?? ""
  const edit =
    action === "add"
      ? await addPlugin(before, { spec, kind }, isOurs)
      : await removePlugin(before, isOurs)
  if (edit.kind === "unchanged") return { kind: "unchanged", file }
  if (edit.kind === "broken") {
    const what = `${file}:${edit.line} is not valid: ${edit.reason}. Nothing was changed.`
    const problem = `${what}\nMend that line, then run this command again.`
    return { kind: "failed", file, problem }
  }
  const diff = previewEdit(file, before, edit.text)
  const ours = await entriesOfOurs(before, isOurs)
  const isReversible = ours.length < 2 && ours.every(({ options }) => options === undefined)
  return { kind: "changed", file, before: text, after: edit.text, diff, isReversible }
}

/** Undefined when it went well, else the reason in one sentence. */
export async function writeEdit(
  edit: Extract<PlannedEdit, { kind: "changed" }>,
): Promise<string | undefined> {
  const problem = await replaceTextFile(edit.file, edit.after, edit.before)
  return problem === undefined ? undefined : `${edit.file} was not written: ${problem}.`
}

/** The candidate that lists us, else the last that exists, whose values win in the host, else the first, to be made. */
async function chooseFile(places: CliPlaces, { scope, kind, isOurs }: EditRequest) {
  const name = kind === "config" ? "opencode" : "tui"
  const candidates = editableFiles(places, scope, name)
  let chosen: { file: string; text: string | undefined; reason: undefined } | undefined
  for (const file of candidates) {
    const read = await readTextFile(file)
    if (read.kind === "failed") return { file, text: undefined, reason: read.reason }
    if (read.kind === "missing") continue
    chosen = { file, text: read.text, reason: undefined }
    if ((await entriesOfOurs(read.text, isOurs)).length > 0) return chosen
  }
  return chosen ?? { file: candidates[0] ?? `${name}.json`, text: undefined, reason: undefined }
}

async function entriesOfOurs(text: string, isOurs: EditRequest["isOurs"]) {
  const list = await readPluginList(text)
  return list.kind === "list" ? list.entries.filter(({ spec }) => isOurs(spec)) : []
}
