// Parses the files as they were and as they would be: a rewrite must not bring new syntax errors, and lines of
// string literals must keep their white space. Works on private copies, never on the project's files.

import { writeFile } from "node:fs/promises"
import path from "node:path"
import type { EngineMatch, Matcher } from "./engine/matcher.ts"
import type { Language } from "./languages.ts"
import type { AstGrepLimits } from "./limits.ts"
import { matchFiles } from "./match-files.ts"
import {
  applyEdits,
  type Edit,
  findLinesInStrings,
  hasSeveralLines,
  type Literals,
} from "./plan-rewrite.ts"

export interface RewrittenFile {
  readonly source: Buffer
  readonly edits: readonly Edit[]
}

export interface CheckedFile {
  readonly content: Buffer
  /** Which lines of which edits keep their own white space. */
  isInString(edit: number, line: number): boolean
  readonly hasNewErrors: boolean
}

export interface SyntaxRequest {
  readonly matcher: Matcher
  readonly language: Language
  /** Private folder of the call. */
  readonly folder: string
  readonly limits: AstGrepLimits
  readonly signal: AbortSignal
  hasTimedOut(): boolean
}

/** One result per file, in order; `unchecked` says why the engine could not do it. */
export async function checkSyntax(
  request: SyntaxRequest,
  files: readonly RewrittenFile[],
): Promise<readonly CheckedFile[] | { readonly unchecked: string }> {
  const drafts = files.map(({ source, edits }) => applyEdits(source, edits))
  const draftPaths = await writeCopies(request, "new", drafts)
  const strings = await findStrings(request, files, draftPaths)
  if ("unchecked" in strings) return strings
  const found = files.map(({ edits }, index) =>
    findLinesInStrings(edits, strings.literals[index] ?? { strings: [], bodies: [] }),
  )
  const contents = files.map(({ source, edits }, index) => applyEdits(source, edits, found[index]))
  await Promise.all(contents.map((content, index) => writeFile(draftPaths[index] ?? "", content)))
  const oldPaths = await writeCopies(
    request,
    "old",
    files.map(({ source }) => source),
  )
  const errors = await findKinds(request, ["ERROR"], [...oldPaths, ...draftPaths])
  if ("unchecked" in errors) return errors
  const count = (file: string | undefined) =>
    errors.matches.filter((match) => match.file === file).length
  return contents.map((content, index) => ({
    content,
    isInString: found[index] ?? (() => false),
    hasNewErrors: count(draftPaths[index]) > count(oldPaths[index]),
  }))
}

/** Literals of the files whose replacements span lines. */
async function findStrings(
  request: SyntaxRequest,
  files: readonly RewrittenFile[],
  paths: readonly string[],
): Promise<{ readonly literals: readonly Literals[] } | { readonly unchecked: string }> {
  const wanted = paths.filter((_, index) => hasSeveralLines(files[index]?.edits ?? []))
  const { stringKinds, bodyKinds } = request.language
  const strings = await findKinds(request, stringKinds, wanted)
  if ("unchecked" in strings) return strings
  const bodies = await findKinds(request, bodyKinds, wanted)
  if ("unchecked" in bodies) return bodies
  const spansOf = (file: string, matches: readonly EngineMatch[]) =>
    matches
      .filter((match) => match.file === file && match.text.includes("\n"))
      .map((match) => match.span)
  return {
    literals: paths.map((file) => ({
      strings: spansOf(file, strings.matches),
      bodies: spansOf(file, bodies.matches),
    })),
  }
}

async function findKinds(
  request: SyntaxRequest,
  kinds: readonly string[],
  files: readonly string[],
): Promise<{ readonly matches: readonly EngineMatch[] } | { readonly unchecked: string }> {
  if (kinds.length === 0 || files.length === 0) return { matches: [] }
  const outcome = await matchFiles({
    ...request,
    query: { kind: "kinds", kinds },
    files,
    matchesMax: Number.POSITIVE_INFINITY,
    bytesMax: request.limits.inspectBytesMax,
  })
  if (outcome.kind !== "matches") return { unchecked: outcome.reason }
  return outcome.cut === undefined ? outcome : { unchecked: "the check was cut" }
}

async function writeCopies(
  { folder, language }: SyntaxRequest,
  prefix: string,
  contents: readonly Buffer[],
): Promise<readonly string[]> {
  const extension = language.extensions[0] ?? ""
  const paths = contents.map((_, index) => path.join(folder, `${prefix}-${index}.${extension}`))
  await Promise.all(
    contents.map((content, index) => writeFile(paths[index] ?? "", content, { mode: 0o600 })),
  )
  return paths
}
