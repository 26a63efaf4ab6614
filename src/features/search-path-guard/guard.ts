// The flow before a search: read the path argument, look at the disk, then let it pass, repair it or refuse it.
// Fails open: without a project directory, or with arguments of an unknown shape, the host decides alone.

import path from "node:path"
import {
  type BeforeDecision,
  pass,
  refuse,
  rewrite,
  type ToolCall,
} from "../../feature/decision.ts"
import { isWithin, workspaceRoots } from "../../lib/inside.ts"
import { type FolderReader, matchIgnoringCase } from "./folder-reader.ts"
import { hasWildcard } from "./glob-text.ts"
import { asArgument, resolveAsHost, type SearchTool } from "./host-path.ts"
import { escapeNames, splitBelowNames } from "./literal-names.ts"
import {
  describeBrokenLink,
  describeGlobOfFile,
  describeIncludeMismatch,
  describeInvalid,
  describeList,
  describeMissing,
  describeRepairOff,
  describeThroughFile,
  describeUnreadable,
  notes,
} from "./messages.ts"
import { repairPattern } from "./pattern-repair.ts"
import type { PathState, Probe } from "./probe.ts"
import { isOmission, listParts, listReadings, type Reading } from "./readings.ts"
import {
  fileTarget,
  globOfGlob,
  grepOfGlob,
  includeForFolders,
  outsideInclude,
  type Rewritten,
} from "./targets.ts"

export interface GuardParts {
  readonly directory: string
  readonly worktree: string | undefined
  readonly home: string | undefined
  readonly isRepairing: boolean
  readonly probe: Probe
  readonly reader: FolderReader
  /** Argument values that exist and are near to the missing absolute path, best first. */
  suggest(missing: string, wanted: "folder" | "any"): Promise<readonly string[]>
}

/** A decision, and what the result has to say about it. */
export interface Verdict {
  readonly decision: BeforeDecision
  readonly note?: string
}

interface Search {
  readonly parts: GuardParts
  readonly tool: SearchTool
  readonly asked: string
  /** `include` of grep, `pattern` of glob. */
  readonly pattern: string | undefined
  readonly patternKey: "include" | "pattern"
}

const passing: Verdict = { decision: pass }

export async function checkSearch(parts: GuardParts, call: ToolCall): Promise<Verdict> {
  const tool: SearchTool = call.tool === "glob" ? "glob" : "grep"
  const patternKey = tool === "glob" ? "pattern" : "include"
  const raw = call.args[patternKey]
  const pattern = typeof raw === "string" && raw !== "" ? raw : undefined
  if ((await parts.probe.look(parts.directory)).kind !== "folder") return passing
  const search = { parts, tool, pattern, patternKey } as const
  const asked = call.args.path
  if (Array.isArray(asked)) return checkList({ ...search, asked: JSON.stringify(asked) })
  if (asked === undefined || asked === "") return checkPattern({ ...search, asked: "." })
  if (asked === null) return omitted({ ...search, asked: "null" })
  if (typeof asked !== "string") return passing
  return checkPath({ ...search, asked })
}

async function checkPath(search: Search): Promise<Verdict> {
  const { asked, parts, tool } = search
  if (asked.includes("\u0000")) return refused(describeInvalid(tool, asked))
  const readings = listReadings(asked, { ...parts, isWindows: path.sep === "\\" })
  const found = await firstExisting(search, readings)
  if (found) return checkFound(search, found)
  const last = readings.at(-1) ?? { path: asked, undone: [] }
  if (isOmission(last)) return omitted(search)
  const absolute = resolve(search, last.path)
  return (
    (await checkProjectRoot(search, last)) ?? (await checkMissing(search, { ...last, absolute }))
  )
}

interface Found extends Reading {
  readonly absolute: string
  readonly state: PathState
}

async function firstExisting(
  search: Search,
  readings: readonly Reading[],
): Promise<Found | undefined> {
  for (const reading of readings) {
    if (reading.path === "") continue
    const absolute = resolve(search, reading.path)
    const state = await search.parts.probe.look(absolute)
    const isThere = ["folder", "file", "special", "unreadable", "broken-link"].includes(state.kind)
    if (isThere) return { ...reading, absolute, state }
  }
  return undefined
}

async function checkFound(search: Search, found: Found): Promise<Verdict> {
  const { parts, tool, asked } = search
  if (!isInside(parts, found.absolute)) return checkOutside(search, found)
  switch (found.state.kind) {
    case "folder":
      return found.undone.length === 0
        ? checkPattern(search)
        : repaired(search, { path: found.path }, notes.reading(asked, found.path))
    case "file":
      return checkFile(search, found.state.realPath, found.absolute)
    case "broken-link": {
      const link = asArgument(parts.directory, found.state.link)
      return refused(describeBrokenLink(tool, link, found.state.target))
    }
    case "unreadable":
      return refused(describeUnreadable(tool, asked))
    default:
      return refused(describeInvalid(tool, asked))
  }
}

