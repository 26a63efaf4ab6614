// Every text that the model sees from the search-path guard. Pure; same input, same bytes.

import { Refusal } from "../../lib/refusal.ts"
import { searchPathLimits } from "./limits.ts"

/** What a missing path is answered with. */
export interface MissingReport {
  readonly tool: string
  readonly asked: string
  /** Absolute, as the host would have resolved it. */
  readonly resolved: string
  /** Argument values that exist, best first. */
  readonly suggestions: readonly string[]
  /** Nearest existing folder as an argument value. */
  readonly nearest: string
  /** Its names, for when nothing is similar. */
  readonly names: readonly string[]
}

export function describeMissing(report: MissingReport): Refusal {
  const { tool, suggestions, nearest, names } = report
  const what =
    `${quote(report.asked)} does not exist (resolved to ${clip(report.resolved)}), so nothing was searched. ` +
    `The nearest existing folder is ${quote(nearest)}${suggestions.length === 0 ? listing(names) : ""}.`
  const next =
    suggestions.length > 0
      ? `Did you mean ${anyOf(suggestions)}? Call ${tool} again with a path that exists.`
      : `Call ${tool} again with a path that exists, or leave path out to search the whole project.`
  return new Refusal("SEARCH_PATH_MISSING", what, next)
}

export function describeThroughFile(tool: string, asked: string, blocker: string): Refusal {
  return new Refusal(
    "SEARCH_PATH_THROUGH_FILE",
    `${quote(asked)} cannot exist: ${quote(blocker)} on the way is a file, so nothing was searched.`,
    `Call ${tool} again with ${tool === "grep" ? `path ${quote(blocker)} to search that file, or with a folder` : "a folder as path"}.`,
  )
}

export function describeGlobOfFile(asked: string, folder: string): Refusal {
  return new Refusal(
    "SEARCH_PATH_IS_FILE",
    `${quote(asked)} is a file, and glob lists the files of a folder.`,
    `Use read for that file, or call glob again with path ${quote(folder)}.`,
  )
}

export function describeBrokenLink(tool: string, link: string, target: string): Refusal {
  return new Refusal(
    "SEARCH_PATH_BROKEN_LINK",
    `${quote(link)} is a symbolic link to ${quote(target)}, which does not exist, so nothing was searched.`,
    `Call ${tool} again with a path that exists.`,
  )
}

export function describeUnreadable(tool: string, asked: string): Refusal {
  return new Refusal(
    "SEARCH_PATH_UNREADABLE",
    `The folder ${quote(asked)} may not be read (permission denied), so a search would find nothing.`,
    `Call ${tool} again with another folder, or tell the user that the permission is missing.`,
  )
}

export function describeInvalid(tool: string, asked: string): Refusal {
  return new Refusal(
    "SEARCH_PATH_INVALID",
    `The path ${quote(asked)} holds a NUL character or names no file or folder.`,
    `Call ${tool} again with the path of a folder.`,
  )
}

export interface ListReport {
  readonly tool: string
  readonly existing: readonly string[]
  readonly missing: readonly string[]
  /** One call that does the same, where there is one. */
  readonly oneCall: string | undefined
}

export function describeList(report: ListReport): Refusal {
  const missing =
    report.missing.length > 0
      ? ` Of these, ${report.missing.map(quote).join(", ")} does not exist.`
      : ""
  const oneCall = report.oneCall === undefined ? "" : `, or once with ${report.oneCall}`
  return new Refusal(
    "SEARCH_PATH_LIST",
    `${report.tool} takes one path per call, but got a list: ${[...report.existing, ...report.missing].map(quote).join(", ")}.${missing} Nothing was searched.`,
    `Call ${report.tool} once per path${oneCall}.`,
  )
}

export function describeIncludeMismatch(asked: string, include: string): Refusal {
  return new Refusal(
    "SEARCH_INCLUDE_MISMATCH",
    `${quote(asked)} names files by itself and include ${quote(include)} names others, so nothing can match both.`,
    "Call grep again with a folder as path and one file pattern as include.",
  )
}

