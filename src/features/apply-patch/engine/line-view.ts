// Lines of one text together with the derived forms that matching needs, each computed at most once and only if asked for.

import { lineKey } from "./normalize.ts"

export interface LineView {
  readonly lines: readonly string[]
  keys(): readonly string[]
  /** Positions of each key, ascending. */
  index(): ReadonlyMap<string, readonly number[]>
  /** Whether a word of letters occurs in the text, bounded by anything but letters. */
  hasWord(word: string): boolean
}

export function createLineView(lines: readonly string[]): LineView {
  let keys: readonly string[] | undefined
  let index: ReadonlyMap<string, readonly number[]> | undefined
  let text: string | undefined
  const words = new Map<string, boolean>()
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
    hasWord: (word) => {
      const known = words.get(word)
      if (known !== undefined) return known
      text ??= lines.join("\n")
      const isThere = occursAsWord(text, word)
      words.set(word, isThere)
      return isThere
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

function occursAsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true
  }
  return false
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z]/.test(character)
}
