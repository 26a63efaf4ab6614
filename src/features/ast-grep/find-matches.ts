// The flow that both tools begin with: read the query, settle the scope, list files, choose the language and the
// engine, leave out files that cannot match, match, and explain an empty result.

import { readdir, writeFile } from "node:fs/promises"
import path from "node:path"
import { Refusal } from "../../lib/refusal.ts"
import type { CallSession } from "./call-session.ts"
import type { Correction } from "./correction.ts"
import { correctPattern, correctRule } from "./corrections.ts"
import type { EngineMatch, Matcher, MatchOutcome, PatternQuery, Query } from "./engine/matcher.ts"
import { findRipgrep } from "./find-ripgrep.ts"
import { inferLanguage } from "./infer-language.ts"
import { extensionOf, type Language } from "./languages.ts"
import { type ListedFiles, listFiles } from "./list-files.ts"
import { requiredLiterals } from "./literals.ts"
import { type CutReason, matchFiles } from "./match-files.ts"
import { describeLanguageUnclear, engineFailed, queryRejected, tooManyFiles } from "./messages.ts"
import { openEngine } from "./open-engine.ts"
import { isFenced, strayBracket, withPlainNames } from "./pattern-syntax.ts"
import { type QueryArguments, readQuery } from "./read-query.ts"
import { resolveScope, type Scope } from "./resolve-scope.ts"
import { type Candidates, selectCandidates } from "./select-candidates.ts"

export interface FindArguments extends QueryArguments {
  readonly paths: readonly string[]
  readonly globs: readonly string[]
}

/** What was looked through, for the words of an answer. */
export interface Survey {
  readonly language: Language
  readonly engine: Matcher["name"]
  readonly isInferred: boolean
  /** Files of the language, or named ones. */
  readonly filesOfLanguage: number
  /** Of these: without the ones that were left out and are named. */
  readonly filesSearched: number
  /** All listed files by extension, where the extension is not of the language. */
  readonly otherExtensions: ReadonlyMap<string, number>
  readonly candidates: Candidates
  /** Words that had to stand in a file. */
  readonly words: readonly string[]
}

/** A correction that was tried: what it finds. */
export interface TriedCorrection {
  readonly correction: Correction
  readonly matches: readonly EngineMatch[]
  readonly isCut: boolean
}

export interface Found {
  readonly scope: Scope
  readonly survey: Survey
  readonly matcher: Matcher
  /** The query that gave the matches: as asked, or read in a context. */
  readonly query: Query
  readonly matches: readonly EngineMatch[]
  readonly cut: CutReason | undefined
  readonly tornFile: string | undefined
  /** Set when the pattern was read in a context, also where it matches nothing there. */
  readonly readAs: Correction | undefined
  /** Without matches: the first correction that has some. */
  readonly tried: TriedCorrection | undefined
  /** Without matches: the pattern is no code of the language, alone and in every known context. */
  readonly hasSyntaxError: boolean
}

export interface FindOptions {
  /** Sees the query before anything is asked or listed. */
  readonly check?: (query: Query) => void
  /** A file has all of its matches, also where they are more than are shown. */
  readonly wantsWholeFiles?: boolean
}

/** Throws Refusal for every problem of the call. */
export async function findMatches(
  session: CallSession,
  args: FindArguments,
  options: FindOptions = {},
): Promise<Found> {
  const { limits, signal, tool, context } = session
  const asked = await readQuery(args, limits)
  options.check?.(asked.query)
  await askToSearch(session, asked.text, args)
  const workspace = { directory: tool.directory, worktree: context.host.worktree }
  const scope = await resolveScope({
    paths: args.paths.length === 0 ? ["."] : args.paths,
    workspace,
    tool,
    listNames: readdir,
  })
  const listed = await listFiles({
    ...{ roots: scope.roots, globs: args.globs, directory: tool.directory, limits, signal },
    ripgrep: await findRipgrep(context.environment),
  })
  if (listed.isTooMany) throw tooManyFiles(limits)
  const language = asked.language ?? inferOrRefuse(listed, args.globs)
  const files = filesOfLanguage(listed, language)
  const search: Search = {
    session,
    language,
    files,
    named: listed.named,
    wantsWholeFiles: options.wantsWholeFiles ?? false,
    matcher: openEngine({ ...session, language }),
  }
  const first = await run(search, asked.query, limits.matchesMax)
  const survey: Survey = {
    language,
    engine: search.matcher.name,
    isInferred: asked.language === undefined,
    filesOfLanguage: files.length,
    filesSearched: files.length - first.candidates.skipped.length,
    otherExtensions: countOtherExtensions(listed, language),
    candidates: first.candidates,
    words: first.words,
  }
  const base = { scope, survey, matcher: search.matcher, query: asked.query, hasSyntaxError: false }
  if (first.outcome.kind === "matches" && first.outcome.matches.length > 0) {
    return { ...base, ...first.outcome, readAs: undefined, tried: undefined }
  }
  const tried = await tryCorrections(search, asked.query)
  if (tried?.correction.isSameMeaning) {
    const { query } = tried.correction
    const again = await run(search, query, limits.matchesMax)
    if (again.outcome.kind === "matches") {
      return { ...base, ...again.outcome, query, readAs: tried.correction, tried: undefined }
    }
  }
  const judged = tried ? cleanPattern : await judgePattern(search, asked.query, first.outcome.kind)
  if (first.outcome.kind === "invalid" && !tried && !judged.readAs) {
    throw queryRejected(first.outcome.reason)
  }
  const cut = first.outcome.kind === "matches" ? first.outcome.cut : undefined
  return { ...base, matches: [], cut, tornFile: undefined, tried, ...judged }
}

