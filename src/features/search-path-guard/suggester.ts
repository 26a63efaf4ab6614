// Finds argument values for a missing path within the time limit. Names come from inside the project only (X3).

import path from "node:path"
import type { Clock } from "../../lib/clock.ts"
import { isWithin, judgeInside, type Workspace, workspaceRoots } from "../../lib/inside.ts"
import type { FolderReader } from "./folder-reader.ts"
import { asArgument } from "./host-path.ts"
import { searchPathLimits } from "./limits.ts"
import { findTail, type SuggestRequest, suggestPaths, type WantedKind } from "./suggest.ts"

export interface SuggesterParts {
  readonly workspace: Workspace
  readonly clock: Clock
  readonly reader: FolderReader
  /** Milliseconds for one answer. */
  readonly suggestMs: number
}

/**
 * Returns a function that names up to three existing paths for an absolute one that is missing. For a path outside
 * the project that is the one path inside with the same end, if there is exactly one; else nothing.
 */
export function createSuggester(
  parts: SuggesterParts,
): (missing: string, wanted: WantedKind) => Promise<readonly string[]> {
  return async (missing, wanted) => {
    const timer = new AbortController()
    const time = parts.clock.sleep(parts.suggestMs, timer.signal).then(() => [])
    time.catch(() => undefined)
    try {
      return await Promise.race([find(parts, missing, wanted), time])
    } finally {
      timer.abort()
    }
  }
}

async function find(
  parts: SuggesterParts,
  missing: string,
  wanted: WantedKind,
): Promise<readonly string[]> {
  const { workspace, reader } = parts
  const roots = orderedRoots(workspace, missing)
  const home = roots.find((root) => isWithin(root, missing))
  const segments = segmentsBelow(home ?? path.parse(missing).root, missing)
  const request = createRequest(parts, { roots, segments, wanted })
  const found =
    home === undefined
      ? uniqueTail(await findTail(reader, request))
      : (await suggestPaths(reader, request)).map((suggestion) => suggestion.path)
  const inside = await Promise.all(found.map((file) => judgeInside(file, workspace)))
  return found
    .filter((_, index) => inside[index]?.kind === "inside")
    .map((file) => asArgument(workspace.directory, file))
}

function createRequest(
  parts: SuggesterParts,
  asked: Pick<SuggestRequest, "roots" | "segments" | "wanted">,
): SuggestRequest {
  const { suggestionsMax, foldersReadMax, namesMax } = searchPathLimits
  // The answer has to be put together too, so the search itself ends a little earlier.
  const endsAt = parts.clock.now() + parts.suggestMs * 0.8
  return {
    ...asked,
    suggestionsMax,
    foldersReadMax,
    namesMax,
    isLate: () => parts.clock.now() >= endsAt,
  }
}

/** The session directory first, then the worktree around it. */
function orderedRoots(workspace: Workspace, missing: string): readonly string[] {
  const roots = workspaceRoots(workspace)
  const [directory = workspace.directory, worktree] = roots
  if (worktree === undefined) return [directory]
  const isBelow = isWithin(directory, missing) || !isWithin(worktree, missing)
  return isBelow && !isWithin(worktree, directory) ? roots : [worktree]
}

function segmentsBelow(root: string, missing: string): readonly string[] {
  const names = path
    .relative(root, missing)
    .split(/[\\/]/)
    .filter((name) => name !== "")
  return names.slice(-searchPathLimits.segmentsMax)
}

function uniqueTail(tail: Awaited<ReturnType<typeof findTail>>): readonly string[] {
  return tail.isComplete && tail.matches.length === 1 ? tail.matches : []
}