/** ripgrep does not follow links that it meets, so a link to a file is searched at its real place. */
function checkFile(search: Search, realPath: string, absolute: string): Verdict {
  const { parts, asked } = search
  const argument = (target: string) => asArgument(parts.directory, target)
  if (search.tool === "glob") {
    return refused(describeGlobOfFile(asked, argument(path.dirname(absolute))))
  }
  const isLink = path.basename(realPath) !== path.basename(absolute)
  const file = isLink ? realPath : absolute
  if (!isInside(parts, file)) return refused(describeInvalid("grep", asked))
  const target = fileTarget(file, search.pattern)
  if (target.kind === "mismatch") return mismatch(search)
  const change = { path: argument(target.path), include: target.pattern }
  return repaired(search, change, notes.file(asked))
}

/** About a path outside nothing is said: the host's own question decides (X3). */
function checkOutside(
  search: Search,
  found: Reading & { readonly absolute: string; readonly state?: PathState },
): Verdict {
  const isFolder = found.state?.kind === "folder" || found.state?.kind === "unreadable"
  const change: Record<string, unknown> = {}
  if (found.undone.length > 0) change.path = found.absolute
  if (!isFolder && search.tool === "grep") {
    change.include = outsideInclude(found.absolute, search.pattern)
  }
  return Object.keys(change).length === 0 ? passing : { decision: rewrite(change) }
}

/** `/src` where the project has `src`: models write it for the project's root. */
async function checkProjectRoot(search: Search, last: Reading): Promise<Verdict | undefined> {
  const { parts, asked } = search
  if (!path.isAbsolute(last.path) || isInside(parts, last.path)) return undefined
  for (const root of workspaceRoots(parts)) {
    const meant = path.join(root, last.path)
    const state = await parts.probe.look(meant)
    if (state.kind === "file") return checkFile(search, state.realPath, meant)
    if (state.kind !== "folder") continue
    const argument = asArgument(parts.directory, meant)
    return repaired(search, { path: argument }, notes.reading(asked, argument))
  }
  return undefined
}

async function checkMissing(
  search: Search,
  missing: Reading & { readonly absolute: string },
): Promise<Verdict> {
  const { parts, tool } = search
  if (hasWildcard(missing.path)) {
    const verdict = await checkGlobPath(search, missing.path)
    if (verdict) return verdict
  }
  const list = listParts(search.asked)
  if (list) {
    const verdict = await checkList(search)
    if (verdict !== passing) return verdict
  }
  if (!isInside(parts, missing.absolute)) return checkMissingOutside(search, missing)
  const byCase = await matchCase(parts, missing.absolute)
  if (byCase !== undefined) return checkCase(search, byCase)
  const state = await parts.probe.look(missing.absolute)
  if (state.kind === "through-file") {
    const blocker = asArgument(parts.directory, state.blocker)
    return refused(describeThroughFile(tool, search.asked, blocker))
  }
  return missingVerdict(search, missing.absolute)
}

async function checkMissingOutside(
  search: Search,
  missing: Reading & { readonly absolute: string },
): Promise<Verdict> {
  const wanted = search.tool === "glob" ? "folder" : "any"
  const names = missing.absolute.split(path.sep).filter((name) => name !== "")
  const isWorthWhile = search.parts.isRepairing && names.length > 1
  const found = isWorthWhile ? await search.parts.suggest(missing.absolute, wanted) : []
  return found.length === 1
    ? missingVerdict(search, missing.absolute)
    : checkOutside(search, missing)
}

async function missingVerdict(search: Search, absolute: string): Promise<Verdict> {
  const { parts, tool, asked } = search
  const suggestions = await parts.suggest(absolute, tool === "glob" ? "folder" : "any")
  const nearest = await nearestFolder(parts, absolute)
  const names = suggestions.length === 0 ? await namesIn(parts.reader, nearest) : []
  return refused(
    describeMissing({
      tool,
      asked,
      resolved: absolute,
      suggestions,
      nearest: asArgument(parts.directory, nearest),
      names,
    }),
  )
}

async function matchCase(parts: GuardParts, absolute: string): Promise<string | undefined> {
  const root = workspaceRoots(parts).find((candidate) => isWithin(candidate, absolute))
  if (root === undefined) return undefined
  return matchIgnoringCase(parts.reader, root, path.relative(root, absolute).split(path.sep))
}

async function checkCase(search: Search, absolute: string): Promise<Verdict> {
  const state = await search.parts.probe.look(absolute)
  if (state.kind === "file") return checkFile(search, state.realPath, absolute)
  if (state.kind !== "folder") return missingVerdict(search, absolute)
  const argument = asArgument(search.parts.directory, absolute)
  return repaired(search, { path: argument }, notes.reading(search.asked, argument))
}

