// Repairs a glob pattern that ripgrep would silently match against nothing (HOST-QUIRK-141). Pure.

import path from "node:path"
import { isWithin } from "../../lib/inside.ts"
import { alternatives, splitGlob } from "./glob-text.ts"

export interface PatternRepair {
  readonly pattern: string
  /** Absolute folder to search in place of the one that was given. */
  readonly folder?: string
}

export interface PatternPlace {
  /** Absolute folder that is searched. */
  readonly base: string
  readonly roots: readonly string[]
}

/**
 * `./src/*.ts` loses its `./`; `*.ts,*.md` becomes alternatives; an absolute pattern inside the project, or one that
 * starts with `..`, is divided into folder and pattern. Anything else is left as it is.
 */
export function repairPattern(pattern: string, place: PatternPlace): PatternRepair | undefined {
  const list = alternatives(pattern)
  if (list !== undefined) return { pattern: list }
  if (/^(\.\/)+[^/]/.test(pattern)) return { pattern: pattern.replace(/^(\.\/)+/, "/") }
  const isUp = pattern.startsWith("../")
  const isInsideAbsolute =
    path.isAbsolute(pattern) && place.roots.some((root) => isWithin(root, splitBase(pattern)))
  if (!isUp && !isInsideAbsolute) return undefined
  const { base, rest } = splitGlob(pattern)
  if (rest === "") return wholeName(pattern, place.base)
  return { folder: path.resolve(place.base, base), pattern: rest.includes("/") ? rest : `/${rest}` }
}

function splitBase(pattern: string): string {
  return path.resolve(splitGlob(pattern).base)
}

/** A pattern without wildcards names one file. */
function wholeName(pattern: string, base: string): PatternRepair {
  const file = path.resolve(base, pattern)
  return { folder: path.dirname(file), pattern: `/${path.basename(file)}` }
}
