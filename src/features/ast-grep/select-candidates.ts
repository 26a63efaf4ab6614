// Which of the listed files the engine has to parse: text files of a bearable size that hold the words which
// every match must hold. Reads each file once; nothing is kept.

import { isUtf8 } from "node:buffer"
import { readFile, stat } from "node:fs/promises"
import type { AstGrepLimits } from "./limits.ts"

/** Why a file was left out although its name fits. */
export type SkipReason = "large" | "minified" | "encoding" | "utf-16" | "nul" | "unreadable"

export interface Candidates {
  /** In the order of the input. */
  readonly files: readonly string[]
  readonly withoutWords: number
  readonly skipped: readonly { readonly file: string; readonly reason: SkipReason }[]
}

export interface CandidateRequest {
  readonly files: readonly string[]
  /** Words that must all stand in a file. */
  readonly words: readonly string[]
  /** Files that were named one by one are parsed even when they look minified. */
  readonly named: ReadonlySet<string>
  readonly limits: AstGrepLimits
  readonly signal: AbortSignal
}

type Verdict = "candidate" | "without-words" | SkipReason

/** Files that are read at the same time. */
const readersMax = 8

export async function selectCandidates(request: CandidateRequest): Promise<Candidates> {
  const { files, signal } = request
  const verdicts: Verdict[] = []
  let next = 0
  const judge = createJudge(request)
  const read = async () => {
    for (let index = next++; index < files.length; index = next++) {
      signal.throwIfAborted()
      verdicts[index] = await judge(files[index] ?? "")
    }
  }
  await Promise.all(Array.from({ length: Math.min(readersMax, files.length) }, read))
  return {
    files: files.filter((_, index) => verdicts[index] === "candidate"),
    withoutWords: verdicts.filter((verdict) => verdict === "without-words").length,
    skipped: files.flatMap((file, index) => {
      const reason = verdicts[index]
      const isSkipped = reason !== undefined && reason !== "candidate" && reason !== "without-words"
      return isSkipped ? [{ file, reason }] : []
    }),
  }
}

function createJudge(request: CandidateRequest): (file: string) => Promise<Verdict> {
  const { words, named, limits } = request
  const needles = words.map((word) => Buffer.from(word))
  return async (file) => {
    try {
      const { size } = await stat(file)
      if (size > limits.fileBytesMax) return "large"
      return judgeBytes(await readFile(file), needles, named.has(file) ? undefined : limits)
    } catch {
      return "unreadable"
    }
  }
}

function judgeBytes(
  bytes: Buffer,
  needles: readonly Buffer[],
  limits: AstGrepLimits | undefined,
): Verdict {
  // Before the words: no word stands in a text of another encoding as it is written here.
  if (hasUtf16Mark(bytes)) return "utf-16"
  if (bytes.includes(0)) return "nul"
  if (!isUtf8(bytes)) return "encoding"
  if (needles.some((needle) => !bytes.includes(needle))) return "without-words"
  return limits && hasLongLine(bytes, limits.lineBytesMax) ? "minified" : "candidate"
}

function hasUtf16Mark(bytes: Buffer): boolean {
  const mark = bytes.byteLength < 2 ? 0 : bytes.readUInt16BE(0)
  return mark === 0xfeff || mark === 0xfffe
}

function hasLongLine(bytes: Buffer, bytesMax: number): boolean {
  if (bytes.byteLength <= bytesMax) return false
  let start = 0
  while (start < bytes.byteLength) {
    const end = bytes.indexOf(0x0a, start)
    if ((end === -1 ? bytes.byteLength : end) - start > bytesMax) return true
    if (end === -1) return false
    start = end + 1
  }
  return false
}
