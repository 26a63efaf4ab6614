// Finds out whether a test that a document names as a proof exists.

import { readFileSync } from "node:fs"
import path from "node:path"
import { filesBelow } from "./files.ts"

/** One promise of the job board. `isTimed`: the sentence names a time, so a test on virtual time must hold it. */
export interface BoardPromise {
  readonly id: string
  readonly sentence: string
  readonly proofs: readonly Proof[]
  readonly isTimed?: true
}

/** A test file, or one of the files that define cases for several, by its name alone; and a part of a test's name. */
export type Proof = readonly [file: string, name: string]

const files = filesBelow("test", [".test.ts", "-cases.ts"])
const textOf = (file: string) => readFileSync(file, "utf8").replaceAll('\\"', '"')

/** Each `file.test.ts` or `file-cases.ts` of a text with the quoted names behind it; a file alone has the empty name. */
export function proofsOf(text: string): readonly Proof[] {
  return [
    ...text.matchAll(/`([\w-]+(?:(?:\.property)?\.test|-cases)\.ts)`((?:[^`"]*"[^"]+")*)/g),
  ].flatMap(([, file = "", rest = ""]) => {
    const names = [...rest.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "")
    return (names.length > 0 ? names : [""]).map((name): Proof => [file, name])
  })
}

/** Undefined where the test exists; else what is wrong. */
export function missingProof([file, name]: Proof): string | undefined {
  const found = files.filter((candidate) => path.posix.basename(candidate) === file)
  if (found.length === 0) return `there is no ${file}`
  return found.some((candidate) => textOf(candidate).includes(name))
    ? undefined
    : `${file} has no test "${name}"`
}
