// Parts of code that are no complete node when they stand alone, and the code around them that makes them one.

export interface ContextRow {
  readonly id: string
  readonly languages: readonly string[]
  /** Which patterns may be such a part; the engine has the last word. */
  readonly when: RegExp
  /** The part's name in a sentence, with its article. */
  readonly what: string
  context(part: string): string
  readonly selector: string
}

const scripts = ["javascript", "typescript", "tsx"]
const typed = ["typescript", "tsx"]
const call = /^[\w.$:>[\]*&-]+\([\s\S]*\)$/
const pair = /^(?:"[^"]*"|'[^']*'|\[?[\w$]+\]?)\s*:\s*\S/
const method =
  /^(?!(?:catch|if|for|while|switch|with|return)\b)(?:[a-zA-Z]+\s+|[@#*]\s*)*[\w$<>[\],.?#]+\s*\([\s\S]*\)[\s\S]*\{/
const field =
  /^(?:@\w+(?:\([^)]*\))?\s+)*(?:[\w.$<>[\],?]+\s+)+[#\w$]+\s*[!?]?\s*(?::[^=]+)?(?:=[\s\S]*)?;?$/

function row(
  id: string,
  languages: readonly string[],
  rest: Pick<ContextRow, "when" | "what" | "context" | "selector">,
): ContextRow {
  return { id, languages, ...rest }
}

const inClass = (part: string) => `class $_C { ${part} }`
const inFunction = (part: string) => `func t() { ${part} }`

const scriptRows: readonly ContextRow[] = [
  row("decorator", scripts, {
    when: /^@\w/,
    what: "a decorator",
    context: (part) => `${part} class $_C {}`,
    selector: "decorator",
  }),
  row("class-member", scripts, {
    when: method,
    what: "a method",
    context: inClass,
    selector: "method_definition",
  }),
  row("class-member", typed, {
    when: field,
    what: "a field",
    context: inClass,
    selector: "public_field_definition",
  }),
  row("class-member", ["javascript"], {
    when: field,
    what: "a field",
    context: inClass,
    selector: "field_definition",
  }),
  row("clause", scripts, {
    when: /^catch\b/,
    what: "a catch clause",
    context: (part) => `try {} ${part}`,
    selector: "catch_clause",
  }),
  row("clause", scripts, {
    when: /^finally\b/,
    what: "a finally clause",
    context: (part) => `try {} ${part}`,
    selector: "finally_clause",
  }),
  row("clause", scripts, {
    when: /^else\b/,
    what: "an else clause",
    context: (part) => `if (x) {} ${part}`,
    selector: "else_clause",
  }),
  row("clause", scripts, {
    when: /^case\b/,
    what: "a case",
    context: (part) => `switch (x) { ${part} }`,
    selector: "switch_case",
  }),
  row("fragment", scripts, {
    when: pair,
    what: "a pair",
    context: (part) => `({ ${part} })`,
    selector: "pair",
  }),
  row("fragment", typed, {
    when: /^(?:\.\.\.)?[\w$]+\s*:\s*[^;]+$/,
    what: "a parameter",
    context: (part) => `function f(${part}) {}`,
    selector: "required_parameter",
  }),
  row("fragment", ["javascript", "tsx"], {
    when: /^[\w-]+=["{]/,
    what: "an attribute",
    context: (part) => `<a ${part} />`,
    selector: "jsx_attribute",
  }),
]

const braceRows: readonly ContextRow[] = [
  row("go-call", ["go"], {
    when: call,
    what: "a call",
    context: inFunction,
    selector: "call_expression",
  }),
  row("clause", ["go"], {
    when: /^case\b/,
    what: "a case",
    context: (part) => inFunction(`switch x { ${part} }`),
    selector: "expression_case",
  }),
  row("fragment", ["go"], {
    when: /^\w+\s+[\w.*$[\]]+$/,
    what: "a field",
    context: (part) => `type t struct { ${part} }`,
    selector: "field_declaration",
  }),
  row("c-call", ["c", "cpp"], {
    when: call,
    what: "a call",
    context: (part) => `void t(){ ${part}; }`,
    selector: "call_expression",
  }),
  row("solidity-call", ["solidity"], {
    when: call,
    what: "a call",
    context: (part) => `contract C { function f() { ${part}; } }`,
    selector: "call_expression",
  }),
  row("class-member", ["csharp"], {
    when: method,
    what: "a method",
    context: inClass,
    selector: "method_declaration",
  }),
  row("class-member", ["csharp"], {
    when: field,
    what: "a field",
    context: inClass,
    selector: "field_declaration",
  }),
  row("class-member", ["java"], {
    when: method,
    what: "a method",
    context: inClass,
    selector: "method_declaration",
  }),
  row("class-member", ["java"], {
    when: field,
    what: "a field",
    context: inClass,
    selector: "field_declaration",
  }),
  row("class-member", ["php"], {
    when: method,
    what: "a method",
    context: (part) => `class C { ${part} }`,
    selector: "method_declaration",
  }),
  row("match-arm", ["rust"], {
    when: /=>/,
    what: "a match arm",
    context: (part) => `fn f() { match x { ${part} } }`,
    selector: "match_arm",
  }),
  row("fragment", ["rust"], {
    when: /^&/,
    what: "a type",
    context: (part) => `type A = ${part};`,
    selector: "reference_type",
  }),
  row("fragment", ["rust"], {
    when: /^(?:pub\s+)?[\w$]+\s*:\s*[^;]+$/,
    what: "a field",
    context: (part) => `struct S { ${part} }`,
    selector: "field_declaration",
  }),
]

const otherRows: readonly ContextRow[] = [
  row("clause", ["python"], {
    when: /^except\b/,
    what: "an except clause",
    context: (part) => `try:\n    pass\n${part}`,
    selector: "except_clause",
  }),
  row("fragment", ["python"], {
    when: /^\w+\s*=\s*[^=]/,
    what: "a keyword argument",
    context: (part) => `f(${part})`,
    selector: "keyword_argument",
  }),
  row("css-declaration", ["css"], {
    when: /^[\w$-]+\s*:\s*[^{]+$/,
    what: "a declaration",
    context: (part) => `a { ${part} }`,
    selector: "declaration",
  }),
  row("fragment", ["html"], {
    when: /^[\w-]+="/,
    what: "an attribute",
    context: (part) => `<a ${part}></a>`,
    selector: "attribute",
  }),
]

/** Clauses of other languages: the word that begins them, the statement they belong to, their node kind. */
function clause(
  languages: readonly string[],
  word: string,
  [before, selector, after = ""]: readonly [before: string, selector: string, after?: string],
): ContextRow {
  return row("clause", languages, {
    when: new RegExp(`^${word}\\b`),
    what: `${/^[aeiou]/.test(word) ? "an" : "a"} ${word} clause`,
    context: (part) => `${before}${part}${after}`,
    selector,
  })
}

const clauseRows: readonly ContextRow[] = [
  clause(["python"], "elif", ["if x:\n    pass\n", "elif_clause"]),
  clause(["python"], "else", ["if x:\n    pass\n", "else_clause"]),
  clause(["python"], "finally", ["try:\n    pass\n", "finally_clause"]),
  clause(["java"], "catch", ["class C { void f() { try {} ", "catch_clause", " } }"]),
  clause(["java"], "finally", ["class C { void f() { try {} ", "finally_clause", " } }"]),
  clause(["csharp"], "catch", ["class C { void F() { try {} ", "catch_clause", " } }"]),
  clause(["csharp"], "finally", ["class C { void F() { try {} ", "finally_clause", " } }"]),
  clause(["cpp"], "catch", ["void f() { try {} ", "catch_clause", " }"]),
  clause(["php"], "catch", ["try {} ", "catch_clause"]),
  clause(["php"], "finally", ["try {} ", "finally_clause"]),
  clause(["php"], "case", ["switch ($x) { ", "case_statement", " }"]),
]

export const contextRows: readonly ContextRow[] = [
  ...scriptRows,
  ...braceRows,
  ...otherRows,
  ...clauseRows,
]
