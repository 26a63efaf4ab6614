// The places that a call searches: resolved, judged inside or outside (X1), and asked for as the host's own
// search asks: `grep` with the query, `external_directory` for every place outside.

import { stat } from "node:fs/promises"
import path from "node:path"
import type { ToolContext } from "../../feature/tool-spec.ts"
import { judgeInside, type Workspace } from "../../lib/inside.ts"
import { nearestName } from "../../lib/nearest-name.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { SearchRoot } from "./list-files.ts"

export interface ScopeRequest {
  readonly paths: readonly string[]
  readonly workspace: Workspace
  readonly tool: ToolContext
  /** Names next to a missing path, from inside only. */
  listNames(folder: string): Promise<readonly string[]>
}

export interface Scope {
  readonly roots: readonly SearchRoot[]
  /** Real paths of the roots that lie outside and were allowed. */
  readonly allowedOutside: readonly string[]
}

/** Throws Refusal AST_PATH_MISSING, or the host's denial. */
export async function resolveScope(request: ScopeRequest): Promise<Scope> {
  const roots: SearchRoot[] = []
  const allowedOutside: string[] = []
  for (const asked of request.paths) {
    const { folder, glob } = await splitGlob(asked, request.workspace)
    const verdict = await judgeInside(folder, request.workspace)
    const info = await stat(verdict.realPath).catch(() => undefined)
    if (verdict.kind !== "inside") {
      await askOutside(request.tool, verdict.realPath, info?.isDirectory() ?? false)
      allowedOutside.push(verdict.realPath)
    }
    if (!info) throw await missing(request, asked, verdict.path, verdict.kind === "inside")
    const globs = glob === undefined ? [] : [glob]
    roots.push({ path: verdict.path, isFolder: info.isDirectory(), globs })
  }
  return { roots, allowedOutside }
}

/** `src/**\/*.ts` as a path is the folder `src` with a glob, unless a file has that very name. */
async function splitGlob(
  asked: string,
  workspace: Workspace,
): Promise<{ readonly folder: string; readonly glob: string | undefined }> {
  const parts = asked.split("/")
  const first = parts.findIndex((part) => /[*?{]/.test(part))
  const whole = { folder: asked === "" ? "." : asked, glob: undefined }
  if (first === -1) return whole
  const isThere = await stat(path.resolve(workspace.directory, asked)).catch(() => undefined)
  if (isThere) return whole
  const folder = parts.slice(0, first).join("/")
  const root = asked.startsWith("/") ? "/" : "."
  return { folder: folder === "" ? root : folder, glob: parts.slice(first).join("/") }
}

async function askOutside(tool: ToolContext, target: string, isFolder: boolean): Promise<void> {
  const parentDir = isFolder ? target : path.dirname(target)
  const pattern = path.join(parentDir, "*").replaceAll("\\", "/")
  await tool.ask({
    permission: "external_directory",
    patterns: [pattern],
    always: [pattern],
    metadata: { filepath: target, parentDir },
  })
}

async function missing(
  request: ScopeRequest,
  asked: string,
  absolute: string,
  isInside: boolean,
): Promise<Refusal> {
  const folder = path.dirname(absolute)
  const listed = isInside ? await request.listNames(folder).catch(() => []) : []
  // A link that leads nowhere is listed and yet not there.
  const names = listed.filter((name) => name !== path.basename(absolute))
  const nearest = nearestName(path.basename(absolute), names)
  const suggestion = nearest === undefined ? "" : ` The nearest name there is ${nearest}.`
  return new Refusal(
    "AST_PATH_MISSING",
    `There is no ${asked} (looked for ${absolute}).${suggestion}`,
    "Give paths that exist, relative to the session directory or absolute.",
  )
}
