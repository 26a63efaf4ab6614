// The flow that both tools begin with: read the query, settle the scope, list files, choose the language and the
// engine, leave out files that cannot match, match, and explain an empty result.

import { readdir, writeFile } from "node:fs/promises"
import path from "node:path"
import { Refusal } from "../../lib/refusal.ts"
import type { CallSession } from "./call-session.ts"
import type { Correction } from "./correction.ts"
import { correctPattern, correctRule } from "./corrections.ts"
import type { EngineMatch, Matcher, Query } from "./engine/matcher.ts"
import { findRipgrep } from "./find-ripgrep.ts"
import { inferLanguage } from "./infer-language.ts"
import { extensionOf, type Language } from "./languages.ts"
import { type ListedFiles, listFiles } from "./list-files.ts"
import { requiredLiterals } from "./literals.ts"
import { type CutReason, matchFiles } from "./match-files.ts"
import { describeLanguageUnclear, engineFailed, queryRejected, tooManyFiles } from "./messages.ts"
import { openEngine } from "./open-engine.ts"
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
  /** Set when the pattern was read in a context. */
  readonly readAs: Correction | undefined
  /** Without matches: the first correction that has some. */
  readonly tried: TriedCorrection | undefined
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
    otherExtensions: countOtherExtensions(listed, language),
    candidates: first.candidates,
    words: first.words,
  }
  const base = { scope, survey, matcher: search.matcher, query: asked.query }
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
  if (first.outcome.kind === "invalid" && !tried) throw queryRejected(first.outcome.reason)
  const cut = first.outcome.kind === "matches" ? first.outcome.cut : undefined
  return { ...base, matches: [], cut, tornFile: undefined, readAs: undefined, tried }
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
  const files = candidates.files.length > 0 ? candidates.files : [await emptyFile(search)]
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

function correctionsOf(query: Query, language: Language): readonly Correction[] {
  if (query.kind === "rule") return correctRule(query.document)
  return query.kind === "pattern" ? correctPattern(query, language) : []
}

async function emptyFile({ session, language }: Search): Promise<string> {
  const file = path.join(session.folder, `empty.${language.extensions[0]}`)
  await writeFile(file, "")
  return file
}
