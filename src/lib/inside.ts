// The one answer to "is this path inside the workspace?" (X1): for patches, searches, rewriting and spilling.
// Judged on real paths of the nearest existing ancestor, so that a symlink cannot lead outside.

import { realpath } from "node:fs/promises"
import path from "node:path"

/** Folders that count as inside. Without git the host reports worktree `/`, which counts as none. */
export interface Workspace {
  readonly directory: string
  readonly worktree: string | undefined
}

/**
 * - `inside`: `path` is the absolute path as asked, `realPath` the same with links resolved.
 * - `outside`: the path itself lies outside.
 * - `escapes`: the path looks inside, but a symlink on it leads outside.
 */
export type InsideVerdict =
  | { readonly kind: "inside"; readonly path: string; readonly realPath: string }
  | { readonly kind: "outside"; readonly path: string; readonly realPath: string }
  | { readonly kind: "escapes"; readonly path: string; readonly realPath: string }

/** Resolves `candidate` against the directory and judges it. Never throws for a missing path. */
export async function judgeInside(candidate: string, workspace: Workspace): Promise<InsideVerdict> {
  const absolute = path.resolve(workspace.directory, candidate)
  const roots = workspaceRoots(workspace)
  const realRoots = await Promise.all(roots.map(realPathOfNearest))
  const realPath = await realPathOfNearest(absolute)
  const isLexical = [...roots, ...realRoots].some((root) => isWithin(root, absolute))
  const isReal = realRoots.some((root) => isWithin(root, realPath))
  if (isReal) return { kind: "inside", path: absolute, realPath }
  return { kind: isLexical ? "escapes" : "outside", path: absolute, realPath }
}

/** The folders that count: the session directory, and the worktree unless it is a file system root. */
export function workspaceRoots(workspace: Workspace): readonly string[] {
  const directory = path.resolve(workspace.directory)
  if (workspace.worktree === undefined) return [directory]
  const worktree = path.resolve(workspace.worktree)
  const isRoot = worktree === path.parse(worktree).root
  return isRoot || worktree === directory ? [directory] : [directory, worktree]
}

/** Lexical containment of absolute paths; a folder contains itself. */
export function isWithin(root: string, candidate: string): boolean {
  const relative = path.relative(root, candidate)
  return relative === "" || (!isParentStep(relative) && !path.isAbsolute(relative))
}

function isParentStep(relative: string): boolean {
  return relative === ".." || relative.startsWith(`..${path.sep}`)
}

/** Real path of the nearest existing ancestor, with the missing rest appended. */
export async function realPathOfNearest(absolute: string): Promise<string> {
  const missing: string[] = []
  let current = path.resolve(absolute)
  for (;;) {
    const resolved = await realpath(current).catch(() => undefined)
    if (resolved !== undefined) return path.join(resolved, ...missing)
    const parent = path.dirname(current)
    if (parent === current) return path.join(current, ...missing)
    missing.unshift(path.basename(current))
    current = parent
  }
}
