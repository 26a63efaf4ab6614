// Every sentence of the two tools that is not a result itself. The same case has the same bytes every time.

import path from "node:path"
import { unreachable } from "../../lib/invariant.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Query } from "./engine/matcher.ts"
import { languageOfExtension } from "./languages.ts"
import type { AstGrepLimits } from "./limits.ts"
import type { CutReason } from "./match-files.ts"
import { isFenced, strayBracket } from "./pattern-syntax.ts"
import type { SkipReason } from "./select-candidates.ts"

/** A path as it is shown: relative, and one line whatever characters its name has. */
export function nameOf(file: string, directory: string): string {
  const name = path.relative(directory, file)
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name
}

export function countOf(count: number, noun: string): string {
  const plural = /(?:ch|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`
  return `${count} ${count === 1 ? noun : plural}`
}

export function engineFailed(engine: string, reason: string): Refusal {
  return new Refusal(
    "AST_ENGINE_FAILED",
    `The ${engine} engine failed: ${reason}`,
    "This is no empty result. Use grep meanwhile; the user can run `opencode-workbench doctor`.",
  )
}

export function queryRejected(reason: string): Refusal {
  const next = reason.startsWith("Multiple AST nodes")
    ? "Give one complete node: one statement or expression, a whole function with its body; a part of one as `rule` with `pattern: {context: …, selector: …}`."
    : "Correct it and search again."
  return new Refusal(
    "AST_QUERY_INVALID",
    `The engine does not accept this query: ${reason.replace(/\.$/, "")}.`,
    next,
  )
}

export function tooManyFiles(limits: AstGrepLimits): Refusal {
  return new Refusal(
    "AST_TOO_MANY_FILES",
    `There are more than ${limits.listedFilesMax} files below these paths.`,
    "Narrow `paths`.",
  )
}

export function describeLanguageUnclear(
  counts: readonly (readonly [name: string, files: number])[],
): string {
  if (counts.length === 0) return "No file of any of the languages was found below these paths."
  const list = counts.slice(0, 8).map(([name, files]) => `${name} (${countOf(files, "file")})`)
  return `The files are of several languages: ${list.join(", ")}.`
}

/** A query as it can be given to the tools: `pattern` or `rule`. */
export function describeQuery(query: Query): string {
  if (query.kind === "rule") {
    const { rule, ...rest } = query.document
    const document = Object.keys(rest).length === 0 ? rule : query.document
    return `rule: ${JSON.stringify(document)}`
  }
  if (query.kind === "kinds") return `rule: ${JSON.stringify({ kind: query.kinds[0] ?? "" })}`
  if (query.selector === undefined) return `pattern: ${query.pattern}`
  const { pattern: context, selector } = query
  return `rule: ${JSON.stringify({ pattern: { context, selector } })}`
}

const skipWords: Readonly<Record<SkipReason, string>> = {
  large: "over 2 MiB",
  minified: "minified",
  encoding: "not UTF-8 text",
  "utf-16": "UTF-16, not UTF-8 text",
  nul: "holds a NUL byte",
  unreadable: "unreadable",
}

/** Files that were left out, by reason, with the first names. */
export function describeSkipped(
  skipped: readonly { readonly file: string; readonly reason: SkipReason }[],
  directory: string,
  namesMax: number,
): string | undefined {
  if (skipped.length === 0) return undefined
  const names = skipped
    .slice(0, namesMax)
    .map(({ file, reason }) => `${nameOf(file, directory)} (${skipWords[reason]})`)
  const more = skipped.length > names.length ? `, and ${skipped.length - names.length} more` : ""
  return `Not searched: ${names.join(", ")}${more}.`
}

/** Files beside the searched ones that are closely related: `.tsx` beside `typescript`, `.h` beside `cpp`. */
export function describeOtherExtensions(
  language: string,
  others: ReadonlyMap<string, number>,
  isEmpty: boolean,
): string | undefined {
  const related = relatedExtensions[language] ?? []
  const wanted = isEmpty ? [...others.keys()] : related.filter((extension) => others.has(extension))
  const known = wanted.flatMap((extension) => {
    const other = languageOfExtension(extension)
    const lang = other?.name ?? embedding[extension]
    return lang === undefined ? [] : [{ extension, lang, files: others.get(extension) ?? 0 }]
  })
  if (known.length === 0) return undefined
  const list = known
    .sort((left, right) => right.files - left.files || (left.extension < right.extension ? -1 : 1))
    .slice(0, 5)
    .map(({ extension, lang, files }) => `${countOf(files, `.${extension} file`)} (lang ${lang})`)
  return `Not searched, of other languages: ${list.join(", ")}.`
}

const relatedExtensions: Readonly<Record<string, readonly string[]>> = {
  typescript: ["tsx"],
  tsx: ["ts"],
  javascript: ["ts", "tsx"],
  cpp: ["h"],
  c: ["hpp", "cpp"],
}

/** Files that hold other languages; each can be named one by one in `paths`. */
export const embedding: Readonly<Record<string, string>> = { vue: "html", svelte: "html" }

const cutWords: Readonly<Record<CutReason, string>> = {
  matches: "there may be more matches",
  bytes: "the engine's output reached its limit, there may be more matches",
  time: "the time ran out, not all files were searched",
}

export function describeCut(cut: CutReason, limits: AstGrepLimits): string {
  return `Cut: ${cutWords[cut]} (at most ${limits.matchesMax} are shown). Narrow \`paths\`, \`globs\` or the pattern.`
}

export function describeReadAs(hint: string): string {
  return `Note: ${hint}`
}

/** Why a pattern cannot match as it is written, where its parser found an error in it. */
export function describeSyntaxError(pattern: string, language: string): readonly string[] {
  if (isFenced(pattern)) {
    return ["The pattern stands in a Markdown fence, which is searched for as code: leave it out."]
  }
  const bracket = strayBracket(pattern)
  return [
    `The pattern has a syntax error in ${language}${bracket === undefined ? "" : `: ${bracket}`}.`,
    "It must be one complete piece of code, with metavariables where names, expressions or statements stand; else use `rule`, or grep for plain text.",
  ]
}

export function rewriteTooLarge(what: string, next: string): Refusal {
  return new Refusal("AST_REWRITE_TOO_LARGE", `Nothing was changed: ${what}.`, next)
}

export function describeReplaceCut(cut: CutReason): string {
  const why =
    cut === "time" ? "The time ran out" : "There may be more matches than one call rewrites"
  return `${why}: these are the first files. Apply them, then call again for the rest.`
}

/** Why one file was left alone. */
export type FileProblem =
  | { readonly kind: "changed" | "read-only" | "syntax" | "outside" | "aborted" }
  | { readonly kind: "failed"; readonly reason: string }

export function describeFileProblem(name: string, problem: FileProblem): string {
  const left = `Left alone: ${name}`
  switch (problem.kind) {
    case "changed":
      return `${left}: AST_FILE_CHANGED it was changed meanwhile. Call again.`
    case "read-only":
      return `${left}: AST_FILE_READ_ONLY it may not be written.`
    case "syntax":
      return `${left}: AST_FILE_SYNTAX the rewrite would bring syntax errors. Correct the rewrite.`
    case "outside":
      return `${left}: AST_FILE_CHANGED it now leads outside the searched place.`
    case "aborted":
      return `${left}: AST_ABORTED the call was stopped.`
    case "failed":
      return `${left}: AST_FILE_FAILED ${problem.reason}.`
    default:
      return unreachable(problem)
  }
}
