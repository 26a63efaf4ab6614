// Lines of one text together with the derived forms that matching needs, each computed at most once and only if asked for.

import { lineKey, plainKeySpan } from "./normalize.ts"

export interface LineView {
  readonly lines: readonly string[]
  keys(): readonly string[]
  /** Key of one line, without those of all others. */
  keyAt(line: number): string | undefined
  /** Lines with this key, ascending, at most `countMax` of them. */
  positions(key: string, countMax?: number): readonly number[]
  /** Whether a word of letters occurs in the text, bounded by anything but letters. */
  hasWord(word: string): boolean
}

/** `askedRows` are the rows that will be looked for most, such as those of the patch: they are found in one pass. */
export function createLineView(
  lines: readonly string[],
  askedRows?: () => readonly string[],
): LineView {
  let keys: readonly string[] | undefined
  let asked: ReadonlyMap<string, readonly number[]> | undefined
  let index: KeyIndex | undefined
  let text: string | undefined
  const words = new Map<string, boolean>()
  const askedKeys = new Map<number, string>()
  const wholeText = (): string => {
    text ??= lines.join("\n")
    return text
  }
  const view: LineView = {
    lines,
    keys: () => {
      keys ??= lines.map(lineKey)
      return keys
    },
    keyAt: (line) => {
      if (keys !== undefined) return keys[line]
      const text = lines[line]
      if (text === undefined) return undefined
      const key = askedKeys.get(line) ?? lineKey(text)
      askedKeys.set(line, key)
      return key
    },
    positions: (key, countMax = Number.POSITIVE_INFINITY) => {
      asked ??= positionsOfKeys(lines, (askedRows?.() ?? []).map(lineKey), wholeText)
      const known = asked.get(key)
      if (known) return known.length > countMax ? known.slice(0, countMax) : known
      index ??= indexKeys(view.keys())
      const found: number[] = []
      let line = index.first.get(key) ?? -1
      for (; line !== -1 && found.length < countMax; line = index.next[line] ?? -1) found.push(line)
      return found
    },
    hasWord: (word) => {
      const known = words.get(word)
      if (known !== undefined) return known
      const isThere = occursAsWord(wholeText(), word)
      words.set(word, isThere)
      return isThere
    },
  }
  return view
}

// Most lines differ in length from all that are asked for: no key is made for these.
function positionsOfKeys(
  lines: readonly string[],
  asked: readonly string[],
  wholeText: () => string,
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>(asked.map((key) => [key, []]))
  const lengths = new Set(asked.map((key) => key.length))
  if (positions.size === 0) return positions
  const text = wholeText()
  let start = 0
  for (let line = 0; line < lines.length; line++) {
    const written = lines[line] ?? ""
    const end = start + written.length
    const span = plainKeySpan(text, { start, end })
    if (span === undefined) positions.get(lineKey(written))?.push(line)
    else if (lengths.has(span.end - span.start)) {
      positions.get(text.slice(span.start, span.end))?.push(line)
    }
    start = end + 1
  }
  return positions
}

// A chain through the lines of each key instead of a list for each: a large file has many keys, and lists cost memory.
interface KeyIndex {
  readonly first: ReadonlyMap<string, number>
  /** For each line the next one with its key, or -1. */
  readonly next: Int32Array
}

function indexKeys(keys: readonly string[]): KeyIndex {
  const first = new Map<string, number>()
  const next = new Int32Array(keys.length)
  for (let line = keys.length - 1; line >= 0; line--) {
    const key = keys[line] ?? ""
    next[line] = first.get(key) ?? -1
    first.set(key, line)
  }
  return { first, next }
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
