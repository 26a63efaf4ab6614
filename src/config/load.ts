// Reads the configuration files and hands everything to resolve.ts. A missing file is normal; a broken one is reported.

import { readFile } from "node:fs/promises"
import type { AnyFeature } from "../feature/feature.ts"
import { lineAt, loadJsonc, parseJsonc } from "./jsonc.ts"
import type { ConfigProblem } from "./problem.ts"
import { type ConfigLayer, type ResolvedConfig, resolveConfig } from "./resolve.ts"
import { environmentSwitches, type FileSource, fileSources, type SourcePlaces } from "./sources.ts"

/** A configuration file larger than this is not one. */
const fileBytesMax = 1024 * 1024

export async function loadConfig(
  features: readonly AnyFeature[],
  places: SourcePlaces,
  tupleOptions: unknown,
): Promise<ResolvedConfig> {
  const files = await Promise.all(fileSources(places).map(readSource))
  const layers = files.flatMap((file) => (file.layer ? [file.layer] : []))
  const tuple: ConfigLayer = {
    trust: "trusted",
    value: tupleOptions ?? {},
    place: () => "options in opencode.json",
  }
  const resolved = resolveConfig(
    features,
    [...layers, tuple],
    environmentSwitches(places.environment),
  )
  const unreadable = files.flatMap((file) => (file.problem ? [file.problem] : []))
  return { ...resolved, problems: [...unreadable, ...resolved.problems] }
}

interface SourceResult {
  readonly layer?: ConfigLayer
  readonly problem?: ConfigProblem
}

async function readSource(source: FileSource): Promise<SourceResult> {
  for (const file of source.candidates) {
    const read = await readText(file)
    if (read.kind === "missing") continue
    if (read.kind === "failed") return { problem: unreadable(file, read.reason) }
    return parseSource(source, file, read.text)
  }
  return {}
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
    return { problem: unreadable(file, `line ${parsed.line}: ${parsed.reason}`) }
  }
  const { root } = parsed
  if (!root) return { problem: unreadable(file, "it is empty") }
  const { getNodeValue, findNodeAtLocation } = await loadJsonc()
  return {
    layer: {
      trust: source.trust,
      value: getNodeValue(root),
      place: (keyPath) => {
        const node = findNodeAtLocation(root, [...keyPath])
        return node ? `${file}:${lineAt(text, node.offset)}` : file
      },
    },
  }
}

function unreadable(file: string, reason: string): ConfigProblem {
  const message = `the file was not used: ${reason}.`
  return { code: "CONFIG_FILE_UNREADABLE", place: file, key: "", message }
}
