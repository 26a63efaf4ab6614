// Fits the indentation of added lines to a file whose indentation differs from the patch's (P4).
// Only pairs of matched lines give evidence. Where two explanations remain and disagree, there is no answer.

import { indentationOf } from "./normalize.ts"

export interface IndentPair {
  readonly patch: string
  readonly file: string
  readonly isDeleted: boolean
}

export interface IndentEvidence {
  readonly pairs: readonly IndentPair[]
  /** All rows of the hunk, added ones too: they show the unit that the patch is written in. */
  readonly patchLines: readonly string[]
  /** Lines around the place: they show the unit of the file. */
  readonly fileLines: readonly string[]
}

export type FittedLines =
  | { readonly kind: "same" }
  | { readonly kind: "fitted"; readonly lines: readonly string[] }
  | { readonly kind: "unclear" }

/** Share of the informative pairs that must already agree for the patch's indentation to stand. */
const agreementMin = 2 / 3
/** Share of the pairs that a rule must explain. */
const explainedMin = 0.7

type Rule = (indentation: string) => string | undefined

interface Hypothesis {
  readonly rule: Rule
  readonly patchUnit: string | undefined
  readonly fileUnit: string | undefined
}

export function fitIndentation(added: readonly string[], evidence: IndentEvidence): FittedLines {
  const pairs = evidence.pairs
  const telling = pairs.filter(({ patch, file }) => patch !== "" || file !== "")
  const isSame = ({ patch, file }: IndentPair): boolean => patch === file
  const agreeing = telling.filter(isSame).length
  if (telling.length === 0 || agreeing === telling.length) return { kind: "same" }
  if (isOnlyContextOff(pairs, telling)) return { kind: "same" }
  if (agreeing >= telling.length * agreementMin) return { kind: "same" }
  const shifted = bestResults(added, evidence)
  const results = isMarkerLost(telling) ? weighMarkerLoss(added, evidence, shifted) : shifted
  const distinct = new Map(results.map((lines) => [lines.join("\n"), lines]))
  const [only] = distinct.values()
  if (distinct.size !== 1 || only === undefined) return { kind: "unclear" }
  return only.every((line, index) => line === added[index])
    ? { kind: "same" }
    : { kind: "fitted", lines: only }
}

// Deleted rows stand next to the added ones and were copied with more care: if they agree, the context was misquoted.
// The same holds if some rows agree, be it at the margin, and the others are off by a single space.
function isOnlyContextOff(pairs: readonly IndentPair[], telling: readonly IndentPair[]): boolean {
  const deleted = telling.filter(({ isDeleted }) => isDeleted)
  if (deleted.length > 0) return deleted.every(({ patch, file }) => patch === file)
  const off = pairs.filter(({ patch, file }) => patch !== file)
  return off.length < pairs.length && off.every(isOffByOne)
}

function isOffByOne({ patch, file }: IndentPair): boolean {
  return patch === `${file} ` || file === `${patch} `
}

// Every context row is one space short: its marker was left out and its own first space was read as the marker.
function isMarkerLost(telling: readonly IndentPair[]): boolean {
  return telling.every(({ patch, file }) => file === `${patch} ` || file === ` ${patch}`)
}

// Added rows kept their markers then, so they stand as they are; but the same picture comes from a patch that is shifted
// by one. Whichever form alone sits at depths that the file knows is meant; otherwise the question stays open.
function weighMarkerLoss(
  added: readonly string[],
  evidence: IndentEvidence,
  shifted: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const unit = indentUnit(evidence.fileLines)
  const depths = new Set(evidence.pairs.map(({ file }) => file))
  const isAtHome = (lines: readonly string[]): boolean =>
    lines.every((line) => {
      const indentation = indentationOf(line)
      const isOnGrid = unit !== undefined && isMultiple(indentation, unit)
      return line.trim() === "" || depths.has(indentation) || isOnGrid
    })
  const atHome = [added, ...shifted].filter(isAtHome)
  return atHome.length > 0 ? atHome : [added, ...shifted]
}

function isMultiple(indentation: string, unit: string): boolean {
  return indentation === unit.repeat(indentation.length / unit.length)
}

function bestResults(added: readonly string[], evidence: IndentEvidence): (readonly string[])[] {
  const scored = hypotheses(evidence.pairs)
    .map((hypothesis) => ({ hypothesis, explained: share(hypothesis.rule, evidence.pairs) }))
    .filter(({ explained }) => explained >= explainedMin)
  const best = Math.max(0, ...scored.map(({ explained }) => explained))
  const top = scored.filter(({ explained }) => explained === best)
  const results = applyAll(
    top.map(({ hypothesis }) => hypothesis),
    added,
  )
  if (new Set(results.map((lines) => lines.join("\n"))).size <= 1) return results
  const patchUnit = indentUnit(evidence.patchLines) ?? commonWidth(evidence.patchLines)
  const fileUnit = indentUnit(evidence.fileLines)
  const fitting = top
    .map(({ hypothesis }) => hypothesis)
    .filter((hypothesis) => isOfUnits(hypothesis, patchUnit, fileUnit))
  return fitting.length > 0 ? applyAll(fitting, added) : results
}

