// "Did you mean": existing paths that are near to a missing one. Two searches share one budget: from the root
// along the asked segments, cheapest mistake first; then the end of the path anywhere in the tree.

import path from "node:path"
import type { FolderEntry, FolderReader } from "./folder-reader.ts"
import { type AskedName, nameCost, prepareName } from "./similarity.ts"
import { isHeavy, type WalkBounds, walkTree } from "./tree-walk.ts"

export type WantedKind = "folder" | "file" | "any"

export interface SuggestRequest extends WalkBounds {
  /** The asked path below the first root, as segments. */
  readonly segments: readonly string[]
  readonly wanted: WantedKind
  readonly suggestionsMax: number
}

export interface Suggestion {
  /** Absolute path. */
  readonly path: string
  /** 0 is equal; below 0.6 most readers would agree. */
  readonly cost: number
}

const costs = {
  /** The asked path has a segment that the right one lacks. */
  segmentTooMany: 0.6,
  /** The asked path lacks a segment of the right one. */
  segmentMissing: 0.5,
  /** Found somewhere else in the tree. */
  moved: 0.3,
  /** A file where a folder is more likely. */
  fileForFolder: 0.05,
  /** Above this the guided search gives up. */
  max: 0.85,
  /** Below this the best find is good enough to end the search. */
  sure: 0.4,
  /** Above this the whole tree is looked at too. */
  doubtful: 0.62,
} as const

export async function suggestPaths(
  reader: FolderReader,
  request: SuggestRequest,
): Promise<readonly Suggestion[]> {
  const guided = await followSegments(reader, request)
  const isDoubtful = (guided[0]?.cost ?? 1) > costs.doubtful
  const moved = isDoubtful && !request.isLate() ? await findAnywhere(reader, request) : []
  return best([...guided, ...moved], request.suggestionsMax)
}

interface Node {
  readonly folder: string
  /** Segments used so far. */
  readonly used: number
  readonly inserted: number
  readonly cost: number
}

async function followSegments(
  reader: FolderReader,
  request: SuggestRequest,
): Promise<readonly Suggestion[]> {
  const asked = request.segments.map(prepareName)
  const queue = createQueue()
  for (const [index, folder] of request.roots.entries()) {
    queue.add({ folder, used: 0, inserted: 0, cost: index * 0.02 })
  }
  const found: Suggestion[] = []
  const seen = new Set<string>()
  for (let reads = 0; reads < request.foldersReadMax && !request.isLate(); reads++) {
    const node = queue.take()
    if (node === undefined || isEnough(found, node.cost, request.suggestionsMax)) break
    const key = `${node.used} ${node.folder}`
    if (seen.has(key)) continue
    seen.add(key)
    const entries = await reader.read(node.folder)
    found.push(...matchesIn(entries, node, asked, request.wanted))
    for (const next of nextNodes(entries, node, asked)) queue.add(next)
  }
  return best(found, request.suggestionsMax)
}

function isEnough(found: readonly Suggestion[], nextCost: number, wantedCount: number): boolean {
  if (nextCost > costs.max) return true
  const ordered = found.map((suggestion) => suggestion.cost).sort((left, right) => left - right)
  const first = ordered[0]
  if (first !== undefined && first <= costs.sure && nextCost > first + 0.3) return true
  const last = ordered[wantedCount - 1]
  return last !== undefined && last <= nextCost
}

/** Nodes by cost in steps of 0.05: adding and taking cost the same however many wait. */
function createQueue(): { add(node: Node): void; take(): Node | undefined } {
  const buckets: Node[][] = []
  return {
    add: (node) => {
      const index = Math.round(node.cost * 20)
      const bucket = buckets[index] ?? []
      buckets[index] = bucket
      bucket.push(node)
    },
    take: () => buckets.find((bucket) => bucket !== undefined && bucket.length > 0)?.pop(),
  }
}

function matchesIn(
  entries: readonly FolderEntry[],
  node: Node,
  asked: readonly AskedName[],
  wanted: WantedKind,
): Suggestion[] {
  const last = asked[node.used]
  if (last === undefined || node.used !== asked.length - 1) return []
  return entries.flatMap((entry) => {
    if (!isWanted(entry, wanted)) return []
    const cost = nameCost(last, entry.name)
    if (cost === undefined || node.cost + cost > costs.max) return []
    const penalty = entry.kind === "file" && !last.name.includes(".") ? costs.fileForFolder : 0
    return [{ path: path.join(node.folder, entry.name), cost: node.cost + cost + penalty }]
  })
}

