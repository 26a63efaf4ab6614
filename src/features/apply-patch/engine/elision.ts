// Splits a hunk at rows that stand for left-out lines ("... existing code ..."), so that each part finds its own place.

import type { Hunk, Row } from "./patch.ts"

const opener = String.raw`(?:\/\/|\/\*+|#+|--|;+|%|<!--|\{\/\*|"""|''')?`
const closer = String.raw`(?:\*+\/\}?|-->|"""|''')?`
// Words only behind a space: `...rest` is a spread, not a remark.
const remark = String.raw`(?:\s[\w\s,'’()-]*)?`
const elided = new RegExp(
  String.raw`^\s*${opener}\s*[[(]?\s*(?:\.{3,}|…)${remark}(?:\.{3,}|…)?\s*[\])]?\s*${closer}\s*$`,
)

export function hasElision(hunk: Hunk): boolean {
  return hunk.rows.some(isElision)
}

/** The parts of a hunk that change something, in order; headers and flags stay with the part they belong to. */
export function splitAtElisions(hunk: Hunk): readonly Hunk[] {
  const parts: Row[][] = [[]]
  for (const row of hunk.rows) {
    if (isElision(row)) parts.push([])
    else parts.at(-1)?.push(row)
  }
  return parts
    .map((rows, index) => ({
      ...hunk,
      rows,
      headers: index === 0 ? hunk.headers : [],
      isAtEnd: hunk.isAtEnd && index === parts.length - 1,
    }))
    .filter(({ rows }) => rows.some(({ kind }) => kind !== "context"))
}

// Nearly no row has dots, and looking for them is cheaper than the pattern.
function isElision({ kind, text }: Row): boolean {
  return kind === "context" && (text.includes("...") || text.includes("…")) && elided.test(text)
}
