// Patterns of functions and classes that say too little or too much: a body, modifiers, a return type or a base
// class must be the same as in the code. Corrected patterns leave out what differs, or look for the node kind.

import type { JsonObject } from "../../lib/json.ts"
import type { Correction } from "./correction.ts"
import type { Query } from "./engine/matcher.ts"
import type { Language } from "./languages.ts"

const scripts = ["javascript", "typescript", "tsx"]

interface DeclarationKinds {
  readonly function: string
  readonly class?: string
  readonly struct?: string
  readonly enum?: string
  readonly trait?: string
  readonly interface?: string
}

const typedScript: DeclarationKinds = {
  function: "function_declaration",
  class: "class_declaration",
  interface: "interface_declaration",
  enum: "enum_declaration",
}

/** Node kinds of declarations; several are separated by a space. */
const kinds: Readonly<Record<string, DeclarationKinds>> = {
  javascript: { function: "function_declaration", class: "class_declaration" },
  typescript: typedScript,
  tsx: typedScript,
  python: { function: "function_definition", class: "class_definition" },
  go: { function: "function_declaration method_declaration" },
  rust: {
    function: "function_item",
    struct: "struct_item",
    enum: "enum_item",
    trait: "trait_item",
  },
  c: { function: "function_definition", struct: "struct_specifier", enum: "enum_specifier" },
  cpp: {
    function: "function_definition",
    class: "class_specifier",
    struct: "struct_specifier",
    enum: "enum_specifier",
  },
  java: {
    function: "method_declaration",
    class: "class_declaration",
    interface: "interface_declaration",
    enum: "enum_declaration",
  },
  csharp: {
    function: "method_declaration",
    class: "class_declaration",
    struct: "struct_declaration",
    interface: "interface_declaration",
    enum: "enum_declaration",
  },
  kotlin: { function: "function_declaration", class: "class_declaration" },
  swift: { function: "function_declaration", class: "class_declaration" },
  scala: { function: "function_definition", class: "class_definition" },
  php: { function: "function_definition method_declaration", class: "class_declaration" },
}

export function declarationCorrections(pattern: string, language: Language): readonly Correction[] {
  const functionHead = functionWords.exec(pattern) ?? methodHead.exec(pattern)
  const typeHead = typeWords.exec(pattern)
  return [
    ...(scripts.includes(language.name) ? scriptFunctions(pattern, language) : []),
    ...(scripts.includes(language.name) ? scriptClasses(pattern) : []),
    ...(language.name === "python" ? pythonHeads(pattern) : []),
    ...kindCorrection(language, wordOf(typeHead), typeHead ?? functionHead),
  ]
}

const typeWords = /\b(?:class|struct|enum|trait|interface)\s+([\w$]+)/

function wordOf(typeHead: RegExpExecArray | null): keyof DeclarationKinds {
  const word = typeHead?.[0].split(/\s/)[0]
  switch (word) {
    case "class":
    case "struct":
    case "enum":
    case "trait":
    case "interface":
      return word
    default:
      return "function"
  }
}

const functionWords = /\b(?:function|func|fn|fun|def)\b\*?\s*(?:\([^)]*\)\s*)?([\w$]+)/
const methodHead = /\b[\w<>[\]]+\s+(\$?\w+)\s*\(/

/** `function $NAME` needs parameters and a body; without a body it is the signature of an overload. */
function scriptFunctions(pattern: string, language: Language): readonly Correction[] {
  const head = /^((?:export\s+)?(?:default\s+)?(?:async\s+)?function\b\*?\s*[\w$]*)([\s\S]*)$/.exec(
    pattern,
  )
  const start = head?.[1]?.trim()
  if (start === undefined) return []
  const rest = head?.[2] ?? ""
  const parameters = /^\s*(\((?:[^()]|\([^()]*\))*\))/.exec(rest)?.[1] ?? "($$$)"
  const hint = rest.includes("{")
    ? "A return type must stand in the pattern where the code has one."
    : "A function needs its parameters and its body."
  const id = rest.trim() === "" ? "missing-body" : rest.includes("{") ? "return-type" : "signature"
  const plain = `${start}${parameters} { $$$ }`
  const withType = `${start}${parameters}: $RET { $$$ }`
  const candidates = language.name === "javascript" ? [plain] : [plain, withType]
  return candidates
    .filter((candidate) => candidate !== pattern)
    .map((candidate) => suggestion(id, hint, { kind: "pattern", pattern: candidate }))
}

function scriptClasses(pattern: string): readonly Correction[] {
  const head = /^((?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+[\w$]+)\s*\{/.exec(
    pattern,
  )?.[1]
  if (head === undefined) return []
  const hint = "`extends` and `implements` must stand in the pattern where the code has them."
  const extended = `${head} extends $BASE { $$$ }`
  return [
    suggestion("heritage", hint, { kind: "pattern", pattern: extended }),
    suggestion("heritage", hint, { kind: "pattern", pattern: head }),
  ]
}

/** With a colon the body is part of the pattern, and an empty one matches nothing. */
function pythonHeads(pattern: string): readonly Correction[] {
  const head = /^((?:async\s+)?(?:def|class)\b[^:]*?)(?:\s*->[^:]*)?:\s*(\$\$\$\w*)?$/.exec(pattern)
  const start = head?.[1]?.trim()
  if (start === undefined) return []
  const hint = head?.[2]
    ? "A return type or base class must stand in the pattern where the code has one."
    : "With a colon the body belongs to the pattern: leave the colon out, or add `: $$$`."
  const id = head?.[2] ? "return-type" : "trailing-colon"
  const withBody: Query = { kind: "pattern", pattern: `${start}: $$$` }
  const open: Query = { kind: "pattern", pattern: start }
  return [suggestion(id, hint, open), ...(head?.[2] ? [] : [suggestion(id, hint, withBody)])]
}

function kindCorrection(
  language: Language,
  what: keyof DeclarationKinds,
  head: RegExpExecArray | null,
): readonly Correction[] {
  const known = kinds[language.name]?.[what]?.split(" ")
  const name = head?.[1]
  if (known === undefined || name === undefined) return []
  const kind: JsonObject = known.length === 1 ? { kind: known[0] ?? "" } : anyKind(known)
  const named: JsonObject = name.startsWith("$")
    ? kind
    : { ...kind, has: { field: "name", regex: `^${name}$` } }
  const hint =
    "Modifiers, annotations, generics, return type and base class must be the same as in the code; the node kind finds all."
  return [suggestion("declaration-kind", hint, { kind: "rule", document: { rule: named } })]
}

function anyKind(names: readonly string[]): JsonObject {
  return { any: names.map((kind) => ({ kind })) }
}

function suggestion(id: string, hint: string, query: Query): Correction {
  return { id, hint, query, isSameMeaning: false }
}

/** Words that are said with the matches of an incomplete declaration, which the engine matches by its beginning. */
export function noteOnLooseMatch(pattern: string): string | undefined {
  const isIncomplete =
    /^(?:(?:export|async|pub|public)\s+)*(?:function|func|fn|fun|def|class)\s+[\w$]+(?:\([^{}:]*\))?$/.test(
      pattern.trim(),
    )
  return isIncomplete
    ? "The pattern is incomplete and matched by its beginning: any modifiers, parameters and body."
    : undefined
}
