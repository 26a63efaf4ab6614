// `init`: puts the plugin into an opencode.json and its panel into a tui.json, or takes them out. Shows the change
// first, writes only after a yes.

import path from "node:path"
import { type ListedPlugin, readHostConfig } from "./host-config-view.ts"
import type { CliOutcome } from "./outcome.ts"
import type { CliPlaces } from "./places.ts"
import { type PlannedEdit, planEdit, writeEdit } from "./planned-edit.ts"
import { defaultSpec, isOurSpec, panelSpec } from "./plugin-spec.ts"

export interface InitRequest {
  readonly scope: "global" | "project"
  readonly action: "add" | "remove"
  /** How the entry names the package; the default is this copy. */
  readonly spec: string | undefined
  /** Whether tui.json is edited too. */
  readonly isPanelWanted: boolean
  readonly isConfirmed: boolean
  /** Asks the person at the terminal; undefined where nobody is there. */
  readonly confirm: ((preview: string) => Promise<boolean>) | undefined
}

export async function runInit(places: CliPlaces, request: InitRequest): Promise<CliOutcome> {
  const above = await findListedAbove(places, request)
  if (above !== undefined) return listedAbove(request, above)
  const { plugin, panel, note } = await planEdits(places, request)
  const answer = createAnswer(request, { plugin, panel, note })
  for (const edit of [plugin, panel]) {
    if (edit?.kind === "failed") return answer.failed(edit.problem)
  }
  const changes = [plugin, panel].flatMap((edit) => (edit?.kind === "changed" ? [edit] : []))
  if (changes.length === 0) return answer.unchanged()
  const preview = changes.map((edit) => edit.diff).join("\n\n")
  const isWanted = request.isConfirmed || (await request.confirm?.(preview))
  if (isWanted === undefined) return answer.undecided(preview)
  if (!isWanted) return answer.declined()
  const written: string[] = []
  for (const edit of changes) {
    const problem = await writeEdit(edit)
    if (problem !== undefined) return answer.stopped(problem, written)
    written.push(edit.file)
  }
  return answer.written(preview, written)
}

/** An entry of a folder above, or of a `.opencode` folder, which the host reads here too: a second one would load twice. */
async function findListedAbove(
  places: CliPlaces,
  { scope, action }: InitRequest,
): Promise<ListedPlugin | undefined> {
  if (scope !== "project" || action !== "add") return undefined
  const { directory } = places
  const ours = (await readHostConfig(places)).plugins.filter((plugin) => plugin.isOurs)
  if (ours.some(({ folder }) => folder === directory)) return undefined
  return ours.find(({ folder }) => {
    const owner = path.basename(folder) === ".opencode" ? path.dirname(folder) : folder
    const below = path.relative(owner, directory)
    return !below.startsWith("..") && !path.isAbsolute(below)
  })
}

function listedAbove({ action, scope }: InitRequest, { place }: ListedPlugin): CliOutcome {
  const text = `${place} already lists the plugin, and the host reads that file here too. Nothing was changed.`
  const state = { changed: false, written: false }
  return {
    exitCode: 0,
    text,
    json: { command: "init", action, scope, file: place.replace(/:\d+$/, ""), ...state },
  }
}

interface Edits {
  readonly plugin: PlannedEdit
  /** Undefined where tui.json is left alone. */
  readonly panel: PlannedEdit | undefined
  /** Why the panel is left out although it was wanted. */
  readonly note: string | undefined
}

async function planEdits(places: CliPlaces, request: InitRequest): Promise<Edits> {
  const { scope, action, isPanelWanted } = request
  const spec = request.spec ?? defaultSpec(places.packageRoot)
  const forPanel = panelSpec(spec)
  const isOurs = (entry: string) =>
    isOurSpec(entry, places.packageRoot) || entry === request.spec || entry === forPanel
  const plugin = await planEdit(places, { scope, action, kind: "config", spec, isOurs })
  if (!isPanelWanted) return { plugin, panel: undefined, note: undefined }
  if (forPanel === undefined && action === "add")
    return { plugin, panel: undefined, note: noTarball }
  const panel = { scope, action, kind: "tui", spec: forPanel ?? spec, isOurs } as const
  return { plugin, panel: await planEdit(places, panel), note: undefined }
}

const noTarball =
  "The task panel was left out: the host loads no panel from a tarball. Unpack it into a folder named opencode-workbench and name that: --spec FOLDER"

/** The ways in which the command ends, each as text and JSON. */
function createAnswer(request: InitRequest, { plugin, panel, note }: Edits) {
  const { action, scope } = request
  const describe = (edit: PlannedEdit, written: readonly string[]) => ({
    file: edit.file,
    changed: edit.kind === "changed",
    written: written.includes(edit.file),
    ...(edit.kind === "changed" ? { diff: edit.diff } : {}),
  })
  const outcome = (
    exitCode: CliOutcome["exitCode"],
    text: string,
    more: { readonly written?: readonly string[]; readonly undo?: string; problem?: string } = {},
  ): CliOutcome => {
    const { written = [], ...rest } = more
    const forPanel = panel ? { panel: describe(panel, written) } : {}
    const base = { command: "init", action, scope, ...describe(plugin, written), ...forPanel }
    const noted = note === undefined ? {} : { note }
    return {
      exitCode,
      text: [text, ...(note ? [note] : [])].join("\n"),
      json: { ...base, ...noted, ...rest },
    }
  }
  return {
    failed: (problem: string) => outcome(1, problem, { problem }),
    unchanged: () => {
      const files = [plugin, panel].flatMap((edit) => (edit ? [edit.file] : [])).join(" and ")
      const state = action === "add" ? "already lists" : "does not list"
      return outcome(0, `${files} ${state} the plugin. Nothing was changed.`)
    },
    undecided: (diff: string) =>
      outcome(2, `${diff}\n\nNothing was written. Run it again with --yes to make this change.`),
    declined: () => outcome(0, "Nothing was written."),
    stopped: (problem: string, written: readonly string[]) => {
      const done = written.length === 0 ? "" : `\nWritten before that: ${written.join(", ")}.`
      return outcome(1, `${problem}${done}`, { problem, written })
    },
    written: (diff: string, written: readonly string[]) => {
      const undo = describeUndo(request, [plugin, panel])
      const next = action === "add" ? "\nRestart opencode, then run this command with: doctor" : ""
      return outcome(0, `${diff}\n\nWritten. Undo: ${undo}${next}`, { written, undo })
    },
  }
}

/** A file that did not exist is deleted, an entry is taken out. */
function describeUndo(
  { action, scope }: InitRequest,
  edits: readonly (PlannedEdit | undefined)[],
): string {
  const changes = edits.flatMap((edit) => (edit?.kind === "changed" ? [edit] : []))
  const made = changes.filter((edit) => edit.before === undefined).map((edit) => edit.file)
  const flags = scope === "project" ? " --project" : ""
  const reverse = `this command with: init${flags}${action === "add" ? " --remove" : ""}`
  if (changes.some((edit) => !edit.isReversible)) {
    return "put the lines marked with - back by hand; init would bring back one entry without options"
  }
  const isAllMade = made.length === changes.length
  return [...(isAllMade ? [] : [reverse]), ...made.map((file) => `delete ${file}`)].join("; ")
}