// A constant shift keeps the unit; a change of unit must be from the patch's own to the file's own.
function isOfUnits(
  hypothesis: Hypothesis,
  patchUnit: string | undefined,
  fileUnit: string | undefined,
): boolean {
  if (patchUnit === undefined || fileUnit === undefined) return false
  if (hypothesis.patchUnit === undefined) return patchUnit === fileUnit
  return hypothesis.patchUnit === patchUnit && hypothesis.fileUnit === fileUnit
}

function applyAll(
  hypothesesToApply: readonly Hypothesis[],
  added: readonly string[],
): (readonly string[])[] {
  return hypothesesToApply.flatMap(({ rule }) => {
    const lines = added.map((line) => reindent(line, rule))
    return lines.every((line) => line !== undefined) ? [lines] : []
  })
}

function reindent(line: string, rule: Rule): string | undefined {
  if (line.trim() === "") return line
  const indentation = indentationOf(line)
  const fitted = rule(indentation)
  return fitted === undefined ? undefined : fitted + line.slice(indentation.length)
}

function share(rule: Rule, pairs: readonly IndentPair[]): number {
  return pairs.filter(({ patch, file }) => rule(patch) === file).length / pairs.length
}

function hypotheses(pairs: readonly IndentPair[]): Hypothesis[] {
  const found = new Map<string, Hypothesis>()
  for (const { patch, file } of pairs) {
    if (file.endsWith(patch) && file !== patch) {
      const prefix = file.slice(0, file.length - patch.length)
      found.set(
        `+${prefix}`,
        constant((indentation) => prefix + indentation),
      )
    }
    if (patch.endsWith(file) && file !== patch) {
      const prefix = patch.slice(0, patch.length - file.length)
      found.set(
        `-${prefix}`,
        constant((indentation) =>
          indentation.startsWith(prefix) ? indentation.slice(prefix.length) : undefined,
        ),
      )
    }
  }
  return [...found.values(), ...unitHypotheses(pairs)]
}

function constant(rule: Rule): Hypothesis {
  return { rule, patchUnit: undefined, fileUnit: undefined }
}

const units: readonly string[] = ["\t", "  ", "   ", "    ", "        "]

function unitHypotheses(pairs: readonly IndentPair[]): Hypothesis[] {
  return units.flatMap((patchUnit) =>
    units
      .filter((fileUnit) => fileUnit !== patchUnit)
      .flatMap((fileUnit) =>
        (isOnGrid(pairs, patchUnit) ? depthShifts(pairs, patchUnit, fileUnit) : []).map(
          (shift) => ({
            rule: unitRule(patchUnit, fileUnit, shift),
            patchUnit,
            fileUnit,
          }),
        ),
      ),
  )
}

// A unit that leaves a rest on most rows is not the one that the patch was written in.
function isOnGrid(pairs: readonly IndentPair[], unit: string): boolean {
  const telling = pairs.filter(({ patch }) => patch !== "")
  const whole = telling.filter(({ patch }) => depthOf(patch, unit).rest === "").length
  return telling.length === 0 || whole * 2 > telling.length
}

function depthShifts(
  pairs: readonly IndentPair[],
  patchUnit: string,
  fileUnit: string,
): readonly number[] {
  const shifts = new Set<number>()
  for (const { patch, file } of pairs) {
    shifts.add(depthOf(file, fileUnit).depth - depthOf(patch, patchUnit).depth)
  }
  return [...shifts]
}

function unitRule(patchUnit: string, fileUnit: string, shift: number): Rule {
  return (indentation) => {
    const { depth, rest } = depthOf(indentation, patchUnit)
    // A tab behind spaces or the like belongs to no grid.
    if (rest.trim() !== "" || rest.includes("\t") || depth + shift < 0) return undefined
    return fileUnit.repeat(depth + shift) + rest
  }
}

function depthOf(
  indentation: string,
  unit: string,
): { readonly depth: number; readonly rest: string } {
  let depth = 0
  while (indentation.startsWith(unit, depth * unit.length)) depth += 1
  return { depth, rest: indentation.slice(depth * unit.length) }
}

/** The step by which indentation grows from line to line most often: a tab or a number of spaces. */
export function indentUnit(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  let previous: string | undefined
  for (const line of lines) {
    if (line.trim() === "") continue
    const indentation = indentationOf(line)
    const isDeeper = previous !== undefined && indentation.startsWith(previous)
    const step = isDeeper ? indentation.slice(previous?.length) : ""
    if (/^(?:\t| {2,8})$/.test(step)) counts.set(step, (counts.get(step) ?? 0) + 1)
    previous = indentation
  }
  // Of equally frequent steps the smaller one: a larger step may be two levels at once.
  const ranked = [...counts].sort(
    ([left, leftCount], [right, rightCount]) =>
      rightCount - leftCount || left.length - right.length,
  )
  return ranked[0]?.[0]
}

// Few lines, none deeper than the one before: the widest unit that all of them are multiples of. One depth alone may be
// any number of units.
function commonWidth(lines: readonly string[]): string | undefined {
  const indentations = lines.filter((line) => line.trim() !== "").map(indentationOf)
  const depths = new Set(indentations.filter((indentation) => indentation !== ""))
  if (depths.size < 2 || indentations.some((text) => text.includes("\t"))) return undefined
  const width = indentations.reduce((common, { length }) => greatestDivisor(common, length), 0)
  return width >= 2 && width <= 8 ? " ".repeat(width) : undefined
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right)
}
