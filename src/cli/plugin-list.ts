// Reads the `plugin` list of a host configuration, adds an entry to it, or takes one out. Every other byte is kept:
// comments, order, indentation, line ends. Text in, text out.

import type { Node } from "jsonc-parser"
import { lineAt, loadJsonc, parseJsonc } from "../config/jsonc.ts"
import { insertChild, removeChild, type TextContainer } from "./text-container.ts"

export interface PluginEntry {
  readonly spec: string
  readonly options: unknown
  readonly line: number
}

export type PluginList =
  | {
      readonly kind: "list"
      readonly entries: readonly PluginEntry[]
      /** Whether there is a list at all, be it an empty one. */
      readonly isThere: boolean
    }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string }

export type ListEdit =
  | { readonly kind: "changed"; readonly text: string }
  | { readonly kind: "unchanged" }
  | Extract<PluginList, { kind: "broken" }>

/** A new file names the schema of what it configures. */
export type ConfigKind = "config" | "tui"

export interface NewEntry {
  readonly spec: string
  readonly kind: ConfigKind
}

export async function readPluginList(text: string): Promise<PluginList> {
  const parsed = await parseConfig(text)
  if (parsed.kind === "broken") return parsed
  return { kind: "list", entries: parsed.entries, isThere: parsed.list !== undefined }
}

export async function addPlugin(
  text: string,
  entry: NewEntry,
  isOurs: (spec: string) => boolean,
): Promise<ListEdit> {
  const parsed = await parseConfig(text)
  if (parsed.kind === "broken") return parsed
  if (parsed.entries.some(({ spec }) => isOurs(spec))) return { kind: "unchanged" }
  const spec = JSON.stringify(entry.spec)
  if (parsed.root === undefined) return { kind: "changed", text: withNewObject(text, entry) }
  const added = parsed.list
    ? insertChild(text, await containerOf(text, parsed.list), spec)
    : insertChild(text, await containerOf(text, parsed.root), `"plugin": [${spec}]`)
  return { kind: "changed", text: added }
}

/** Takes out every entry of ours; a list that becomes empty goes too. */
export async function removePlugin(
  text: string,
  isOurs: (spec: string) => boolean,
): Promise<ListEdit> {
  const parsed = await parseConfig(text)
  if (parsed.kind === "broken") return parsed
  const { root, list, entries } = parsed
  const position = entries.findIndex(({ spec }) => isOurs(spec))
  if (position < 0 || !list || !root) return { kind: "unchanged" }
  const isOnly = entries.length === 1
  const next = isOnly
    ? removeChild(text, await containerOf(text, root), propertyIndex(root))
    : removeChild(text, await containerOf(text, list), position)
  const rest = await removePlugin(next, isOurs)
  return rest.kind === "changed" ? rest : { kind: "changed", text: next }
}

type ParsedConfig =
  | {
      readonly kind: "parsed"
      readonly root: Node | undefined
      readonly list: Node | undefined
      readonly entries: readonly PluginEntry[]
    }
  | Extract<PluginList, { kind: "broken" }>

/** A file without any value, such as an empty one, has no root. */
async function parseConfig(text: string): Promise<ParsedConfig> {
  const parsed = await parseJsonc(text)
  if (parsed.kind === "broken") return parsed
  const { root } = parsed
  const { findNodeAtLocation, getNodeValue } = await loadJsonc()
  if (root === undefined) return { kind: "parsed", root: undefined, list: undefined, entries: [] }
  if (root.type !== "object") return broken(text, root.offset, "the file is not an object")
  const list = findNodeAtLocation(root, ["plugin"])
  if (list !== undefined && list.type !== "array") {
    return broken(text, list.offset, '"plugin" is not a list')
  }
  const entries = (list?.children ?? []).map((node) => {
    const value: unknown = getNodeValue(node)
    const [spec, options]: readonly unknown[] = Array.isArray(value) ? value : [value]
    return { spec: String(spec), options, line: lineAt(text, node.offset) }
  })
  return { kind: "parsed", root, list, entries }
}

function broken(text: string, offset: number, reason: string): PluginList & { kind: "broken" } {
  return { kind: "broken", line: lineAt(text, offset), reason }
}

/** What stands in the file, at most comments, stays above the new object. */
function withNewObject(text: string, { spec, kind }: NewEntry): string {
  const schema = `https://opencode.ai/${kind}.json`
  const config = JSON.stringify({ $schema: schema, plugin: [spec] }, undefined, 2)
  return `${text.trim() === "" ? "" : `${text.trimEnd()}\n`}${config}\n`
}

function propertyIndex(root: Node): number {
  return (root.children ?? []).findIndex((child) => child.children?.[0]?.value === "plugin")
}

/** Positions of an array or object in the text, with the comma behind its last child, if there is one. */
async function containerOf(text: string, node: Node): Promise<TextContainer> {
  const children = (node.children ?? []).map((child) => ({
    start: child.offset,
    end: child.offset + child.length,
  }))
  const end = node.offset + node.length - 1
  const commas: (number | undefined)[] = []
  for (const [at, child] of children.entries()) {
    commas.push(await commaBetween(text, child.end, children[at + 1]?.start ?? end))
  }
  return { open: node.offset, close: end, children, commas }
}

/** Kind of a comma token; the library's enumeration has no value at run time. */
const commaToken = 5

async function commaBetween(text: string, from: number, to: number): Promise<number | undefined> {
  const { createScanner } = await loadJsonc()
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  const kind: number = scanner.scan()
  const offset = scanner.getTokenOffset()
  return kind === commaToken && offset < to ? offset : undefined
}
