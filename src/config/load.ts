// Reads the configuration files and hands everything to resolve.ts. A missing file is normal; a broken one is reported.

import { readFile } from "node:fs/promises"
import type { AnyFeature } from "../feature/feature.ts"
import { lineAt, loadJsonc, parseJsonc, repeatedKeys, valueAt } from "./jsonc.ts"
import { type ConfigProblem, entryPlace, shortenHome } from "./problem.ts"
import { type ConfigLayer, type ResolvedConfig, resolveConfig } from "./resolve.ts"
import { environmentSwitches, type FileSource, fileSources, type SourcePlaces } from "./sources.ts"

/** A configuration file larger than this is not one. */
const fileBytesMax = 1024 * 1024

export async function loadConfig(
  features: readonly AnyFeature[],
  places: SourcePlaces,
  tupleOptions: unknown,
): Promise<ResolvedConfig> {
  const files = await Promise.all(
    fileSources(places).map((source) => readSource(source, places.home)),
  )
  const layers = files.flatMap((file) => (file.layer ? [file.layer] : []))
  const tuple: ConfigLayer = {
    trust: "trusted",
    value: tupleOptions ?? {},
    place: () => entryPlace(places.entryPlace, places.home),
  }
  const resolved = resolveConfig(
    features,
    [...layers, tuple],
    environmentSwitches(places.environment),
  )
  return {
    ...resolved,
    problems: [...files.flatMap((file) => file.problems), ...resolved.problems],
  }
}

interface SourceResult {
  readonly layer?: ConfigLayer
  readonly problems: readonly ConfigProblem[]
}

async function readSource(source: FileSource, home: string): Promise<SourceResult> {
  for (const file of source.candidates) {
    const read = await readText(file)
    if (read.kind === "missing") continue
    const place = shortenHome(file, home)
    if (read.kind === "failed") return { problems: [unreadable(place, read.reason)] }
    return parseSource(source, place, read.text)
  }
  return { problems: [] }
}

type ReadResult =
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "text"; readonly text: string }

async function readText(file: string): Promise<ReadResult> {
  try {
    const text = await readFile(file, "utf8")
    return text.length > fileBytesMax
      ? { kind: "failed", reason: "larger than 1 MiB" }
      : { kind: "text", text }
  } catch (error) {
    const code = error instanceof Error ? String(Reflect.get(error, "code")) : "unknown"
    return code === "ENOENT" || code === "ENOTDIR"
      ? { kind: "missing" }
      : { kind: "failed", reason: code }
  }
}

async function parseSource(source: FileSource, file: string, text: string): Promise<SourceResult> {
  const parsed = await parseJsonc(text)
  if (parsed.kind === "broken") {
    return { problems: [unreadable(file, `line ${parsed.line}: ${parsed.reason}`)] }
  }
  const { root } = parsed
  if (!root) return { problems: [unreadable(file, "it is empty")] }
  const { getNodeValue } = await loadJsonc()
  const lineOf = (offset: number) => lineAt(text, offset)
  const problems = repeatedKeys(root).map(({ keyPath, offsets }): ConfigProblem => {
    const lines = offsets.map(lineOf)
    const message = `is written ${lines.length} times (lines ${lines.join(", ")}); the last one counts.`
    const place = `${file}:${lines.at(-1)}`
    return { code: "CONFIG_KEY_REPEATED", place, key: keyPath.join("."), message }
  })
  return {
    problems,
    layer: {
      trust: source.trust,
      value: getNodeValue(root),
      place: (keyPath) => {
        const node = valueAt(root, keyPath)
        return node ? `${file}:${lineOf(node.offset)}` : file
      },
    },
  }
}

function unreadable(place: string, reason: string): ConfigProblem {
  const message = `the file was not used: ${reason}.`
  return { code: "CONFIG_FILE_UNREADABLE", place, key: "", message }
}
