// `init`: puts the plugin into an opencode.json, or takes it out. Shows the change first, writes only after a yes.

import { readTextFile, replaceTextFile } from "./files.ts"
import { editableFiles } from "./host-config-files.ts"
import type { CliOutcome } from "./outcome.ts"
import type { CliPlaces } from "./places.ts"
import { addPlugin, type ListEdit, removePlugin } from "./plugin-list.ts"
import { defaultSpec, isOurSpec } from "./plugin-spec.ts"
import { previewEdit } from "./preview.ts"

export interface InitRequest {
  readonly scope: "global" | "project"
  readonly action: "add" | "remove"
  /** How the entry names the package; the default is this copy. */
  readonly spec: string | undefined
  readonly isConfirmed: boolean
  /** Asks the person at the terminal; undefined where nobody is there. */
  readonly confirm: ((preview: string) => Promise<boolean>) | undefined
}

export async function runInit(places: CliPlaces, request: InitRequest): Promise<CliOutcome> {
  const { file, text, reason } = await chooseFile(places, request.scope)
  const answer = createAnswer(file, request)
  if (reason !== undefined) return answer.failed(`${file} cannot be read: ${reason}.`)
  const spec = request.spec ?? defaultSpec(places.packageRoot)
  const edit = await editText(places, request, { text: text ?? "", spec })
  if (edit.kind === "broken") {
    const what = `${file}:${edit.line} is not valid: ${edit.reason}. Nothing was changed.`
    return answer.failed(`${what}\nMend that line, then run this command again.`)
  }
  if (edit.kind === "unchanged") return answer.unchanged()
  const preview = previewEdit(file, text ?? "", edit.text)
  const isWanted = request.isConfirmed || (await request.confirm?.(preview))
  if (isWanted === undefined) return answer.undecided(preview)
  if (!isWanted) return answer.declined(preview)
  const problem = await replaceTextFile(file, edit.text, text)
  if (problem !== undefined) return answer.failed(`${file} was not written: ${problem}.`)
  return answer.written(preview, text === undefined)
}

/** The first of the candidates that exists, else the preferred one, to be made. */
async function chooseFile(places: CliPlaces, scope: InitRequest["scope"]) {
  const candidates = editableFiles(places, scope)
  for (const file of candidates) {
    const read = await readTextFile(file)
    if (read.kind === "text") return { file, text: read.text, reason: undefined }
    if (read.kind === "failed") return { file, text: undefined, reason: read.reason }
  }
  return { file: candidates[0] ?? "opencode.json", text: undefined, reason: undefined }
}

function editText(
  places: CliPlaces,
  request: InitRequest,
  { text, spec }: { readonly text: string; readonly spec: string },
): Promise<ListEdit> {
  const isOurs = (entry: string) => isOurSpec(entry, places.packageRoot) || entry === request.spec
  return request.action === "add" ? addPlugin(text, spec, isOurs) : removePlugin(text, isOurs)
}

/** The ways in which the command ends, each as text and JSON. */
function createAnswer(file: string, request: InitRequest) {
  const { action, scope } = request
  const base = { command: "init", action, scope, file, changed: false, written: false }
  const flags = scope === "project" ? " --project" : ""
  const reverse = action === "add" ? `init${flags} --remove` : `init${flags}`
  const outcome = (
    exitCode: CliOutcome["exitCode"],
    text: string,
    more: Readonly<Record<string, string | boolean>> = {},
  ): CliOutcome => ({ exitCode, text, json: { ...base, ...more } })
  return {
    failed: (problem: string) => outcome(1, problem, { problem }),
    unchanged: () => {
      const state = action === "add" ? "already lists" : "does not list"
      return outcome(0, `${file} ${state} the plugin. Nothing was changed.`)
    },
    undecided: (diff: string) => {
      const text = `${diff}\n\nNothing was written. Run it again with --yes to make this change.`
      return outcome(2, text, { changed: true, diff })
    },
    declined: (diff: string) => outcome(0, "Nothing was written.", { changed: true, diff }),
    written: (diff: string, isNew: boolean) => {
      const undo = isNew ? `delete ${file}` : `this command with: ${reverse}`
      const next = action === "add" ? "\nRestart opencode, then run this command with: doctor" : ""
      const text = `${diff}\n\nWritten. Undo: ${undo}${next}`
      return outcome(0, text, { changed: true, written: true, diff, undo })
    },
  }
}
