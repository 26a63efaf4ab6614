// Queries: who a name means, what runs where, and snapshots for answers. Nothing here changes the board.

import { nearestName } from "../lib/nearest-name.ts"
import type { Board } from "./board.ts"
import type { TaskView } from "./effect.ts"
import type { Job } from "./job.ts"
import { boardTimes } from "./limits.ts"

export type Target =
  | { readonly kind: "job"; readonly job: Job }
  | { readonly kind: "deleted" }
  | { readonly kind: "foreign" }
  | {
      readonly kind: "unknown"
      /** The most similar name among the parent's own tasks. */
      readonly nearest: string | undefined
    }

/**
 * A task id or alias, seen from one parent: only its own tasks resolve (T1). Blanks around the name and the case of an
 * alias do not count: aliases are given in lower case.
 */
export function findTarget(board: Board, parentId: string, name: string): Target {
  const taskId = name.trim()
  const byId = board.jobs.get(taskId)
  if (byId) return byId.parentId === parentId ? { kind: "job", job: byId } : { kind: "foreign" }
  if (board.tombstones.has(taskId)) return { kind: "deleted" }
  const children = childrenOf(board, parentId)
  const job = children.find((child) => child.alias === taskId.toLowerCase())
  if (job) return { kind: "job", job }
  const names = children.flatMap((child) => [child.alias, child.taskId])
  return { kind: "unknown", nearest: nearestName(taskId, names) }
}

/** Tasks of a parent in order of launch. */
export function childrenOf(board: Board, parentId: string): Job[] {
  const parent = board.parents.get(parentId)
  if (!parent) return []
  const jobs: Job[] = []
  for (const taskId of parent.children) {
    const job = board.jobs.get(taskId)
    if (job) jobs.push(job)
  }
  return jobs
}

/** Running tasks of a session. */
export function countLive(board: Board, parentId: string): number {
  let count = 0
  for (const job of childrenOf(board, parentId)) if (job.state === "running") count += 1
  return count
}

/** Running tasks, launches on their way and reservations, which all count against the caps. */
export function countOccupied(board: Board, parentId: string): number {
  let count = board.parents.get(parentId)?.reservations.size ?? 0
  for (const job of childrenOf(board, parentId)) if (isOccupying(board, job)) count += 1
  return count + countCreating(board, parentId)
}

export function countOccupiedBelow(board: Board, rootId: string): number {
  let count = 0
  const parentIds = new Set([rootId])
  for (const job of board.jobs.values()) {
    if (job.rootId !== rootId) continue
    // A task that is just starting its first own one has no child yet.
    parentIds.add(job.parentId).add(job.taskId)
    if (isOccupying(board, job)) count += 1
  }
  for (const parentId of parentIds) {
    count += board.parents.get(parentId)?.reservations.size ?? 0
    count += countCreating(board, parentId)
  }
  return count
}

function isOccupying(board: Board, job: Job): boolean {
  if (job.state === "running") return true
  if (job.nativeCalls.size > 0) return true
  const lease = board.leases.get(job.taskId)
  return lease?.kind === "revive" || (lease?.kind === "cancel" && lease.plan !== undefined)
}

function countCreating(board: Board, parentId: string): number {
  let count = 0
  for (const call of board.calls.values()) {
    if (call.request.caller !== parentId || !call.batch) continue
    for (const entry of call.batch) if (entry.phase === "creating") count += 1
  }
  return count
}

export function viewOf(board: Board, job: Job, now: number): TaskView {
  const lease = board.leases.get(job.taskId)
  return {
    taskId: job.taskId,
    parentId: job.parentId,
    alias: job.alias,
    agent: job.agent,
    description: job.description,
    generation: job.generation,
    origin: job.origin,
    isBackground: job.isBackground,
    isForeign: job.isForeign,
    state: job.state,
    ending: job.ending,
    baseline: job.baseline,
    uncertain: job.uncertain,
    cancelRequested: job.cancelRequested,
    blocked: job.blocked,
    tool: job.tool,
    launchedAt: job.launchedAt,
    lastActivityAt: job.lastActivityAt,
    possiblyStuck: isStuck(job, now),
    deadlineAt: job.deadlineAt,
    acknowledgement: job.acknowledgement,
    liveChildren: countLive(board, job.taskId),
    blockedBelow: findBlockedBelow(board, job.taskId),
    lease: lease && { kind: lease.kind, openedAt: lease.openedAt },
  }
}

function findBlockedBelow(board: Board, parentId: string): TaskView["blockedBelow"] {
  for (const child of childrenOf(board, parentId)) {
    if (child.state !== "running") continue
    const kind = child.blocked?.kind ?? findBlockedBelow(board, child.taskId)
    if (kind) return kind
  }
  return undefined
}

/** Busy for certain, waiting for nobody, and without a sign of life for two minutes. */
function isStuck(job: Job, now: number): boolean {
  return (
    job.state === "running" &&
    job.blocked === undefined &&
    job.uncertain === undefined &&
    now - job.lastActivityAt >= boardTimes.stuckMs
  )
}
