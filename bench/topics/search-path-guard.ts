// Did-you-mean on a tree of 20,000 files with 200 mistakes, each on a cold list of names: how often the right path is
// among the three, and how long an answer takes.

import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { createFolderReader } from "../../src/features/search-path-guard/folder-reader.ts"
import { searchPathLimits } from "../../src/features/search-path-guard/limits.ts"
import { createSuggester } from "../../src/features/search-path-guard/suggester.ts"
import { systemClock } from "../../src/lib/clock.ts"
import { createTypoTree, writeTree } from "../../test/support/typo-tree.ts"
import type { Bench } from "../row.ts"

const typos = 200

export const bench: Bench = {
  topic: "search-path-guard",
  run: async () => {
    const root = mkdtempSync(path.join(os.tmpdir(), "workbench-names-"))
    try {
      const tree = createTypoTree({ seed: 7, folders: 1_500, files: 20_000 })
      writeTree(root, tree)
      const times: number[] = []
      let missed = 0
      for (const { asked, right, isFolder } of tree.typos(typos)) {
        const suggest = createColdSuggester(root)
        const start = performance.now()
        const found = await suggest(path.join(root, asked), isFolder ? "folder" : "any")
        times.push(performance.now() - start)
        if (!found.includes(right)) missed += 1
      }
      times.sort((left, right) => left - right)
      const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
      return [
        {
          name: `mistakes of ${typos} without the right path among three`,
          value: missed,
          unit: "count",
          limit: typos * 0.05,
        },
        { name: "suggestions, median", value: at(0.5), unit: "ms" },
        {
          name: "suggestions, 95 of 100",
          value: at(0.95),
          unit: "ms",
          limit: searchPathLimits.suggestMs,
        },
        { name: "suggestions, slowest", value: at(1), unit: "ms" },
      ]
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  },
}

function createColdSuggester(root: string) {
  const reader = createFolderReader({
    now: systemClock.now,
    keptMs: searchPathLimits.namesKeptMs,
    foldersMax: searchPathLimits.foldersReadMax,
    namesMax: searchPathLimits.namesMax,
  })
  const workspace = { directory: root, worktree: undefined }
  return createSuggester({
    workspace,
    clock: systemClock,
    reader,
    suggestMs: searchPathLimits.suggestMs,
  })
}
