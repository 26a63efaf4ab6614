// Functions of C++ whose body is a metavariable alone: the grammar takes `void f() { $$$B }` for a variable with an
// initializer, in every context. The same text as a rule, part by part and nothing beside: what it matches is what
// the pattern says.

import type { JsonObject } from "../../lib/json.ts"
import type { Correction } from "./correction.ts"
import type { Language } from "./languages.ts"

const specifier = String.raw`(?:static|inline|extern|constexpr|consteval|const|explicit|virtual)\b`
const functionHead = new RegExp(
  String.raw`^((?:${specifier}\s+)*)((?:[\w$:]+)(?:\s*<[^<>$]*>)?)(\s*[*&]+\s*|\s+)([\w$:~]+\s*\([^{}]*)\{\s*(\$\$\$\w*)\s*\}$`,
)

/** The reading of such a pattern; none for any other. */
export function readCppFunction(pattern: string, language: Language): readonly Correction[] {
  const head = language.name === "cpp" ? functionHead.exec(pattern) : null
  if (head === null) return []
  const [, specifiers = "", type = "", gap = "", declarator = "", body = ""] = head
  const reference = gap.trim()
  // The grammar keeps `virtual` as a word without a node of its own.
  const words = specifiers.split(/\s+/).filter((word) => word !== "" && word !== "virtual")
  const before: JsonObject[] = words.map((word, index) => ({
    has: { nthChild: index + 1, regex: `^${word}$` },
  }))
  const at = words.length + 1
  const parts: JsonObject[] = [
    ...before,
    { has: { field: "type", nthChild: at, ...typeRule(type) } },
    { has: { field: "declarator", nthChild: at + 1, ...declaratorRule(reference, declarator) } },
    {
      has: {
        field: "body",
        nthChild: at + 2,
        pattern: { context: `if (x) { ${body} }`, selector: "compound_statement" },
      },
    },
  ]
  const virtual: JsonObject = { regex: String.raw`^(?:\w+\s+)*virtual\b` }
  const isVirtual = /\bvirtual\b/.test(specifiers)
  const rule = {
    kind: "function_definition",
    ...(isVirtual ? virtual : { not: virtual }),
    all: parts,
  }
  const hint =
    "Alone, this text is a variable with an initializer to the grammar of C++; it was read as function_definition."
  return [
    { id: "cpp-function", hint, query: { kind: "rule", document: { rule } }, isSameMeaning: true },
  ]
}

function typeRule(type: string): JsonObject {
  if (/^\$[A-Z_]\w*$/.test(type)) return { pattern: type }
  return { regex: `^${type.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$` }
}

/** A name is of another kind inside a class than outside. */
function declaratorRule(reference: string, declarator: string): JsonObject {
  const selector =
    reference === ""
      ? "function_declarator"
      : `${reference.startsWith("*") ? "pointer" : "reference"}_declarator`
  const head = `void ${reference}${declarator.trim()} {}`
  const contexts = declarator.includes("::") ? [head] : [head, `class C { ${head} };`]
  const any = contexts.map((context) => ({ pattern: { context, selector } }))
  // The engine matches by the beginning: a `const` behind the parameters would get lost in a rewrite.
  const isPlain = reference === "" && declarator.trim().endsWith(")")
  return isPlain ? { any, not: { has: { nthChild: 3 } } } : { any }
}