async function askToSearch(session: CallSession, text: string, args: FindArguments) {
  await session.tool.ask({
    permission: "grep",
    patterns: [text],
    always: ["*"],
    metadata: { pattern: text, path: args.paths.join(" "), include: args.globs.join(" ") },
  })
}

function inferOrRefuse(listed: ListedFiles, globs: readonly string[]): Language {
  const verdict = inferLanguage(listed.named, globs, listed.files)
  if (verdict.kind === "known") return verdict.language
  throw new Refusal("AST_LANGUAGE_UNCLEAR", describeLanguageUnclear(verdict.counts), "Give `lang`.")
}

function filesOfLanguage(listed: ListedFiles, language: Language): readonly string[] {
  return listed.files.filter((file) => {
    const extension = extensionOf(path.basename(file))
    const isOwn = extension !== undefined && language.extensions.includes(extension)
    return isOwn || listed.named.has(file)
  })
}

function countOtherExtensions(
  listed: ListedFiles,
  language: Language,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const file of listed.files) {
    const extension = extensionOf(path.basename(file))
    if (extension === undefined || language.extensions.includes(extension)) continue
    if (!listed.named.has(file)) counts.set(extension, (counts.get(extension) ?? 0) + 1)
  }
  return counts
}

interface Search {
  readonly session: CallSession
  readonly language: Language
  readonly files: readonly string[]
  readonly named: ReadonlySet<string>
  readonly wantsWholeFiles: boolean
  readonly matcher: Matcher
}

async function run(search: Search, query: Query, matchesMax: number) {
  const { session, language, named, matcher, wantsWholeFiles } = search
  const { limits, signal, hasTimedOut } = session
  const words = requiredLiterals(query, language)
  const candidates = await selectCandidates({ files: search.files, words, named, limits, signal })
  // A query without a file to run on is still checked: an unusable one must not look like an empty result.
  const files = candidates.files.length > 0 ? candidates.files : [await scratchFile(search, "")]
  const outcome = await matchFiles({
    ...{ matcher, query, language, files, matchesMax, limits, signal, hasTimedOut },
    ...{ bytesMax: limits.engineBytesMax, wantsWholeFiles },
  })
  if (outcome.kind === "failed") throw engineFailed(matcher.name, outcome.reason)
  return { outcome, candidates, words }
}

/** The first correction that finds something; none once the call has taken long. */
async function tryCorrections(search: Search, query: Query): Promise<TriedCorrection | undefined> {
  const { limits, elapsedMs } = search.session
  const corrections = correctionsOf(query, search.language)
  for (const correction of corrections.slice(0, limits.correctionsMax)) {
    if (elapsedMs() > limits.correctionBudgetMs) return undefined
    const { outcome } = await run(search, correction.query, 1)
    if (outcome.kind === "matches" && outcome.matches.length > 0) {
      return { correction, matches: outcome.matches, isCut: outcome.cut !== undefined }
    }
  }
  return undefined
}

type PatternVerdict = Pick<Found, "readAs" | "hasSyntaxError">

const cleanPattern: PatternVerdict = { readAs: undefined, hasSyntaxError: false }

/** What a parser makes of a pattern without matches: code as it is, code in a context, or none. */
async function judgePattern(
  search: Search,
  query: Query,
  outcome: "matches" | "invalid",
): Promise<PatternVerdict> {
  if (query.kind !== "pattern") return cleanPattern
  if (outcome === "matches" && !(await isBrokenFile(search, query.pattern))) return cleanPattern
  for (const correction of correctPattern(query, search.language)) {
    const inContext = correction.query.kind === "pattern" ? correction.query : undefined
    if (!correction.isSameMeaning || inContext === undefined) continue
    // A name cannot stand for a metavariable everywhere in PHP: its context has errors that do not matter.
    const isStrict = search.language.name !== "php"
    if (isStrict && (await isBrokenFile(search, inContext.pattern))) continue
    const answer = await matchScratch(search, inContext, "")
    if (answer.kind === "matches") return { readAs: correction, hasSyntaxError: false }
  }
  return { readAs: undefined, hasSyntaxError: await isBrokenAlone(search, query) }
}

/** An error that no code around it mends: many a right pattern is none in a file of its own. */
async function isBrokenAlone(search: Search, query: PatternQuery): Promise<boolean> {
  if (isFenced(query.pattern) || strayBracket(query.pattern) !== undefined) return true
  const answer = await matchScratch(search, query, "")
  return answer.kind === "matches" && answer.hasPatternError
}

async function isBrokenFile(search: Search, pattern: string): Promise<boolean> {
  // To some parsers a fence of Markdown is code.
  if (isFenced(pattern)) return true
  const query: Query = { kind: "kinds", kinds: ["ERROR"] }
  const answer = await matchScratch(search, query, withPlainNames(pattern))
  return answer.kind === "matches" && answer.matches.length > 0
}

/** Runs a query over one small file of ours. */
async function matchScratch(search: Search, query: Query, text: string): Promise<MatchOutcome> {
  const { matcher, language, session } = search
  const { limits, signal } = session
  const file = await scratchFile(search, text)
  const request = { language, query, files: [file], isParallel: false, signal }
  return matcher.match({ ...request, bytesMax: limits.engineBytesMax })
}

function correctionsOf(query: Query, language: Language): readonly Correction[] {
  if (query.kind === "rule") return correctRule(query.document)
  return query.kind === "pattern" ? correctPattern(query, language) : []
}

async function scratchFile({ session, language }: Search, text: string): Promise<string> {
  const file = path.join(session.folder, `scratch.${language.extensions[0]}`)
  await writeFile(file, text)
  return file
}
