// The 25 languages (A3): their names, file extensions and what the rewriter must know about their strings.
// Extensions are those that the engine itself takes for the language; other files can be named one by one.

export interface Language {
  readonly name: string
  /** Without the dot, lower case. */
  readonly extensions: readonly string[]
  /** Other names that are accepted for `lang`. */
  readonly aliases: readonly string[]
  /** Node kinds of literals that can span lines and keep their white space: such lines are never re-indented. */
  readonly stringKinds: readonly string[]
  /** The same, for literals that begin at the start of a line, behind their opening mark. */
  readonly bodyKinds: readonly string[]
  /** What begins a comment that ends with its line. */
  readonly lineComment?: string
  /** Name in `@ast-grep/napi`, for the languages that are built into it. */
  readonly napiName?: string
}

interface LanguageRow {
  readonly extensions: string
  readonly aliases?: string
  readonly strings?: string
  readonly bodies?: string
  readonly comment?: string
  readonly napiName?: string
}

const rows: Readonly<Record<string, LanguageRow>> = {
  bash: {
    extensions: "sh bash bats cgi command env fcgi ksh tmux tool zsh",
    bodies: "heredoc_body",
    comment: "#",
    aliases: "sh shell zsh",
    strings: "string raw_string ansi_c_string",
  },
  c: { extensions: "c h", comment: "//", strings: "string_literal" },
  cpp: {
    extensions: "cpp cc cxx c++ hpp hh cu ino",
    comment: "//",
    aliases: "c++ cxx cc",
    strings: "string_literal raw_string_literal",
  },
  csharp: {
    extensions: "cs",
    comment: "//",
    aliases: "c# cs",
    strings:
      "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression",
  },
  css: { extensions: "css scss", aliases: "scss", strings: "string_value", napiName: "Css" },
  elixir: {
    extensions: "ex exs",
    comment: "#",
    aliases: "ex exs",
    strings: "string sigil charlist",
  },
  go: { extensions: "go", comment: "//", aliases: "golang", strings: "raw_string_literal" },
  haskell: { extensions: "hs", comment: "--", aliases: "hs", strings: "string quasiquote" },
  html: {
    extensions: "html htm xhtml",
    bodies: "raw_text",
    aliases: "htm",
    strings: "quoted_attribute_value",
    napiName: "Html",
  },
  java: { extensions: "java", comment: "//", strings: "string_literal" },
  javascript: {
    extensions: "js jsx mjs cjs",
    comment: "//",
    aliases: "js jsx mjs cjs ecmascript",
    strings: "template_string string",
    napiName: "JavaScript",
  },
  json: { extensions: "json" },
  kotlin: { extensions: "kt kts ktm", comment: "//", aliases: "kt kts", strings: "string_literal" },
  lua: { extensions: "lua", comment: "--", strings: "string" },
  nix: { extensions: "nix", comment: "#", strings: "string_expression" },
  php: {
    extensions: "php",
    comment: "//",
    strings: "string encapsed_string heredoc nowdoc shell_command_expression",
  },
  python: { extensions: "py pyi py3 bzl", comment: "#", aliases: "py python3", strings: "string" },
  ruby: {
    extensions: "rb rbw gemspec",
    bodies: "heredoc_body",
    comment: "#",
    aliases: "rb",
    strings: "string string_array symbol_array regex subshell",
  },
  rust: {
    extensions: "rs",
    comment: "//",
    aliases: "rs",
    strings: "string_literal raw_string_literal",
  },
  scala: {
    extensions: "scala sc sbt",
    comment: "//",
    strings: "string interpolated_string_expression",
  },
  solidity: { extensions: "sol", comment: "//", aliases: "sol", strings: "string" },
  swift: {
    extensions: "swift",
    comment: "//",
    strings: "line_string_literal multi_line_string_literal raw_string_literal",
  },
  typescript: {
    extensions: "ts mts cts",
    comment: "//",
    aliases: "ts mts cts",
    strings: "template_string",
    napiName: "TypeScript",
  },
  tsx: {
    extensions: "tsx",
    comment: "//",
    aliases: "react",
    strings: "template_string string",
    napiName: "Tsx",
  },
  yaml: { extensions: "yaml yml", comment: "#", aliases: "yml" },
}

export const languages: readonly Language[] = Object.entries(rows).map(([name, row]) => ({
  name,
  extensions: words(row.extensions),
  aliases: words(row.aliases),
  stringKinds: words(row.strings),
  bodyKinds: words(row.bodies),
  ...(row.comment === undefined ? {} : { lineComment: row.comment }),
  ...(row.napiName === undefined ? {} : { napiName: row.napiName }),
}))

export const languageNames: readonly string[] = languages.map((language) => language.name)

/** The language of that name or alias, in any case; undefined when there is none. */
export function findLanguage(name: string): Language | undefined {
  const wanted = name.trim().toLowerCase()
  return languages.find((language) => language.name === wanted || language.aliases.includes(wanted))
}

/** Extension of a path or glob, lower case without the dot; undefined when there is none. */
export function extensionOf(file: string): string | undefined {
  return /\.([^./\\*{}]+)$/.exec(file)?.[1]?.toLowerCase()
}

/** The language whose files end in this extension. */
export function languageOfExtension(extension: string): Language | undefined {
  return languages.find((language) => language.extensions.includes(extension))
}

function words(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(" ")
}
