// Fills the record of seen files from the host's own file tools, after the formatter ran (P12).

import { readFile, stat } from "node:fs/promises"
import type { FeatureParts } from "../feature/feature.ts"
import { judgeInside, type Workspace } from "../lib/inside.ts"
import { readString } from "../lib/json.ts"
import { type SeenFiles, seenLimits } from "./seen-files.ts"

/** Host tools that name one file in `filePath`; apply_patch records its own files. */
const fileTools: readonly string[] = ["read", "write", "edit"]

export function observeTools(seen: SeenFiles, workspace: Workspace): FeatureParts {
  return {
    afterTool: async (call) => {
      const filePath = readString(call.args, "filePath")
      if (!fileTools.includes(call.tool) || filePath === undefined) return undefined
      const { realPath } = await judgeInside(filePath, workspace)
      const bytes = await readSmallFile(realPath)
      if (bytes) seen.record(call.sessionId, realPath, bytes)
      return undefined
    },
    onEvent: (event) => {
      if (event.type === "session-deleted") seen.forget(event.sessionId)
    },
  }
}

/** Directories, missing files and files over the budget are not recorded. */
async function readSmallFile(file: string): Promise<Uint8Array | undefined> {
  try {
    const info = await stat(file)
    const isReadable = info.isFile() && info.size <= seenLimits.bytesPerSessionMax
    return isReadable ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}
