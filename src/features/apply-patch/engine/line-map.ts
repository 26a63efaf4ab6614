// Maps lines of an older text to the same lines of a newer one: unique common lines as anchors (patience diff),
// runs of equal lines around them, and a small longest common subsequence in between.

/** Largest table for the exact comparison of a gap between anchors, in cells. */
const cellsMax = 40_000

/** For each old line the index of the same line in the new text, or -1. Both sides ascend. */
export function mapLines(oldKeys: readonly string[], newKeys: readonly string[]): Int32Array {
  const map = new Int32Array(oldKeys.length).fill(-1)
  const pending: Range[] = [
    { oldStart: 0, oldEnd: oldKeys.length, newStart: 0, newEnd: newKeys.length },
  ]
  for (let range = pending.pop(); range; range = pending.pop()) {
    const inner = mapEdges(range, { oldKeys, newKeys, map })
    if (inner.oldStart >= inner.oldEnd || inner.newStart >= inner.newEnd) continue
    const anchors = uniqueAnchors(inner, oldKeys, newKeys)
    if (anchors.length === 0) mapBySubsequence(inner, { oldKeys, newKeys, map })
    else pending.push(...splitAt(inner, anchors, map))
  }
  return map
}

interface Range {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

interface Texts {
  readonly oldKeys: readonly string[]
  readonly newKeys: readonly string[]
  readonly map: Int32Array
}

function mapEdges(range: Range, { oldKeys, newKeys, map }: Texts): Range {
  let { oldStart, oldEnd, newStart, newEnd } = range
  while (oldStart < oldEnd && newStart < newEnd && oldKeys[oldStart] === newKeys[newStart]) {
    map[oldStart++] = newStart++
  }
  while (oldStart < oldEnd && newStart < newEnd && oldKeys[oldEnd - 1] === newKeys[newEnd - 1]) {
    map[--oldEnd] = --newEnd
  }
  return { oldStart, oldEnd, newStart, newEnd }
}

type Anchor = readonly [oldLine: number, newLine: number]

function uniqueAnchors(
  range: Range,
  oldKeys: readonly string[],
  newKeys: readonly string[],
): readonly Anchor[] {
  const oldOnly = uniqueLines(oldKeys, range.oldStart, range.oldEnd)
  const newOnly = uniqueLines(newKeys, range.newStart, range.newEnd)
  const pairs: Anchor[] = []
  for (const [key, oldLine] of oldOnly) {
    const newLine = newOnly.get(key)
    if (newLine !== undefined) pairs.push([oldLine, newLine])
  }
  return longestAscending(pairs.sort((left, right) => left[0] - right[0]))
}

// Blank lines say nothing about a place, unique or not.
function uniqueLines(keys: readonly string[], start: number, end: number): Map<string, number> {
  const found = new Map<string, number>()
  const repeated = new Set<string>()
  for (let line = start; line < end; line++) {
    const key = keys[line] ?? ""
    if (key === "" || repeated.has(key)) continue
    if (found.delete(key)) repeated.add(key)
    else found.set(key, line)
  }
  return found
}

// Patience sorting: the longest run of pairs whose new lines ascend.
function longestAscending(pairs: readonly Anchor[]): readonly Anchor[] {
  interface Link {
    readonly pair: Anchor
    readonly before: Link | undefined
  }
  const tails: Link[] = []
  for (const pair of pairs) {
    const pile = firstPile(tails, pair[1])
    tails[pile] = { pair, before: tails[pile - 1] }
  }
  const run: Anchor[] = []
  for (let link = tails.at(-1); link; link = link.before) run.push(link.pair)
  return run.reverse()
}

// The first pile whose top does not stand before `newLine`.
function firstPile(tails: readonly { readonly pair: Anchor }[], newLine: number): number {
  let low = 0
  let high = tails.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((tails[middle]?.pair[1] ?? 0) < newLine) low = middle + 1
    else high = middle
  }
  return low
}

function splitAt(range: Range, anchors: readonly Anchor[], map: Int32Array): Range[] {
  const ranges: Range[] = []
  let { oldStart, newStart } = range
  for (const [oldLine, newLine] of anchors) {
    map[oldLine] = newLine
    const isEmpty = oldStart === oldLine || newStart === newLine
    if (!isEmpty) ranges.push({ oldStart, oldEnd: oldLine, newStart, newEnd: newLine })
    oldStart = oldLine + 1
    newStart = newLine + 1
  }
  ranges.push({ oldStart, oldEnd: range.oldEnd, newStart, newEnd: range.newEnd })
  return ranges
}

function mapBySubsequence(range: Range, texts: Texts): void {
  const rows = range.oldEnd - range.oldStart
  const columns = range.newEnd - range.newStart
  if (rows * columns > cellsMax) return
  const lengths = commonLengths(range, texts)
  const width = columns + 1
  let row = 0
  let column = 0
  while (row < rows && column < columns) {
    const isSame = texts.oldKeys[range.oldStart + row] === texts.newKeys[range.newStart + column]
    const below = lengths[(row + 1) * width + column] ?? 0
    if (isSame) texts.map[range.oldStart + row++] = range.newStart + column++
    else if (below >= (lengths[row * width + column + 1] ?? 0)) row += 1
    else column += 1
  }
}

// Length of the longest common subsequence of the rest from each pair of lines on.
function commonLengths(range: Range, { oldKeys, newKeys }: Texts): Uint16Array {
  const rows = range.oldEnd - range.oldStart
  const columns = range.newEnd - range.newStart
  const width = columns + 1
  const lengths = new Uint16Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column
      const isSame = oldKeys[range.oldStart + row] === newKeys[range.newStart + column]
      lengths[at] = isSame
        ? (lengths[at + width + 1] ?? 0) + 1
        : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}