/** `meant`: the arguments that would be used. */
export function describeRepairOff(
  tool: string,
  asked: string,
  meant: Readonly<Record<string, unknown>>,
): Refusal {
  const named = Object.entries(meant).map(([key, value]) => `${key} ${quote(String(value))}`)
  return new Refusal(
    "SEARCH_PATH_MISSING",
    `${quote(asked)} does not exist as written, so nothing was searched.`,
    `Call ${tool} again with ${named.join(" and ")}.`,
  )
}

export function describeReadElsewhere(asked: string, found: readonly string[]): Refusal {
  return new Refusal(
    "SEARCH_READ_ELSEWHERE",
    `${quote(asked)} could not be found there, and nothing was read.`,
    `Did you mean ${anyOf(found)}? Call read again with a path that exists.`,
  )
}

/** One line under the result: what was searched in place of what was asked. */
export function describeNote(text: string): string {
  return `\n\n[search-path-guard] ${text}`
}

export const notes = {
  omitted: (asked: string) => `path ${quote(asked)} was taken as left out: searched the project.`,
  reading: (asked: string, used: string) => `path ${quote(asked)} was read as ${quote(used)}.`,
  file: (asked: string) => `${quote(asked)} is a file: only that file was searched.`,
  globPath: (asked: string, used: string, key: string, pattern: string) =>
    `path ${quote(asked)} holds a pattern: searched ${quote(used)} with ${key} ${quote(pattern)}.`,
  pattern: (key: string, asked: string, used: string) =>
    `${key} ${quote(asked)} was read as ${quote(used)}.`,
  split: (key: string, asked: string, folder: string, used: string) =>
    `${key} ${quote(asked)} was read as ${key} ${quote(used)} in ${quote(folder)}.`,
} as const

export const hints = {
  longLine:
    "one matching line is longer than 64 KiB, and the host dropped the whole answer: give an include that leaves minified files, lock files and source maps out.",
  notText:
    "one matching line is not UTF-8, and the host dropped the whole answer: give an include that leaves binary files out.",
  nothing: (folder: string) =>
    `nothing matched in ${quote(folder)}; files that ignore rules leave out were not searched.`,
  ignored: (file: string) =>
    `${quote(file)} exists but ignore rules leave it out of searches: use read.`,
  folder: (pattern: string) =>
    `${quote(pattern)} is a folder: the pattern for its files is ${quote(`${pattern.replace(/\/+$/, "")}/**`)}.`,
  relative: (include: string, used: string) =>
    `include is matched below path: ${quote(include)} would have to be ${quote(used)}.`,
  brackets: (written: string, escaped: string) =>
    `In a pattern ${quote(written)} matches one of these characters; the name as it stands is ${quote(escaped)}.`,
  unbalanced: (pattern: string, bracket: string) =>
    `the pattern ${quote(pattern)} has a ${quote(bracket)} without its counterpart.`,
} as const

function listing(names: readonly string[]): string {
  if (names.length === 0) return ""
  const shown = names.slice(0, searchPathLimits.listedNamesMax).map(clean).join(", ")
  const rest = names.length - searchPathLimits.listedNamesMax
  return `, which holds ${shown}${rest > 0 ? ` and ${rest} more` : ""}`
}

function anyOf(values: readonly string[]): string {
  const quoted = values.map(quote)
  if (quoted.length <= 1) return quoted.join("")
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`
}

function quote(text: string): string {
  const mark = text.includes('"') ? "'" : '"'
  return `${mark}${clip(text)}${mark}`
}

function clip(text: string): string {
  const plain = clean(text)
  const max = searchPathLimits.quotedCharactersMax
  return plain.length <= max ? plain : `…${plain.slice(1 - max)}`
}

/** Control characters would let a path pass for text of ours. */
function clean(text: string): string {
  return text.replace(/\p{Cc}/gu, "?")
}
