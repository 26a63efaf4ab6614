// What the host's configuration files say about plugins and permissions, with places. Read only.

import path from "node:path"
import { loadJsonc } from "../config/jsonc.ts"
import { isRecord, readNumber, readRecord, readString } from "../lib/json.ts"
import { readTextFile } from "./files.ts"
import { globalConfigFiles, hostConfigFiles } from "./host-config-files.ts"
import type { CliPlaces } from "./places.ts"
import { readPluginList } from "./plugin-list.ts"
import { isOurSpec } from "./plugin-spec.ts"

export interface ListedPlugin {
  readonly spec: string
  readonly options: unknown
  readonly isOurs: boolean
  /** File and line. */
  readonly place: string
  /** Folder from which a relative spec counts. */
  readonly folder: string
}

export interface HostConfigView {
  readonly plugins: readonly ListedPlugin[]
  /** Top-level permissions of all files, later files over earlier ones. */
  readonly permission: Readonly<Record<string, unknown>>
  /** Models of providers that the user described, `provider/model`, without a context limit. */
  readonly boundlessModels: readonly string[]
  /** Global files whose plugin list is not used, because that of a later one takes its place. */
  readonly replacedLists: readonly ReplacedList[]
  /** Files that cannot be read, each with the reason. */
  readonly broken: readonly string[]
}

export interface ReplacedList {
  readonly file: string
  readonly by: string
}

/** Variable with a whole configuration in it, which the host reads last. */
const contentVariable = "OPENCODE_CONFIG_CONTENT"

export async function readHostConfig(places: CliPlaces): Promise<HostConfigView> {
  const { sources, broken } = await readSources(places)
  const globals = globalConfigFiles(places)
  const replacedLists: ReplacedList[] = []
  const boundlessModels: string[] = []
  let globalList: string | undefined
  let plugins: ListedPlugin[] = []
  let permission: Record<string, unknown> = {}
  for (const { place, folder, text } of sources) {
    const list = await readPluginList(text)
    if (list.kind === "broken") {
      broken.push(`${place}:${list.line} is not valid: ${list.reason}`)
      continue
    }
    if (list.isThere && globals.includes(place)) {
      if (globalList !== undefined) replacedLists.push({ file: globalList, by: place })
      globalList = place
      plugins = []
    }
    for (const { spec, options, line } of list.entries) {
      const isOurs = isOurSpec(spec, places.packageRoot)
      plugins.push({ spec, options, isOurs, place: `${place}:${line}`, folder })
    }
    const config = await parseText(text)
    permission = { ...permission, ...readPermission(config) }
    boundlessModels.push(...findBoundlessModels(config))
  }
  return { plugins, permission, boundlessModels, replacedLists, broken }
}

/** The texts of all files and of the variable, lowest precedence first. */
async function readSources(places: CliPlaces) {
  const sources: { place: string; folder: string; text: string }[] = []
  const broken: string[] = []
  for (const file of hostConfigFiles(places)) {
    const read = await readTextFile(file)
    if (read.kind === "text")
      sources.push({ place: file, folder: path.dirname(file), text: read.text })
    if (read.kind === "failed") broken.push(`${file} cannot be read: ${read.reason}`)
  }
  const content = places.environment[contentVariable]
  if (content) sources.push({ place: contentVariable, folder: places.directory, text: content })
  return { sources, broken }
}

async function parseText(text: string): Promise<unknown> {
  const { parse } = await loadJsonc()
  const config: unknown = parse(text, [], { allowTrailingComma: true })
  return config
}

/** One word for everything is the same as `{"*": word}`. */
function readPermission(config: unknown): Readonly<Record<string, unknown>> {
  const word = isRecord(config) ? config.permission : undefined
  return typeof word === "string" ? { "*": word } : (readRecord(config, "permission") ?? {})
}

/** A provider with a package of its own is described by the user alone; others inherit from the host's catalogue. */
function findBoundlessModels(config: unknown): readonly string[] {
  const providers = Object.entries(readRecord(config, "provider") ?? {})
  return providers.flatMap(([name, provider]) => {
    if (readString(provider, "npm") === undefined) return []
    const models = Object.entries(readRecord(provider, "models") ?? {})
    return models
      .filter(([, model]) => !readNumber(readRecord(model, "limit"), "context"))
      .map(([model]) => `${name}/${model}`)
  })
}
