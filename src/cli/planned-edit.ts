// One configuration file that `init` is about to change: which file, what it says now, what it would say, or why not.

import path from "node:path"
import { readTextFile, replaceTextFile } from "./files.ts"
import { editableFiles, globalConfigFiles } from "./host-config-files.ts"
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

interface Candidate {
  readonly file: string
  readonly text: string
  readonly hasList: boolean
  readonly isListing: boolean
}

/** The candidate that lists us, else the last that exists, whose values win in the host, else the first, to be made. */
async function chooseFile(places: CliPlaces, request: EditRequest) {
  const name = request.kind === "config" ? "opencode" : "tui"
  const candidates = editableFiles(places, request.scope, name)
  const isGlobal = request.kind === "config" && request.scope === "global"
  const found: Candidate[] = []
  for (const file of isGlobal ? globalConfigFiles(places) : candidates) {
    const read = await readTextFile(file)
    if (read.kind === "failed") return { file, text: undefined, reason: read.reason }
    if (read.kind === "text") found.push(await asCandidate(file, read.text, request.isOurs))
  }
  const chosen = isGlobal
    ? chooseGlobal(found, request.action)
    : (found.find(({ isListing }) => isListing) ?? found.at(-1))
  if (chosen) return { file: chosen.file, text: chosen.text, reason: undefined }
  return { file: candidates[0] ?? `${name}.json`, text: undefined, reason: undefined }
}

/**
 * Of the global files one list alone counts (HOST-QUIRK-172): an entry in another one would not be read, and a new list
 * in a later file would take away the plugins of the user.
 */
function chooseGlobal(
  found: readonly Candidate[],
  action: EditRequest["action"],
): Candidate | undefined {
  const listing = found.findLast(({ isListing }) => isListing)
  if (action === "remove" && listing) return listing
  const isCurrent = ({ file }: Candidate) => path.basename(file) !== "config.json"
  return found.findLast(({ hasList }) => hasList) ?? found.findLast(isCurrent)
}

async function asCandidate(
  file: string,
  text: string,
  isOurs: EditRequest["isOurs"],
): Promise<Candidate> {
  const list = await readPluginList(text)
  const hasList = list.kind === "list" && list.isThere
  return { file, text, hasList, isListing: (await entriesOfOurs(text, isOurs)).length > 0 }
}

async function entriesOfOurs(text: string, isOurs: EditRequest["isOurs"]) {
  const list = await readPluginList(text)
  return list.kind === "list" ? list.entries.filter(({ spec }) => isOurs(spec)) : []
}
