// Leases: who may act on a task. One per task id at most, kept apart from the jobs, so that dropping a job does not
// free what a call in flight still holds. A lease ends when its last host call has settled, never by elapsed time.

import { invariant } from "../lib/invariant.ts"
import type { EndReason } from "./job.ts"

export type LeaseKind = "message" | "cancel" | "revive" | "compensate"

/**
 * Where a lease stands. `write`: a note is being written. `abort`: an abort is in flight. `verify`: quiescence is being
 * proven. `confirm`: the transcript is read once more. `baseline`, `intent`: before a prompt. `send`, `look`: the
 * prompt is in flight, or looked up. `quiet-wait`: a compensation waits for the run to end.
 */
export type LeasePhase =
  | "write"
  | "abort"
  | "verify"
  | "confirm"
  | "baseline"
  | "intent"
  | "send"
  | "look"
  | "quiet-wait"

/** The prompt that a revive, or a launch, is about to send. */
export interface Plan {
  readonly text: string
  promptId: string
  generation: number
}

export interface Verification {
  readonly stableMs: number
  /** Start of the first read that found the session quiet, with nothing else seen since. */
  quietSince: number | undefined
}

export interface Lease {
  readonly taskId: string
  kind: LeaseKind
  readonly generation: number
  readonly token: number
  readonly openedAt: number
  /** Mutating host calls in flight; the lease stays while there is one. */
  readonly pending: Set<number>
  /** Callers that still wait for an answer; empty once they were answered. */
  readonly calls: number[]
  /** Set when a task_batch call started this. */
  readonly batch: { readonly call: number; readonly index: number } | undefined
  phase: LeasePhase
  /** Rises with every round, so that timers and reads of an earlier one are stale. */
  stage: number
  /** The callers were answered before the host was done; what comes later is not reported to them. */
  isDetached: boolean
  /** The longer wait for an answer that was left open was done. */
  isOpenChecked: boolean
  /** The session showed signs of life after its quiescence had been proven. */
  isDisturbed: boolean
  /** Revision of the record that holds the intent. */
  intentRevision: number
  verification: Verification | undefined
  plan: Plan | undefined
  /** Reason given for a cancel. */
  reason: string | undefined
  /** Published as the reason when the cancel succeeds. */
  endReason: EndReason
  /** The session was deleted meanwhile while our run was, or may become, active. */
  mustCompensate: boolean
  /** First look that missed the prompt. */
  absentSince: number | undefined
  /** Delay of the next check of a compensation. */
  backoffMs: number
  /** A compensating abort that failed, or a run that does not end. */
  isUnconfirmed: boolean
}

export type Request = "message" | "cancel" | "revive" | "native" | "answer"

/** Exclusion matrix: which request may start while a lease of this kind is held. All reads always may. */
const excluded: Readonly<Record<Request, readonly LeaseKind[]>> = {
  message: ["message", "cancel", "revive", "compensate"],
  cancel: ["message", "cancel", "revive", "compensate"],
  revive: ["message", "cancel", "revive", "compensate"],
  native: ["message", "cancel", "revive", "compensate"],
  answer: ["cancel", "revive", "compensate"],
}

export function isExcluded(request: Request, held: Lease | undefined): boolean {
  return held !== undefined && excluded[request].includes(held.kind)
}

export interface LeaseTable {
  readonly leases: Map<string, Lease>
  nextToken: number
}

export function acquireLease(
  table: LeaseTable,
  lease: Pick<Lease, "taskId" | "kind" | "generation" | "openedAt" | "phase"> &
    Partial<Pick<Lease, "batch" | "plan" | "reason" | "endReason">> & { readonly call?: number },
): Lease {
  invariant(!table.leases.has(lease.taskId), "I1 a task has one lease at most")
  const opened: Lease = {
    taskId: lease.taskId,
    kind: lease.kind,
    generation: lease.generation,
    token: table.nextToken++,
    openedAt: lease.openedAt,
    pending: new Set(),
    calls: lease.call === undefined ? [] : [lease.call],
    batch: lease.batch,
    phase: lease.phase,
    stage: 0,
    isDetached: false,
    isOpenChecked: false,
    isDisturbed: false,
    intentRevision: 0,
    verification: undefined,
    plan: lease.plan,
    reason: lease.reason,
    endReason: lease.endReason ?? "task_cancel",
    mustCompensate: false,
    absentSince: undefined,
    backoffMs: 0,
    isUnconfirmed: false,
  }
  table.leases.set(lease.taskId, opened)
  return opened
}

/** Changes the kind without a gap: no other request can slip in between. */
export function convertLease(lease: Lease, kind: LeaseKind, phase: LeasePhase) {
  invariant(lease.pending.size === 0, "I9 a lease converts only when nothing is in flight")
  lease.kind = kind
  enterPhase(lease, phase)
}

export function enterPhase(lease: Lease, phase: LeasePhase) {
  lease.phase = phase
  lease.stage += 1
  lease.verification = undefined
}

/** Releases by token: a stale owner releases nothing. */
export function dropLease(table: LeaseTable, lease: Lease) {
  invariant(lease.pending.size === 0, "I9 a lease ends only when nothing is in flight")
  const held = table.leases.get(lease.taskId)
  if (held?.token === lease.token) table.leases.delete(lease.taskId)
}
