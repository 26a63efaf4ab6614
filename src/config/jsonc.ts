// The JSONC parser, loaded at first use so that a start without configuration files stays cheap.

import type { Node } from "jsonc-parser"

type Jsonc = typeof import("jsonc-parser")

export async function loadJsonc(): Promise<Jsonc> {
  const module = await import("jsonc-parser")
  return module.default ?? module
}

/** One-based line of a position. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}

/** The parser's names for what is wrong, in words. */
const faults: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is no value",
  InvalidNumberFormat: "a malformed number",
  PropertyNameExpected: "a key in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: 'a ":" is missing',
  CommaExpected: 'a "," is missing',
  CloseBraceExpected: 'a "}" is missing',
  CloseBracketExpected: 'a "]" is missing',
  EndOfFileExpected: "something stands behind the end",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  InvalidEscapeCharacter: "an escape that does not exist",
}

export type ParsedJsonc =
  | { readonly kind: "parsed"; readonly root: Node | undefined }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string }

/** With comments and trailing commas; a text without any value has no root. A byte order mark counts as a space. */
export async function parseJsonc(text: string): Promise<ParsedJsonc> {
  const jsonc = await loadJsonc()
  const errors: { error: number; offset: number; length: number }[] = []
  const options = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: true }
  let root: Node | undefined
  try {
    root = jsonc.parseTree(text.replace(/^\uFEFF/, " "), errors, options)
  } catch (error) {
    // The parser calls itself for each level.
    if (!(error instanceof RangeError)) throw error
    return { kind: "broken", line: 1, reason: "it is nested too deeply" }
  }
  const [first] = errors
  if (!first) return { kind: "parsed", root }
  const reason = describeFault(jsonc, first.error)
  return { kind: "broken", line: lineAt(text, first.offset), reason }
}

/** The value at a path, that of the last one where a key is written more than once: it is the one that counts. */
export function valueAt(root: Node, keyPath: readonly string[]): Node | undefined {
  let node: Node | undefined = root
  for (const key of keyPath) {
    const children: readonly Node[] = node?.children ?? []
    node =
      node?.type === "array"
        ? children[Number(key)]
        : children.findLast((property) => keyOf(property) === key)?.children?.[1]
  }
  return node
}

export interface RepeatedKey {
  readonly keyPath: readonly string[]
  /** Where it is written, in the order of the text. */
  readonly offsets: readonly number[]
}

/** Keys that one object holds more than once, at any depth. */
export function repeatedKeys(root: Node): readonly RepeatedKey[] {
  const found: RepeatedKey[] = []
  const open: PlacedNode[] = [{ node: root, keyPath: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(...repeatedIn(next))
    open.push(...valuesIn(next))
  }
  return found
}

interface PlacedNode {
  readonly node: Node
  readonly keyPath: readonly string[]
}

function repeatedIn({ node, keyPath }: PlacedNode): readonly RepeatedKey[] {
  const offsets = new Map<string, number[]>()
  for (const child of node.children ?? []) {
    const key = keyOf(child)
    if (key !== undefined) offsets.set(key, [...(offsets.get(key) ?? []), child.offset])
  }
  return [...offsets].flatMap(([key, places]) =>
    places.length > 1 ? [{ keyPath: [...keyPath, key], offsets: places }] : [],
  )
}

function valuesIn({ node, keyPath }: PlacedNode): readonly PlacedNode[] {
  return (node.children ?? []).flatMap((child, index) => {
    const value = child.type === "property" ? child.children?.[1] : child
    return value ? [{ node: value, keyPath: [...keyPath, keyOf(child) ?? String(index)] }] : []
  })
}

function keyOf(node: Node): string | undefined {
  const key: unknown = node.type === "property" ? node.children?.[0]?.value : undefined
  return typeof key === "string" ? key : undefined
}

/** What is wrong, in words for a person. */
function describeFault(jsonc: Jsonc, error: number): string {
  const name = jsonc.printParseErrorCode(error)
  return faults[name] ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()
}
