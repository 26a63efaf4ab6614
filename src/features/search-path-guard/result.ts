// The flow after a search: the line that says what was repaired, and, for a search without a hit, why that may be.

import path from "node:path"
import type { ToolCall, ToolResult } from "../../feature/decision.ts"
import { isWithin, workspaceRoots } from "../../lib/inside.ts"
import { bracketedName, escapeGlob, plainName, unbalanced } from "./glob-text.ts"
import { asArgument, resolveAsHost } from "./host-path.ts"
import { describeNote, hints } from "./messages.ts"
import type { Probe } from "./probe.ts"

export interface ResultParts {
  readonly directory: string
  readonly worktree: string | undefined
  readonly probe: Probe
}

/** The text to append to the result, or undefined. */
export async function noteResult(
  parts: ResultParts,
  call: ToolCall,
  given: { readonly result: ToolResult; readonly repair: string | undefined },
): Promise<string | undefined> {
  const isEmpty = given.result.output.trim() === "No files found"
  const hint = isEmpty ? await hintFor(parts, call) : undefined
  const lines = [given.repair, hint].filter((line) => line !== undefined)
  return lines.length === 0 ? undefined : describeNote(lines.join(" "))
}

async function hintFor(parts: ResultParts, call: ToolCall): Promise<string | undefined> {
  const isGlob = call.tool === "glob"
  const asked = typeof call.args.path === "string" ? call.args.path : ""
  const base = path.resolve(resolveAsHost(isGlob ? "glob" : "grep", parts, asked))
  if (!workspaceRoots(parts).some((root) => isWithin(root, base))) return undefined
  const value = isGlob ? call.args.pattern : call.args.include
  const pattern = typeof value === "string" ? value : ""
  const bracket = unbalanced(pattern)
  if (bracket !== undefined) return hints.unbalanced(pattern, bracket)
  const named = await hintForName(parts, { base, pattern, isGlob })
  if (named !== undefined) return named
  const nothing = hints.nothing(asArgument(parts.directory, base))
  const name = bracketedName(pattern)
  return name === undefined ? nothing : `${nothing} ${hints.brackets(name, escapeGlob(name))}`
}

async function hintForName(
  parts: ResultParts,
  search: { readonly base: string; readonly pattern: string; readonly isGlob: boolean },
): Promise<string | undefined> {
  const { base, pattern } = search
  if (pattern === "") return undefined
  const name = plainName(pattern)
  if (!search.isGlob && name === undefined) return hintForInclude(parts, base, pattern)
  if (name === undefined) return undefined
  const target = path.resolve(base, name.replace(/^\/+/, ""))
  if (!workspaceRoots(parts).some((root) => isWithin(root, target))) return undefined
  const state = await parts.probe.look(target)
  if (state.kind === "folder") return hints.folder(pattern)
  if (state.kind !== "file" || !search.isGlob) return undefined
  return hints.ignored(asArgument(parts.directory, target))
}

/** `src/*.ts` below `src`: the include repeats the folder that is searched already. */
function hintForInclude(parts: ResultParts, base: string, include: string): string | undefined {
  const folder = asArgument(parts.directory, base)
  const isRepeated = folder !== "." && include.startsWith(`${folder}/`)
  return isRepeated ? hints.relative(include, include.slice(folder.length + 1)) : undefined
}
