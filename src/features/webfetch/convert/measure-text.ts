// Lengths and numbers of words, counted character by character: a page's texts are measured many times, and neither a
// match nor a replaced copy of them is ever looked at.

/**
 * How far a text goes once its white space is collapsed and trimmed: four times its characters, plus marks for white
 * space at its start and at its end. One number, so that an element's is put together from those of its parts.
 */
export type Extent = number

const spaceBefore = 1
const spaceAfter = 2

export function lengthOfExtent(extent: Extent): number {
  return extent >> 2
}

export function extentOf(text: string): Extent {
  if (text === "") return 0
  let length = 0
  let isGap = true
  for (let index = 0; index < text.length; index++) {
    if (!isSpace(text.charCodeAt(index))) {
      length++
      isGap = false
    } else if (!isGap) {
      length++
      isGap = true
    }
  }
  const characters = isGap && length > 0 ? length - 1 : length
  return characters * 4 + (isSpace(text.charCodeAt(0)) ? spaceBefore : 0) + (isGap ? spaceAfter : 0)
}

/** Of one text behind the other. */
export function joinExtents(first: Extent, second: Extent): Extent {
  if (first === 0) return second
  if (second === 0) return first
  const isParted = (first & spaceAfter) !== 0 || (second & spaceBefore) !== 0
  const [before, after] = [first >> 2, second >> 2]
  const length = before + after + (isParted && before > 0 && after > 0 ? 1 : 0)
  return length * 4 + (first & spaceBefore) + (second & spaceAfter)
}

/** Runs of anything but white space. */
export function countVisibleRuns(text: string): number {
  let count = 0
  let isGap = true
  for (let index = 0; index < text.length; index++) {
    const isSpaceHere = isSpace(text.charCodeAt(index))
    if (isGap && !isSpaceHere) count++
    isGap = isSpaceHere
  }
  return count
}

/** Runs of letters, digits and underscores, of any script. */
export function countWords(text: string): number {
  let count = 0
  let isWord = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isLetter = code < firstForeign ? isPlainLetter(code) : isForeignLetter(text, index)
    if (isLetter && !isWord) count++
    isWord = isLetter
    if (isLetter && isLeadSurrogate(code)) index++
  }
  return count
}

/** White space as regular expressions and `trim` know it. */
function isSpace(code: number): boolean {
  if (code < firstForeign) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0xa0
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x3000 ||
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0xfeff
  )
}

/** From here on characters are not ASCII. */
const firstForeign = 0x80

function isPlainLetter(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
}

function isForeignLetter(text: string, index: number): boolean {
  return /[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(index) ?? 0))
}

function isLeadSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