async function checkGlobPath(search: Search, asked: string): Promise<Verdict | undefined> {
  const { parts, tool, pattern, patternKey } = search
  const isFolder = async (prefix: string) =>
    (await parts.probe.look(resolve(search, prefix))).kind === "folder"
  const split = await splitBelowNames(asked, isFolder)
  if (split.rest === "") return undefined
  const folder = split.base === "" ? "." : split.base
  const isOutside = !isInside(parts, resolve(search, folder))
  if (!isOutside && !(await isFolder(folder))) return undefined
  const target: Rewritten =
    tool === "glob" ? globOfGlob(split, pattern ?? "**") : grepOfGlob(split, pattern)
  if (target.kind === "mismatch") return mismatch(search)
  const change = { path: target.path, [patternKey]: target.pattern }
  if (isOutside) return { decision: rewrite(change) }
  return repaired(search, change, notes.globPath(asked, target.path, patternKey, target.pattern))
}

/** Passes when the text is no list of existing paths after all. */
async function checkList(search: Search): Promise<Verdict> {
  const { parts, tool, asked } = search
  const list = listParts(asked) ?? []
  const states = await Promise.all(
    list.map(async (part) => ({ part, state: await parts.probe.look(resolve(search, part)) })),
  )
  const inside = states.filter(({ part }) => isInside(parts, resolve(search, part)))
  const existing = inside.filter(({ state }) => state.kind === "folder" || state.kind === "file")
  const isList = inside.length === states.length && existing.length > 0
  if (!isList || (existing.length === 1 && !asked.includes(","))) return passing
  const missing = states.filter((entry) => !existing.includes(entry)).map(({ part }) => part)
  const folders = existing.map(({ part }) => part)
  const areFolders = existing.every(({ state }) => state.kind === "folder")
  const include =
    tool === "grep" && areFolders ? includeForFolders(folders, search.pattern) : undefined
  const oneCall = include === undefined ? undefined : `path "." and include "${include}"`
  return refused(describeList({ tool, existing: folders, missing, oneCall }))
}

/** The path is fine; the pattern beside it may not be. */
async function checkPattern(search: Search): Promise<Verdict> {
  const { parts, tool, pattern, patternKey, asked } = search
  if (pattern === undefined) return passing
  const base = resolve(search, asked)
  const repair = repairPattern(pattern, { base, roots: workspaceRoots(parts) }) ?? { pattern }
  const below = repair.folder ?? base
  const used = isInside(parts, below)
    ? await escapeNames(repair.pattern, { ...parts, folder: below })
    : repair.pattern
  if (repair.folder === undefined) {
    if (used === pattern) return passing
    return repaired(search, { [patternKey]: used }, notes.pattern(patternKey, pattern, used))
  }
  const state = await parts.probe.look(repair.folder)
  if (state.kind !== "folder") return passing
  const folder = asArgument(parts.directory, repair.folder)
  const change = { path: folder, [patternKey]: used }
  if (!isInside(parts, repair.folder))
    return tool === "glob" ? { decision: rewrite(change) } : passing
  return repaired(search, change, notes.split(patternKey, pattern, folder, used))
}

function omitted(search: Search): Verdict {
  return repaired(search, { path: undefined }, notes.omitted(search.asked))
}

function repaired(search: Search, change: Record<string, unknown>, note: string): Verdict {
  const { parts, tool, asked, pattern } = search
  if (parts.isRepairing) return { decision: rewrite(change), note }
  const written = "path" in change ? asked : (pattern ?? asked)
  const meant = "path" in change ? { ...change, path: change.path ?? "." } : change
  return refused(describeRepairOff(tool, written, meant))
}

function mismatch(search: Search): Verdict {
  return refused(describeIncludeMismatch(search.asked, search.pattern ?? ""))
}

function refused(refusal: ReturnType<typeof describeMissing>): Verdict {
  return { decision: refuse(refusal) }
}

function resolve(search: Search, raw: string): string {
  return path.resolve(resolveAsHost(search.tool, search.parts, raw))
}

/** Lexical, as the host judges it: a link inside that leads outside is the user's own doing. */
function isInside(parts: GuardParts, absolute: string): boolean {
  return workspaceRoots(parts).some((root) => isWithin(root, absolute))
}

async function nearestFolder(parts: GuardParts, absolute: string): Promise<string> {
  let current = path.dirname(absolute)
  while (isInside(parts, current)) {
    if ((await parts.probe.look(current)).kind === "folder") return current
    current = path.dirname(current)
  }
  return parts.directory
}

async function namesIn(reader: FolderReader, folder: string): Promise<readonly string[]> {
  const entries = await reader.read(folder)
  return entries
    .filter((entry) => entry.name !== ".git")
    .map((entry) => (entry.kind === "folder" ? `${entry.name}/` : entry.name))
    .sort()
}
