// search-path-guard: searches answer about the path that was asked. Wiring only; the flows load with the first call.

import os from "node:os"
import { type BeforeDecision, pass } from "../../feature/decision.ts"
import { defineFeature } from "../../feature/feature.ts"
import { lazy } from "../../lib/lazy.ts"
import { hintSearchErrors } from "./error-hints.ts"
import { createFolderReader } from "./folder-reader.ts"
import { searchPathLimits } from "./limits.ts"
import { searchPathOptions } from "./options.ts"
import { diskProbe } from "./probe.ts"
import { noteResult } from "./result.ts"
import { createSuggester } from "./suggester.ts"

const searchTools: readonly string[] = ["grep", "glob"]

export const searchPathGuard = defineFeature({
  name: "search-path-guard",
  summary: "Searches answer about the path that was asked.",
  options: searchPathOptions,
  opens: [],
  restricts: [],
  actsOn: ["grep", "glob", "read"],
  create: (context, options) => {
    const { host, clock, environment } = context
    const reader = createFolderReader({
      now: clock.now,
      keptMs: searchPathLimits.namesKeptMs,
      foldersMax: searchPathLimits.foldersReadMax,
      namesMax: searchPathLimits.namesMax,
    })
    const { suggestMs } = options
    const find = createSuggester({ workspace: host, clock, reader, suggestMs })
    const suggest: typeof find = async (missing, wanted) =>
      options.suggest ? find(missing, wanted) : []
    const place = { directory: host.directory, worktree: host.worktree, probe: diskProbe }
    const parts = {
      ...place,
      reader,
      suggest,
      home: environment.HOME ?? environment.USERPROFILE ?? os.homedir(),
      isRepairing: options.repair,
    }
    const repairs = new Map<string, string>()
    const searches = lazy(() => import("./guard.ts"))
    const reads = lazy(() => import("./read.ts"))
    return {
      beforeTool: async (call): Promise<BeforeDecision> => {
        if (context.privateSessions.has(call.sessionId)) return pass
        if (call.tool === "read") {
          return options.read ? (await reads.load()).checkRead(parts, call) : pass
        }
        if (!searchTools.includes(call.tool)) return pass
        const { checkSearch } = await searches.load()
        const { decision, note } = await checkSearch(parts, call)
        if (note !== undefined) remember(repairs, call.callId, note)
        return decision
      },
      afterTool: async (call, result) => {
        if (!searchTools.includes(call.tool)) return undefined
        const repair = repairs.get(call.callId)
        repairs.delete(call.callId)
        const note = await noteResult(place, call, { result, repair })
        return note === undefined ? undefined : { output: result.output + note }
      },
      onMessages: hintSearchErrors,
      onEvent: (event) => {
        if (event.type === "tool-failed") repairs.delete(event.callId)
      },
    }
  },
})

function remember(repairs: Map<string, string>, callId: string, note: string): void {
  repairs.set(callId, note)
  for (const oldest of repairs.keys()) {
    if (repairs.size <= searchPathLimits.pendingNotesMax) break
    repairs.delete(oldest)
  }
}
