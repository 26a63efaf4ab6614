// Lines of one text together with the derived forms that matching needs, each computed at most once and only if asked for.

import { lineKey } from "./normalize.ts"

export interface LineView {
  readonly lines: readonly string[]
  keys(): readonly string[]
  /** Positions of each key, ascending. */
  index(): ReadonlyMap<string, readonly number[]>
  /** Words and numbers that occur in the text. */
  words(): ReadonlySet<string>
}

export const wordPattern = /[A-Za-z]+|[0-9]+/g

export function createLineView(lines: readonly string[]): LineView {
  let keys: readonly string[] | undefined
  let index: ReadonlyMap<string, readonly number[]> | undefined
  let words: ReadonlySet<string> | undefined
  const view: LineView = {
    lines,
    keys: () => {
      keys ??= lines.map(lineKey)
      return keys
    },
    index: () => {
      index ??= indexKeys(view.keys())
      return index
    },
    words: () => {
      words ??= collectWords(lines)
      return words
    },
  }
  return view
}

function indexKeys(keys: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>()
  for (let line = 0; line < keys.length; line++) {
    const key = keys[line] ?? ""
    const known = positions.get(key)
    if (known === undefined) positions.set(key, [line])
    else known.push(line)
  }
  return positions
}

function collectWords(lines: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const line of lines) for (const word of line.match(wordPattern) ?? []) words.add(word)
  return words
}