function nextNodes(
  entries: readonly FolderEntry[],
  node: Node,
  asked: readonly AskedName[],
): Node[] {
  const next = asked[node.used]
  if (next === undefined) return []
  const isLast = node.used === asked.length - 1
  const nodes: Node[] = []
  for (const entry of entries) {
    if (entry.kind === "file") continue
    const folder = path.join(node.folder, entry.name)
    const cost = isLast ? undefined : nameCost(next, entry.name)
    if (cost !== undefined) {
      nodes.push({ ...node, folder, used: node.used + 1, cost: node.cost + cost })
    }
    if (cost !== 0 && node.inserted < 2 && entry.kind === "folder" && !isHeavy(entry.name)) {
      const inserted = node.inserted + 1
      nodes.push({ ...node, folder, inserted, cost: node.cost + costs.segmentMissing })
    }
  }
  if (!isLast) nodes.push({ ...node, used: node.used + 1, cost: node.cost + costs.segmentTooMany })
  return nodes.filter((candidate) => candidate.cost <= costs.max)
}

/** Compares the end of the asked path with the end of each path of the tree. */
async function findAnywhere(
  reader: FolderReader,
  request: SuggestRequest,
): Promise<readonly Suggestion[]> {
  const asked = request.segments.map(prepareName)
  const last = asked.at(-1)
  if (last === undefined) return []
  const found: Suggestion[] = []
  await walkTree(reader, request, (entry, { folder, root }) => {
    const cost = isWanted(entry, request.wanted) ? nameCost(last, entry.name) : undefined
    if (cost === undefined || cost >= costs.sure) return
    const file = path.join(folder, entry.name)
    found.push({ path: file, cost: cost + parentCost(asked, path.relative(root, file)) })
  })
  return found
}

/** Between 0.3, when all asked parents stand above the find too, and 0.8, when none does. */
function parentCost(asked: readonly AskedName[], found: string): number {
  const parents = asked.slice(0, -1)
  const names = found.split(path.sep).slice(0, -1)
  let matched = 0
  while (matched < parents.length) {
    const parent = parents.at(-1 - matched)
    const name = names.at(-1 - matched)
    if (parent === undefined || name === undefined || nameCost(parent, name) === undefined) break
    matched += 1
  }
  const missing = parents.length === 0 ? 0 : 1 - matched / parents.length
  return costs.moved + costs.segmentMissing * missing
}

function isWanted(entry: FolderEntry, wanted: WantedKind): boolean {
  if (wanted === "any" || entry.kind === "link") return true
  return entry.kind === wanted
}

function best(found: readonly Suggestion[], count: number): readonly Suggestion[] {
  const cheapest = new Map<string, number>()
  for (const { path: file, cost } of found) {
    cheapest.set(file, Math.min(cost, cheapest.get(file) ?? cost))
  }
  return [...cheapest]
    .map(([file, cost]) => ({ path: file, cost }))
    .sort((left, right) => left.cost - right.cost || compareText(left.path, right.path))
    .slice(0, count)
}

function compareText(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1)
}

export interface TailMatch {
  readonly matches: readonly string[]
  /** False when the tree was not seen whole, so that "exactly one" cannot be claimed. */
  readonly isComplete: boolean
}

/** Existing paths that end as the asked path ends, by the longest such end. */
export async function findTail(reader: FolderReader, request: SuggestRequest): Promise<TailMatch> {
  const last = request.segments.at(-1)
  if (last === undefined) return { matches: [], isComplete: true }
  let longest = 0
  let matches: string[] = []
  const isComplete = await walkTree(reader, request, (entry, { folder }) => {
    if (entry.name !== last || !isWanted(entry, request.wanted)) return
    const file = path.join(folder, entry.name)
    const length = commonTail(request.segments, file.split(path.sep))
    if (length > longest) matches = []
    if (length >= longest) matches.push(file)
    longest = Math.max(longest, length)
  })
  return { matches: [...new Set(matches)], isComplete }
}

function commonTail(left: readonly string[], right: readonly string[]): number {
  let length = 0
  while (length < left.length && left.at(-1 - length) === right.at(-1 - length)) length += 1
  return length
}
