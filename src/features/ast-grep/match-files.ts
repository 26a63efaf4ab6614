// Runs a query over many files: in growing chunks, so that a flood ends early and many files need few runs, and so
// that the first matches are always those of the first files.

import type { EngineMatch, Matcher, MatchOutcome, Query } from "./engine/matcher.ts"
import type { Language } from "./languages.ts"
import type { AstGrepLimits } from "./limits.ts"

export interface MatchFilesRequest {
  readonly matcher: Matcher
  readonly query: Query
  readonly language: Language
  /** Absolute paths in the order in which their matches are wanted. */
  readonly files: readonly string[]
  /** No further chunk is run once this many matches are there. */
  readonly matchesMax: number
  readonly bytesMax: number
  /** Also beyond `matchesMax`, the file in which the output was cut is searched to its end. */
  readonly wantsWholeFiles?: boolean
  readonly limits: AstGrepLimits
  readonly signal: AbortSignal
  /** True when `signal` ends the call for lack of time: what was found until then is kept. */
  hasTimedOut(): boolean
}

export type CutReason = "matches" | "bytes" | "time"

export type MatchFilesOutcome =
  | {
      readonly kind: "matches"
      /** By file in the given order, then by place; outer matches before inner ones. */
      readonly matches: readonly EngineMatch[]
      /** Set when files were left out. */
      readonly cut: CutReason | undefined
      /** The one file whose matches may be incomplete: it has more than a run for itself collects. */
      readonly tornFile: string | undefined
    }
  | Exclude<MatchOutcome, { kind: "matches" }>

export async function matchFiles(request: MatchFilesRequest): Promise<MatchFilesOutcome> {
  const matches: EngineMatch[] = []
  let bytesLeft = request.bytesMax
  const result = (cut: CutReason | undefined) => resultOf(matches, cut, undefined)
  for (const files of chunksOf(request.files, request.limits)) {
    if (matches.length >= request.matchesMax) return result("matches")
    if (bytesLeft <= 0) return result("bytes")
    const chunk = await runChunk(request, files, bytesLeft)
    if (chunk === "timed-out") return result("time")
    if (chunk.kind !== "matches") return chunk
    matches.push(...inOrder(chunk.matches, files))
    bytesLeft -= bytesOf(chunk.matches)
    if (chunk.isCut) return completeTornFile(request, files, matches)
  }
  return result(undefined)
}

function resultOf(
  matches: readonly EngineMatch[],
  cut: CutReason | undefined,
  tornFile: string | undefined,
): MatchFilesOutcome {
  return { kind: "matches", matches, cut, tornFile }
}

/**
 * The file in which the output was cut, once more and with more room: without that, a file of many matches, or of
 * long lines, could never be searched whole, however narrow the call.
 */
async function completeTornFile(
  request: MatchFilesRequest,
  files: readonly string[],
  matches: readonly EngineMatch[],
): Promise<MatchFilesOutcome> {
  const torn = matches.findLast((match) => files.includes(match.file))?.file
  const isEnough = matches.length >= request.matchesMax && !request.wantsWholeFiles
  if (torn !== undefined && isEnough) return resultOf(matches, "bytes", torn)
  // Where not one match was complete, the file is the first of these that has any.
  const candidates = torn === undefined ? files : [torn]
  const outcome = await runChunk(request, candidates, request.limits.tornFileBytesMax)
  if (outcome === "timed-out") return resultOf(matches, "time", torn)
  if (outcome.kind !== "matches") return outcome
  const found = inOrder(outcome.matches, files)
  const file = found[0]?.file
  const own = found.filter((match) => match.file === file)
  const all = [...matches.filter((match) => match.file !== torn), ...own]
  const isStillTorn = outcome.isCut && own.length === found.length
  const isEnd = !isStillTorn && file === request.files.at(-1)
  return resultOf(all, isEnd ? undefined : "bytes", isStillTorn ? file : undefined)
}

async function runChunk(
  request: MatchFilesRequest,
  files: readonly string[],
  bytesMax: number,
): Promise<MatchOutcome | "timed-out"> {
  const { matcher, query, language, signal } = request
  const run = (isParallel: boolean) =>
    matcher.match({ language, query, files, bytesMax, isParallel, signal })
  try {
    const outcome = await run(true)
    // Which results came before the cut is chance when files are parsed side by side: once more, one by one.
    const isTorn = outcome.kind === "matches" && outcome.isCut
    return isTorn ? await run(false) : outcome
  } catch (error) {
    if (request.hasTimedOut()) return "timed-out"
    throw error
  }
}

function inOrder(
  matches: readonly EngineMatch[],
  files: readonly string[],
): readonly EngineMatch[] {
  const places = new Map(files.map((file, index) => [file, index]))
  const placeOf = (match: EngineMatch) => places.get(match.file) ?? files.length
  return [...matches].sort(
    (left, right) =>
      placeOf(left) - placeOf(right) ||
      left.span.start - right.span.start ||
      right.span.end - left.span.end,
  )
}

function* chunksOf(files: readonly string[], limits: AstGrepLimits): Generator<readonly string[]> {
  let chunk: string[] = []
  let bytes = 0
  let filesMax = limits.filesPerFirstRunMax
  for (const file of files) {
    const length = Buffer.byteLength(file) + 1
    const isFull = chunk.length >= filesMax || bytes + length > limits.argumentBytesMax
    if (isFull && chunk.length > 0) {
      yield chunk
      chunk = []
      bytes = 0
      filesMax = Math.min(filesMax * 2, limits.filesPerRunMax)
    }
    chunk.push(file)
    bytes += length
  }
  if (chunk.length > 0) yield chunk
}

/** A lower bound of what the engine printed for these matches. */
function bytesOf(matches: readonly EngineMatch[]): number {
  return matches.reduce((sum, match) => sum + match.text.length * 2 + match.file.length, 0)
}
