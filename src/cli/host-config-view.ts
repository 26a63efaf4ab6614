// What the host's configuration files say about plugins and permissions, with places. Read only.

import { loadJsonc } from "../config/jsonc.ts"
import { isRecord, readRecord } from "../lib/json.ts"
import { readTextFile } from "./files.ts"
import { hostConfigFiles } from "./host-config-files.ts"
import type { CliPlaces } from "./places.ts"
import { readPluginList } from "./plugin-list.ts"
import { isOurSpec } from "./plugin-spec.ts"

export interface ListedPlugin {
  readonly spec: string
  readonly options: unknown
  readonly isOurs: boolean
  /** File and line. */
  readonly place: string
}

export interface HostConfigView {
  readonly plugins: readonly ListedPlugin[]
  /** Top-level permissions of all files, later files over earlier ones. */
  readonly permission: Readonly<Record<string, unknown>>
  /** Files that cannot be read, each with the reason. */
  readonly broken: readonly string[]
}

/** Variable with a whole configuration in it, which the host reads last. */
const contentVariable = "OPENCODE_CONFIG_CONTENT"

export async function readHostConfig(places: CliPlaces): Promise<HostConfigView> {
  const sources: { place: string; text: string }[] = []
  const broken: string[] = []
  for (const file of hostConfigFiles(places)) {
    const read = await readTextFile(file)
    if (read.kind === "text") sources.push({ place: file, text: read.text })
    if (read.kind === "failed") broken.push(`${file} cannot be read: ${read.reason}`)
  }
  const content = places.environment[contentVariable]
  if (content) sources.push({ place: contentVariable, text: content })
  const plugins: ListedPlugin[] = []
  let permission: Record<string, unknown> = {}
  for (const { place, text } of sources) {
    const list = await readPluginList(text)
    if (list.kind === "broken") {
      broken.push(`${place}:${list.line} is not valid: ${list.reason}`)
      continue
    }
    for (const { spec, options, line } of list.entries) {
      const isOurs = isOurSpec(spec, places.packageRoot)
      plugins.push({ spec, options, isOurs, place: `${place}:${line}` })
    }
    permission = { ...permission, ...(await readPermission(text)) }
  }
  return { plugins, permission, broken }
}

/** One word for everything is the same as `{"*": word}`. */
async function readPermission(text: string): Promise<Readonly<Record<string, unknown>>> {
  const { parse } = await loadJsonc()
  const config: unknown = parse(text, [], { allowTrailingComma: true })
  const word = isRecord(config) ? config.permission : undefined
  return typeof word === "string" ? { "*": word } : (readRecord(config, "permission") ?? {})
}
