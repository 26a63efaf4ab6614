// Visits a tree of folders breadth first, within bounds. Links are shown but not followed, heavy folders not opened.

import path from "node:path"
import type { FolderEntry, FolderReader } from "./folder-reader.ts"

export interface WalkBounds {
  readonly roots: readonly string[]
  readonly foldersReadMax: number
  readonly namesMax: number
  /** True as soon as the time is up. */
  isLate(): boolean
}

export interface Place {
  readonly root: string
  readonly folder: string
}

/** Folders that nobody means unless they name them. */
const heavyFolders: readonly string[] = [
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "dist",
  "build",
  "target",
  "vendor",
  ".venv",
  "venv",
  "__pycache__",
  ".cache",
  ".next",
  "coverage",
]

export function isHeavy(name: string): boolean {
  return heavyFolders.includes(name)
}

/** Folders read at the same time: enough to keep the runtime's threads for files busy. */
const readsAtOnce = 32

/** True when every entry was visited, false when a bound ended the walk. */
export async function walkTree(
  reader: FolderReader,
  bounds: WalkBounds,
  visit: (entry: FolderEntry, place: Place) => void,
): Promise<boolean> {
  const queue: Place[] = bounds.roots.map((root) => ({ root, folder: root }))
  let names = 0
  let position = 0
  while (position < queue.length) {
    if (bounds.isLate() || position > bounds.foldersReadMax || names > bounds.namesMax) return false
    const batch = queue.slice(position, position + readsAtOnce)
    position += batch.length
    const listings = await Promise.all(batch.map((place) => reader.read(place.folder)))
    for (const [index, place] of batch.entries()) {
      const entries = listings[index] ?? []
      names += entries.length
      for (const entry of entries) visit(entry, place)
      queue.push(...openFolders(entries, place))
    }
  }
  return true
}

function openFolders(entries: readonly FolderEntry[], { root, folder }: Place): readonly Place[] {
  return entries
    .filter((entry) => entry.kind === "folder" && !isHeavy(entry.name))
    .map((entry) => ({ root, folder: path.join(folder, entry.name) }))
}
