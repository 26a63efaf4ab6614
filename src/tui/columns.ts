// How many columns of a terminal a text takes: a letter of Chinese, Japanese or Korean and a picture take two. Pure.

import { eastAsianWidth } from "get-east-asian-width"

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Columns of one line without control characters, by East Asian Width (Unicode annex 11); ambiguous letters take one. */
export function columnsOf(line: string): number {
  if (isAscii(line)) return line.length
  let columns = 0
  for (const { segment } of graphemes.segment(line)) columns += columnsOfGrapheme(segment)
  return columns
}

/** The line itself, or as much of it as fits with a mark of the cut at its end. Never half a letter. */
export function cutToColumns(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line
  if (columns < 1) return ""
  let room = columns - 1
  let kept = ""
  for (const { segment } of graphemes.segment(line)) {
    room -= columnsOfGrapheme(segment)
    if (room < 0) break
    kept += segment
  }
  return `${kept}…`
}

function columnsOfGrapheme(grapheme: string): number {
  // Syllables that are written as their parts are drawn as one.
  const letter = grapheme.normalize("NFC")
  if (/\uFE0F|\p{Emoji_Modifier}|^\p{Regional_Indicator}{2}/u.test(letter)) return 2
  let columns = 0
  for (const part of letter) {
    const point = part.codePointAt(0)
    if (point !== undefined && !/\p{M}/u.test(part)) columns += eastAsianWidth(point)
  }
  return columns
}

function isAscii(line: string): boolean {
  return /^[ -~]*$/.test(line)
}
