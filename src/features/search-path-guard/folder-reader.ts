// Reads folder listings for suggestions: bounded in number, kept for a few seconds, never throwing.
// Works without ripgrep and without git.

import { readdir } from "node:fs/promises"
import path from "node:path"

export interface FolderEntry {
  readonly name: string
  readonly kind: "folder" | "file" | "link"
}

export interface FolderReader {
  /** Entries of an absolute folder; empty where it cannot be read. */
  read(folder: string): Promise<readonly FolderEntry[]>
}

export interface FolderReaderOptions {
  readonly now: () => number
  readonly keptMs: number
  readonly foldersMax: number
  readonly namesMax: number
}

interface Listing {
  readonly entries: Promise<readonly FolderEntry[]>
  readonly readAt: number
}

/** Listings older than `keptMs` are read again; all are dropped when the bounds are reached. */
export function createFolderReader(options: FolderReaderOptions): FolderReader {
  const listings = new Map<string, Listing>()
  let names = 0
  return {
    read: async (folder) => {
      const known = listings.get(folder)
      if (known && options.now() - known.readAt <= options.keptMs) return known.entries
      if (listings.size >= options.foldersMax || names >= options.namesMax) {
        listings.clear()
        names = 0
      }
      const entries = readFolder(folder)
      listings.set(folder, { entries, readAt: options.now() })
      names += (await entries).length
      return entries
    },
  }
}

async function readFolder(folder: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.map((entry) => ({
    name: entry.name,
    kind: entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "file",
  }))
}

/** The names that the file system gives for `segments`, ignoring case and Unicode form, where each has exactly one. */
export async function matchIgnoringCase(
  reader: FolderReader,
  root: string,
  segments: readonly string[],
): Promise<string | undefined> {
  let current = root
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue
    if (segment === "..") return undefined
    const entries = await reader.read(current)
    const exact = entries.some((entry) => entry.name === segment)
    const folded = fold(segment)
    const similar = entries.filter((entry) => fold(entry.name) === folded)
    const name = exact ? segment : similar.length === 1 ? similar[0]?.name : undefined
    if (name === undefined) return undefined
    current = path.join(current, name)
  }
  return current
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase()
}
