// The right path is among the three suggestions in at least 95 of 100 mistakes, on a tree of 20,000 files.
// Without a clock: how long it takes is a benchmark.

import path from "node:path"
import { expect, test } from "vitest"
import type {
  FolderEntry,
  FolderReader,
} from "../../src/features/search-path-guard/folder-reader.ts"
import { searchPathLimits } from "../../src/features/search-path-guard/limits.ts"
import { suggestPaths } from "../../src/features/search-path-guard/suggest.ts"
import { createTypoTree, type TypoTree } from "../support/typo-tree.ts"

const isLong = process.env.WORKBENCH_LONG === "1"
const { suggestionsMax, foldersReadMax, namesMax } = searchPathLimits

test("of generated mistakes at least 95 % are answered with the right path", async () => {
  const tree = createTypoTree({ seed: 7, folders: 1_500, files: 20_000 })
  const reader = readerOf(tree)
  const typos = tree.typos(isLong ? 1_000 : 100)
  const wrong: string[] = []
  for (const { asked, right, isFolder, kind } of typos) {
    const found = await suggestPaths(reader, {
      roots: ["/p"],
      segments: asked.split("/"),
      wanted: isFolder ? "folder" : "any",
      suggestionsMax,
      foldersReadMax,
      namesMax,
      isLate: () => false,
    })
    const isFound = found.some((suggestion) => suggestion.path === path.posix.join("/p", right))
    if (!isFound) wrong.push(`${kind}: ${asked} for ${right}`)
  }
  expect(wrong.length).toBeLessThanOrEqual(typos.length * 0.05)
})

function readerOf(tree: TypoTree): FolderReader {
  const listings = new Map<string, FolderEntry[]>()
  const add = (at: string, kind: FolderEntry["kind"]) => {
    const folder = path.posix.join("/p", path.posix.dirname(at))
    const entries = listings.get(folder) ?? []
    entries.push({ name: path.posix.basename(at), kind })
    listings.set(folder, entries)
  }
  for (const folder of tree.folders.slice(1)) add(folder, "folder")
  for (const file of tree.files) add(file, "file")
  return { read: async (folder) => listings.get(folder) ?? [] }
}
