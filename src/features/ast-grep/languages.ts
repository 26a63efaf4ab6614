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
  /** Name in `@ast-grep/napi`, for the languages that are built into it. */
  readonly napiName?: string
}

interface LanguageRow {
  readonly extensions: string
  readonly aliases?: string
  readonly strings?: string
  readonly napiName?: string
}

const rows: Readonly<Record<string, LanguageRow>> = {
  bash: {
    extensions: "sh bash bats cgi command env fcgi ksh tmux tool zsh",
    aliases: "sh shell zsh",
    strings: "string raw_string heredoc_body",
  },
  c: { extensions: "c h", strings: "string_literal" },
  cpp: {
    extensions: "cpp cc cxx c++ hpp hh cu ino",
    aliases: "c++ cxx cc",
    strings: "string_literal raw_string_literal",
  },
  csharp: {
    extensions: "cs",
    aliases: "c# cs",
    strings:
      "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression",
  },
  css: { extensions: "css scss", aliases: "scss", strings: "string_value", napiName: "Css" },
  elixir: { extensions: "ex exs", aliases: "ex exs", strings: "string sigil charlist" },
  go: { extensions: "go", aliases: "golang", strings: "raw_string_literal" },
  haskell: { extensions: "hs", aliases: "hs", strings: "string" },
  html: {
    extensions: "html htm xhtml",
    aliases: "htm",
    strings: "quoted_attribute_value",
    napiName: "Html",
  },
  java: { extensions: "java", strings: "string_literal" },
  javascript: {
    extensions: "js jsx mjs cjs",
    aliases: "js jsx mjs cjs ecmascript",
    strings: "template_string",
    napiName: "JavaScript",
  },
  json: { extensions: "json" },
  kotlin: { extensions: "kt kts ktm", aliases: "kt kts", strings: "string_literal" },
  lua: { extensions: "lua", strings: "string" },
  nix: { extensions: "nix", strings: "string_expression" },
  php: { extensions: "php", strings: "string encapsed_string heredoc nowdoc" },
  python: { extensions: "py pyi py3 bzl", aliases: "py python3", strings: "string" },
  ruby: { extensions: "rb rbw gemspec", aliases: "rb", strings: "string heredoc_body" },
  rust: { extensions: "rs", aliases: "rs", strings: "string_literal raw_string_literal" },
  scala: {
    extensions: "scala sc sbt",
    strings: "string interpolated_string_expression",
  },
  solidity: { extensions: "sol", aliases: "sol", strings: "string" },
  swift: {
    extensions: "swift",
    strings: "line_string_literal multi_line_string_literal raw_string_literal",
  },
  typescript: {
    extensions: "ts mts cts",
    aliases: "ts mts cts",
    strings: "template_string",
    napiName: "TypeScript",
  },
  tsx: { extensions: "tsx", aliases: "react", strings: "template_string", napiName: "Tsx" },
  yaml: { extensions: "yaml yml", aliases: "yml" },
}

export const languages: readonly Language[] = Object.entries(rows).map(([name, row]) => ({
  name,
  extensions: words(row.extensions),
  aliases: words(row.aliases),
  stringKinds: words(row.strings),
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
