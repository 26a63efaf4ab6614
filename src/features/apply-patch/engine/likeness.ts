// When a context row may stand for a line with other words: a slip of the pen, or the wanted state quoted too early.
// Deleted rows are never judged here: they must match.

import { editDistance } from "../../../lib/nearest-name.ts"
import { lineKey } from "./normalize.ts"
import type { Reading } from "./reading.ts"

const tokenPattern = /[A-Za-z]+|[0-9]+|\s+|[^\sA-Za-z0-9]/g
/** A slip needs a word of at least this many letters on one side; in shorter words every letter counts. */
const slipWordMin = 4
/** Words up to this length may differ by one slip only. */
const shortWordMax = 5

export interface Likeness {
  /** True if `row` (a key) can only mean `line` (a key) although words differ. */
  isLike(row: string, line: string): boolean
}

/** A word for which `hasWord` is true exists in the file: it is no slip, however near it is to another. */
export function createLikeness(reading: Reading, hasWord: (word: string) => boolean): Likeness {
  const tokensOf = createTokenizer()
  const state = wordsOfChange(reading)
  return {
    isLike: (row, line) => {
      const rowTokens = tokensOf(row)
      const lineTokens = tokensOf(line)
      if (rowTokens.length !== lineTokens.length) return false
      const differing: [string, string][] = []
      for (const [index, token] of rowTokens.entries()) {
        const other = lineTokens[index] ?? ""
        if (token !== other) differing.push([token, other])
      }
      // Something must be left to recognise the line by.
      if (differing.length * 2 > rowTokens.length) return false
      if (differing.every(([ours, theirs]) => isLeaked(ours, theirs, state))) return true
      const [only] = differing
      return differing.length === 1 && only !== undefined && isSlip(only[0], only[1], hasWord)
    },
  }
}

interface ChangeWords {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

function wordsOfChange(reading: Reading): ChangeWords {
  const tokens = (lines: readonly string[]): Set<string> =>
    new Set(lines.flatMap((line) => lineKey(line).match(tokenPattern) ?? []))
  const deleted = reading.old.filter((_, row) => reading.isDeleted[row])
  return {
    before: tokens(deleted),
    after: tokens(reading.changes.flatMap(({ added }) => added)),
  }
}

// The patch shows a word that it is about to bring in where the file still has one that it takes away.
function isLeaked(ours: string, theirs: string, { before, after }: ChangeWords): boolean {
  const isWord = /\w/.test(ours) && /\w/.test(theirs)
  const isNew = after.has(ours) && !before.has(ours)
  return isWord && isNew && before.has(theirs) && !after.has(theirs)
}

function isSlip(ours: string, theirs: string, hasWord: (word: string) => boolean): boolean {
  if (!/^[A-Za-z]+$/.test(ours) || !/^[A-Za-z]+$/.test(theirs)) return false
  const longest = Math.max(ours.length, theirs.length)
  if (longest < slipWordMin || Math.abs(ours.length - theirs.length) > 2) return false
  if (ours[0]?.toLowerCase() !== theirs[0]?.toLowerCase()) return false
  return editDistance(ours, theirs) <= (longest <= shortWordMax ? 1 : 2) && !hasWord(ours)
}

function createTokenizer(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (text) => {
    const cached = known.get(text)
    if (cached) return cached
    const tokens = text.match(tokenPattern) ?? []
    known.set(text, tokens)
    return tokens
  }
}
