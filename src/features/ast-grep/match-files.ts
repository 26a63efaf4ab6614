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
      /** The one file whose matches may be incomplete because the output was cut in it. */
      readonly tornFile: string | undefined
    }
  | Exclude<MatchOutcome, { kind: "matches" }>

export async function matchFiles(request: MatchFilesRequest): Promise<MatchFilesOutcome> {
  const matches: EngineMatch[] = []
  let bytesLeft = request.bytesMax
  const result = (cut: CutReason | undefined): MatchFilesOutcome => ({
    kind: "matches",
    matches,
    cut,
    tornFile: cut === "bytes" ? matches.at(-1)?.file : undefined,
  })
  for (const files of chunksOf(request.files, request.limits)) {
    if (matches.length >= request.matchesMax) return result("matches")
    const chunk = await runChunk(request, files, bytesLeft)
    if (chunk === "timed-out") return result("time")
    if (chunk.kind !== "matches") return chunk
    matches.push(...inOrder(chunk.matches, files))
    bytesLeft -= bytesOf(chunk.matches)
    if (chunk.isCut || bytesLeft <= 0) return result("bytes")
  }
  return result(undefined)
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
