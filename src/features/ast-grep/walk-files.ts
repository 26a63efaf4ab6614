// Lists files as ripgrep would where ripgrep is missing: ignore files of every level count, `.git` does not,
// symbolic links are not followed, hidden files are listed.

import type { Dirent } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import path from "node:path"
import type { Ignore } from "ignore"

interface IgnoreLayer {
  /** Absolute folder that the patterns are relative to. */
  readonly folder: string
  readonly rules: Ignore
}

interface Walk {
  readonly create: () => Ignore
  /** `.gitignore` counts inside a git repository only. */
  readonly ignoreFiles: readonly string[]
  readonly files: string[]
  readonly filesMax: number
  readonly signal: AbortSignal
}

/** Absolute paths of all files below `root`, at most `filesMax + 1` of them, in no order. */
export async function walkFiles(
  root: string,
  filesMax: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { default: create } = await import("ignore")
  const repository = await findRepository(root)
  const ignoreFiles = [".rgignore", ".ignore", ...(repository === undefined ? [] : [".gitignore"])]
  const walk: Walk = { create, ignoreFiles, files: [], filesMax, signal }
  const layers = repository === undefined ? [] : await outerLayers(walk, repository, root)
  // A folder that was named although it is ignored is searched all the same.
  const isIgnored = isIgnoredBy(layers, root, true)
  await walkFolder(walk, root, isIgnored ? [] : layers)
  return walk.files
}

async function walkFolder(walk: Walk, folder: string, outer: readonly IgnoreLayer[]) {
  walk.signal.throwIfAborted()
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const layers = [...(await ownLayers(walk, folder, entries)), ...outer]
  for (const entry of entries) {
    if (walk.files.length > walk.filesMax) return
    const file = path.join(folder, entry.name)
    const isFolder = entry.isDirectory()
    if (!(isFolder || entry.isFile()) || entry.name === ".git") continue
    if (isIgnoredBy(layers, file, isFolder)) continue
    if (isFolder) await walkFolder(walk, file, layers)
    else walk.files.push(file)
  }
}

/** The innermost layer that has an opinion decides. */
function isIgnoredBy(layers: readonly IgnoreLayer[], file: string, isFolder: boolean): boolean {
  for (const { folder, rules } of layers) {
    const relative = path.relative(folder, file).split(path.sep).join("/")
    if (relative === "" || relative.startsWith("..")) continue
    const verdict = rules.test(isFolder ? `${relative}/` : relative)
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}

async function ownLayers(
  walk: Walk,
  folder: string,
  entries: readonly Dirent[],
): Promise<readonly IgnoreLayer[]> {
  const names = new Set(entries.map((entry) => entry.name))
  const present = walk.ignoreFiles.filter((name) => names.has(name))
  const layers = present.map((name) => readLayer(walk, folder, path.join(folder, name)))
  return (await Promise.all(layers)).filter((layer) => layer !== undefined)
}

/** Ignore files from the repository down to the folder above `root`, the innermost first. */
async function outerLayers(walk: Walk, repository: string, root: string) {
  const layers: IgnoreLayer[] = []
  for (let folder = root; folder !== repository; ) {
    folder = path.dirname(folder)
    for (const name of walk.ignoreFiles) {
      const layer = await readLayer(walk, folder, path.join(folder, name))
      if (layer) layers.push(layer)
    }
  }
  const exclude = path.join(repository, ".git", "info", "exclude")
  const own = await readLayer(walk, repository, exclude)
  return own ? [...layers, own] : layers
}

async function readLayer(
  walk: Walk,
  folder: string,
  file: string,
): Promise<IgnoreLayer | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined)
  return text === undefined ? undefined : { folder, rules: walk.create().add(text) }
}

async function findRepository(start: string): Promise<string | undefined> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const marker = await stat(path.join(folder, ".git")).catch(() => undefined)
    if (marker !== undefined) return folder
    if (path.dirname(folder) === folder) return undefined
  }
}
