// Does the host load the task panel into its terminal UI, and if not, why? The host itself says nothing about that
// outside of its built-in console (HOST-QUIRK-155), so this looks at what its loader would look at.

import { readFile, stat } from "node:fs/promises"
import path from "node:path"
import { loadJsonc } from "../../config/jsonc.ts"
import { readRecord, readString } from "../../lib/json.ts"
import { parsePanelOptions } from "../../tui/options.ts"
import { readTextFile } from "../files.ts"
import { tuiConfigFiles } from "../host-config-files.ts"
import type { CliPlaces } from "../places.ts"
import { readPluginList } from "../plugin-list.ts"
import { isByName, isOurSpec, isTarballSpec, packageName, pathOf } from "../plugin-spec.ts"
import type { Check, DoctorContext, Finding } from "./check.ts"

export const panelCheck: Check = {
  name: "task panel",
  run: async (context) => {
    const { listed, broken, isSwitchedOff } = await readTuiConfig(context.places)
    const [entry] = listed
    if (!entry) return [...broken, notListed]
    const causes = [
      ...broken,
      ...offFindings(context, { entry, isSwitchedOff }),
      ...(await entryFindings(entry)),
    ]
    const { problems } = parsePanelOptions(entry.options, {})
    const mistakes = problems.map((problem): Finding => {
      return { level: "warning", message: `${problem} (${entry.place})`, next: "Mend that option." }
    })
    const isBad = causes.some(({ level }) => level === "error" || level === "info")
    return isBad ? [...causes, ...mistakes] : [loads(entry), ...causes, ...mistakes]
  },
}

const notListed: Finding = {
  level: "info",
  message: "No tui.json lists the package, so the host loads no task panel.",
  next: "Run this command with: init. From a tarball: unpack it into a folder named opencode-workbench, then init --spec FOLDER",
}

interface PanelEntry {
  readonly spec: string
  readonly options: unknown
  /** File and line. */
  readonly place: string
  /** Folder that a relative path starts from. */
  readonly folder: string
}

function loads({ spec, place }: PanelEntry): Finding {
  const message = `Listed in ${place}; its entry is there, so the host loads it: ${spec}.`
  return { level: "ok", message }
}

interface TuiConfigView {
  readonly listed: readonly PanelEntry[]
  readonly broken: readonly Finding[]
  readonly isSwitchedOff: boolean
}

async function readTuiConfig(places: CliPlaces): Promise<TuiConfigView> {
  const listed: PanelEntry[] = []
  const broken: Finding[] = []
  let isSwitchedOff = false
  for (const file of tuiConfigFiles(places)) {
    const read = await readTuiFile(file)
    if (read === undefined) continue
    if (read.kind === "broken") {
      const message = `${file}:${read.line} is not valid: ${read.reason}.`
      broken.push({ level: "error", message, next: "Mend that file." })
      continue
    }
    const ours = read.entries.filter(({ spec }) => isOurSpec(spec, places.packageRoot))
    for (const { spec, options, line } of ours) {
      listed.push({ spec, options, place: `${file}:${line}`, folder: path.dirname(file) })
    }
    // Later files win.
    if (read.enabled !== undefined) isSwitchedOff = read.enabled === false
  }
  return { listed, broken, isSwitchedOff }
}

async function readTuiFile(file: string) {
  const read = await readTextFile(file)
  if (read.kind === "missing") return undefined
  if (read.kind === "failed") return { kind: "broken" as const, line: 1, reason: read.reason }
  const list = await readPluginList(read.text)
  if (list.kind === "broken") return list
  const { parse } = await loadJsonc()
  const config: unknown = parse(read.text)
  return { ...list, enabled: readRecord(config, "plugin_enabled")?.[packageName] }
}

function offFindings(
  { places, config, hostConfig }: DoctorContext,
  found: { readonly entry: PanelEntry; readonly isSwitchedOff: boolean },
): readonly Finding[] {
  const { entry, isSwitchedOff } = found
  const off = (cause: string): Finding => ({ level: "info", message: `It is off, by ${cause}.` })
  const findings: Finding[] = []
  if (isSwitchedOff) findings.push(off(`plugin_enabled["${packageName}"] in tui.json`))
  if (places.environment.OPENCODE_PURE) findings.push(off("OPENCODE_PURE"))
  const byOptions = parsePanelOptions(entry.options, {})
  const byEnvironment = parsePanelOptions({}, places.environment)
  if (!byOptions.isEnabled) findings.push(off(`its options (${entry.place})`))
  if (!byEnvironment.isEnabled) {
    findings.push(off("OPENCODE_WORKBENCH or OPENCODE_WORKBENCH_DISABLE"))
  }
  const isServerListed = hostConfig.plugins.some((plugin) => plugin.isOurs)
  const isTasksOn = config.features.get("tasks")?.isEnabled === true
  if (!isServerListed || !isTasksOn) {
    const why = isServerListed
      ? "the tasks feature is off"
      : "opencode.json does not list the plugin"
    findings.push({ level: "warning", message: `It has nothing to show: ${why}.` })
  }
  return findings
}

/** What the host's loader would stumble over. */
async function entryFindings(entry: PanelEntry): Promise<readonly Finding[]> {
  const { spec, place, folder } = entry
  const wrong = (message: string, next: string): readonly Finding[] => [
    { level: "error", message: `${message} (${place}).`, next },
  ]
  if (isTarballSpec(spec)) {
    return wrong(
      "The host cannot load a panel from a tarball",
      "Unpack it into a folder named opencode-workbench and list that folder in tui.json.",
    )
  }
  if (isByName(spec)) return []
  const target = path.resolve(folder, spec.startsWith("file:") ? pathOf(spec) : spec)
  const info = await stat(target).catch(() => undefined)
  if (!info)
    return wrong(`${target} does not exist`, "Correct the path, or run this command with: init")
  if (!info.isDirectory()) return []
  const file = await panelEntryOf(target)
  if (file === undefined) {
    return wrong(`${target} has no "./tui" entry in its package.json`, "Use a newer version.")
  }
  const isThere = await stat(file).catch(() => undefined)
  return isThere ? [] : wrong(`${file} does not exist`, "Build the package: npm run build")
}

async function panelEntryOf(folder: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"))
    const entry = readRecord(manifest, "exports")?.["./tui"]
    const file = typeof entry === "string" ? entry : readString(entry, "import")
    return file === undefined ? undefined : path.join(folder, file)
  } catch {
    return undefined
  }
}
