// How far a file name is from the name that was asked for. Pure. 0 is equal, undefined is "not similar".

import { editDistance } from "../../lib/nearest-name.ts"

/** Lower is nearer. Kinds of mistakes are ordered by how often they are what happened. */
const costs = {
  caseOnly: 0.05,
  separators: 0.1,
  plural: 0.15,
  extension: 0.15,
  edits: 0.15,
  contained: 0.45,
} as const

/** The asked name, prepared once for many comparisons. */
export interface AskedName {
  readonly name: string
  readonly lower: string
  readonly folded: string
  readonly stem: string
  readonly letters: number
  readonly editsMax: number
}

export function prepareName(name: string): AskedName {
  const lower = name.toLowerCase()
  return {
    name,
    lower,
    folded: fold(lower),
    stem: stemOf(lower),
    letters: letterSet(lower),
    editsMax: Math.min(4, Math.max(1, Math.floor(lower.length / 3))),
  }
}

export function nameCost(asked: AskedName, name: string): number | undefined {
  if (asked.name === name) return 0
  const lower = name.toLowerCase()
  if (asked.lower === lower) return costs.caseOnly
  return shapeCost(asked, lower) ?? editCost(asked, lower) ?? containmentCost(asked.lower, lower)
}

function shapeCost(asked: AskedName, lower: string): number | undefined {
  if (asked.lower.charCodeAt(0) !== lower.charCodeAt(0)) return undefined
  const folded = fold(lower)
  if (asked.folded === folded) return costs.separators
  if (singular(asked.folded) === singular(folded)) return costs.plural
  return asked.stem === stemOf(lower) ? costs.extension : undefined
}

function editCost(asked: AskedName, lower: string): number | undefined {
  if (Math.abs(asked.lower.length - lower.length) > asked.editsMax) return undefined
  if (!beginsAlike(asked.lower, lower)) return undefined
  if (letterDifference(asked.letters, letterSet(lower)) > 2 * asked.editsMax) return undefined
  const edits = editDistance(asked.lower, lower, asked.editsMax)
  if (edits > asked.editsMax) return undefined
  return costs.edits + (0.6 * edits) / Math.max(asked.lower.length, lower.length)
}

/** Mistakes seldom hit both of the first two letters: this spares most of the work on a large tree. */
function beginsAlike(left: string, right: string): boolean {
  const [first, second] = [left.charCodeAt(0), left.charCodeAt(1)]
  const [otherFirst, otherSecond] = [right.charCodeAt(0), right.charCodeAt(1)]
  return (
    first === otherFirst || second === otherSecond || first === otherSecond || second === otherFirst
  )
}

function containmentCost(asked: string, lower: string): number | undefined {
  const [short, long] = asked.length < lower.length ? [asked, lower] : [lower, asked]
  if (short.length < 3 || !long.includes(short)) return undefined
  return costs.contained + 0.3 * (1 - short.length / long.length)
}

function fold(lower: string): string {
  return lower.replace(/[-_. ]/g, "")
}

function stemOf(lower: string): string {
  const dot = lower.indexOf(".", 1)
  return dot < 0 ? lower : lower.slice(0, dot)
}

function singular(folded: string): string {
  return folded.replace(/(?<=..)(ies|es|s|y)$/, "")
}

/** Letters and digits as a bit set: a cheap bound for the number of edits. */
function letterSet(lower: string): number {
  let set = 0
  for (let index = 0; index < lower.length; index++) set |= 1 << (lower.charCodeAt(index) & 31)
  return set
}

function letterDifference(left: number, right: number): number {
  let difference = left ^ right
  let count = 0
  while (difference !== 0) {
    difference &= difference - 1
    count += 1
  }
  return count
}
