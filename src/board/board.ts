// The state of the board and the few primitives that every procedure uses: start a host call, answer a caller, set a
// timer, mark a record for writing. Deterministic: no clock, no random numbers, no I/O, no promise.

import { invariant } from "../lib/invariant.ts"
import type { Effect, HostCall, NoticeKind, Reply, TaskView } from "./effect.ts"
import type { BoardRequest, BoardTimer, LeaseTimer } from "./event.ts"
import type { Job } from "./job.ts"
import type { Lease, LeaseTable } from "./lease.ts"
import { type BoardCaps, boardTimes } from "./limits.ts"

/** Why a host call was made; decides who handles its end. */
export type Purpose =
  | {
      readonly kind: "lease"
      readonly taskId: string
      readonly token: number
      readonly stage: number
    }
  | { readonly kind: "note-look"; readonly call: number; readonly taskId: string }
  | { readonly kind: "observe"; readonly taskId: string; readonly generation: number }
  | {
      readonly kind: "read"
      readonly call: number
      readonly taskId: string
      readonly generation: number
    }
  | { readonly kind: "list"; readonly call: number }
  | { readonly kind: "create"; readonly call: number; readonly index: number }
  | { readonly kind: "answer"; readonly call: number; readonly taskId: string }
  | { readonly kind: "notice"; readonly parentId: string; readonly key: string }
  | { readonly kind: "sweep" }

export interface Operation {
  readonly operation: number
  readonly call: HostCall
  readonly purpose: Purpose
  readonly startedAt: number
  /** Generation that was current when the call began. */
  readonly generation: number
}

export interface BatchEntry {
  readonly title: string
  readonly prompt: string
  phase: "queued" | "creating" | "admitting" | "running" | "done"
  /** Given when its session is asked for, so that names follow the order of the batch. */
  alias: string
  taskId: string | undefined
  outcome: Reply
  isCancelTried: boolean
}

export interface Call {
  readonly call: number
  readonly request: BoardRequest
  readonly startedAt: number
  readonly batch: BatchEntry[] | undefined
  isAborted: boolean
  /** Empty reads so far, for task_result. */
  reads: number
}

export interface Notice {
  readonly key: string
  readonly taskId: string
  readonly generation: number
  readonly kind: NoticeKind
  readonly messageId: string
  readonly owedAt: number
  /** The ending must be written before the notice may be sent. */
  readonly revision: number
  /** Never wakes: left over from before a restart. */
  readonly isStoredOnly: boolean
  phase: "owed" | "looking" | "sending" | "confirming"
  attempts: number
  /** It waits for live children, and the timer that ends this wait is set. */
  isHeld: boolean
  dueAt: number
  view: TaskView
}

export interface Parent {
  readonly parentId: string
  readonly children: Set<string>
  /** Highest number given for each alias prefix. */
  readonly aliases: Map<string, number>
  readonly outbox: Map<string, Notice>
  /** Keys that are in the transcript; a second notice of that key is never sent. */
  readonly told: Set<string>
  /** Native launches that were let through and have not shown up yet, by call id. */
  readonly reservations: Map<string, { readonly agent: string; readonly description: string }>
  waiting: { readonly reason: string; readonly at: number } | undefined
  /** When its user spoke last, as far as this process has seen: a wait from before is over. */
  spokeAt: number
  /** The user interrupted it and has not spoken since: it is not woken. */
  isInterrupted: boolean
}

export interface Board extends LeaseTable {
  readonly owner: string
  readonly caps: BoardCaps
  /** Message id for a key: the same key and time always give the same id. */
  readonly mint: (key: string, at: number) => string
  readonly jobs: Map<string, Job>
  readonly tombstones: Map<string, number>
  readonly parents: Map<string, Parent>
  /** Launch times below each root within the last hour. */
  readonly launches: Map<string, number[]>
  readonly operations: Map<number, Operation>
  readonly calls: Map<number, Call>
  readonly dirtyCalls: Set<number>
  readonly dirtyParents: Set<string>
  /** Tasks whose lease ended in this step. */
  readonly releasedJobs: Set<string>
  effects: Effect[]
  nextGeneration: number
  nextOperation: number
  isSweeping: boolean
  /** A task is being rebuilt: what is owed for it is stored, not sent to wake anybody. */
  isRestoring: boolean
}

export function createBoard(options: {
  readonly owner: string
  readonly caps: BoardCaps
  readonly mint: Board["mint"]
}): Board {
  return {
    ...options,
    jobs: new Map(),
    tombstones: new Map(),
    parents: new Map(),
    launches: new Map(),
    operations: new Map(),
    calls: new Map(),
    leases: new Map(),
    dirtyCalls: new Set(),
    dirtyParents: new Set(),
    releasedJobs: new Set(),
    effects: [],
    nextToken: 1,
    nextGeneration: 1,
    nextOperation: 1,
    isSweeping: false,
    isRestoring: false,
  }
}

export function parentOf(board: Board, parentId: string): Parent {
  const known = board.parents.get(parentId)
  if (known) return known
  const parent: Parent = {
    parentId,
    children: new Set(),
    aliases: new Map(),
    outbox: new Map(),
    told: new Set(),
    reservations: new Map(),
    waiting: undefined,
    spokeAt: 0,
    isInterrupted: false,
  }
  board.parents.set(parentId, parent)
  return parent
}

export function startCall(board: Board, now: number, call: HostCall, purpose: Purpose): number {
  const operation = board.nextOperation++
  const taskId = "taskId" in purpose ? purpose.taskId : undefined
  const generation = taskId === undefined ? 0 : (board.jobs.get(taskId)?.generation ?? 0)
  board.operations.set(operation, { operation, call, purpose, startedAt: now, generation })
  board.effects.push({ kind: "call", operation, call })
  return operation
}

/** A mutating call on the lease's own task: it keeps the lease until it settles. */
export function startLeased(board: Board, now: number, lease: Lease, call: HostCall) {
  lease.pending.add(startRead(board, now, lease, call))
}

/** A read on behalf of a lease: it does not keep the lease. */
export function startRead(board: Board, now: number, lease: Lease, call: HostCall): number {
  const { taskId, token, stage } = lease
  return startCall(board, now, call, { kind: "lease", taskId, token, stage })
}

export function startTimer(board: Board, at: number, timer: BoardTimer) {
  board.effects.push({ kind: "timer", at, timer })
}

export function startLeaseTimer(board: Board, at: number, lease: Lease, name: LeaseTimer) {
  const { taskId, token, stage } = lease
  startTimer(board, at, { kind: "lease", taskId, token, stage, name })
}

export function answerCall(board: Board, call: number, reply: Reply) {
  invariant(board.calls.delete(call), "I2 a call is answered exactly once")
  board.effects.push({ kind: "reply", call, reply })
}

/** Marks a durable change; returns its revision. */
export function touchJob(board: Board, job: Job): number {
  job.revision += 1
  board.effects.push({ kind: "save-task", taskId: job.taskId })
  return job.revision
}

export function touchParent(board: Board, parent: Parent) {
  board.effects.push({ kind: "save-parent", parentId: parent.parentId })
}

/** Keeps comparing with the host's status map while something runs. */
export function keepSweeping(board: Board, now: number) {
  if (board.isSweeping) return
  board.isSweeping = true
  startTimer(board, now + boardTimes.sweepMs, { kind: "sweep" })
}
