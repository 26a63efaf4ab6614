// Runs the pure engine over files given as text: what a test says about a patch in one line.

import { parsePatch } from "../../../../src/features/apply-patch/engine/parse.ts"
import {
  type PatchPlan,
  planPatch,
  simulate,
} from "../../../../src/features/apply-patch/engine/plan-patch.ts"

export interface ApplyOptions {
  readonly seen?: Readonly<Record<string, string>>
  readonly ambiguous?: "refuse" | "first"
}

/** Paths are identities here: no links, no absolute paths. */
export function plan(
  patchText: string,
  files: Readonly<Record<string, string>>,
  options: ApplyOptions = {},
): PatchPlan | { readonly kind: "malformed"; readonly reason: string } {
  const parsed = parsePatch(patchText)
  if (parsed.kind === "malformed") return parsed
  return planPatch({
    patchText,
    patch: parsed.patch,
    fileAt: (path) => fileAt(path, files, options),
    hostFileAt: (path) => fileAt(path, files, options),
    ambiguous: options.ambiguous ?? "refuse",
  })
}

/** Contents after the host's rules ran over the engine's answer, or `"refused: CLASS"`. */
export function apply(
  patchText: string,
  files: Readonly<Record<string, string>>,
  options: ApplyOptions = {},
): Readonly<Record<string, string | undefined>> | string {
  const result = plan(patchText, files, options)
  if (result.kind === "malformed") return `refused: ${result.reason}`
  if (result.kind === "problem") return `refused: ${result.problem.kind}`
  const text = result.kind === "rewrite" ? result.patchText : patchText
  const outcome = simulate({ hostFileAt: (path) => fileAt(path, files, options) }, text)
  if (!outcome) return "the host would fail"
  return { ...files, ...Object.fromEntries(outcome) }
}

/** One update of `file.txt`: the lines are the hunk rows. */
export function update(...rows: string[]): string {
  return ["*** Begin Patch", "*** Update File: file.txt", ...rows, "*** End Patch"].join("\n")
}

/** The text of `file.txt` after an update, or the refusal. */
export function applyTo(text: string, rows: readonly string[], seen?: string): string | undefined {
  const options = seen === undefined ? {} : { seen: { "file.txt": seen } }
  const result = apply(update(...rows), { "file.txt": text }, options)
  return typeof result === "string" ? result : result["file.txt"]
}

function fileAt(path: string, files: Readonly<Record<string, string>>, options: ApplyOptions) {
  return { key: path, printPath: path, text: files[path], seenText: options.seen?.[path] }
}
