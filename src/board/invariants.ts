// What must hold after every event, as far as the board alone can tell. The simulator and the tests check it after each
// step; invariants about the host's truth are the simulator's.

import type { Board, Operation } from "./board.ts"
import type { Job } from "./job.ts"

const mutating: readonly string[] = ["abort", "note", "prompt"]

/** Broken invariants, each as `I<number> text`; empty when all is well. */
export function brokenInvariants(board: Board): readonly string[] {
  const broken: string[] = []
  checkRecords(board, broken)
  checkLeases(board, broken)
  checkOperations(board, broken)
  checkParents(board, broken)
  return broken
}

function checkRecords(board: Board, broken: string[]) {
  for (const job of board.jobs.values()) {
    checkEnding(job, broken)
    if (board.tombstones.has(job.taskId)) broken.push("I4 a deleted task has a record")
    if (job.generation >= board.nextGeneration)
      broken.push("I3 a generation is ahead of the counter")
    if (!board.parents.get(job.parentId)?.children.has(job.taskId)) {
      broken.push("I22 a task is unknown to its parent")
    }
  }
}

function checkEnding(job: Job, broken: string[]) {
  const hasEnding = job.ending !== undefined
  if (hasEnding && job.deadlineClaimedAt !== undefined && job.ending?.reason !== "deadline") {
    broken.push("I5 a claimed deadline ended otherwise")
  }
  if (job.ending?.reason === "deadline" && job.state !== "errored") {
    broken.push("I5 a deadline is an error")
  }
  if (hasEnding !== (job.state !== "running")) broken.push("I5 a state and its ending disagree")
}

function checkLeases(board: Board, broken: string[]) {
  for (const lease of board.leases.values()) {
    if (lease.pending.size > 1) broken.push("I1 two mutating calls on one task")
    if (!isAll(lease.pending, board.operations)) broken.push("I9 a lease holds a call that is over")
    if (!isAll(lease.calls, board.calls)) broken.push("I2 a lease waits for a call that is over")
    const isActive = board.jobs.has(lease.taskId) || lease.kind === "compensate"
    if (!isActive && lease.pending.size === 0) broken.push("I26 a lease is left over")
  }
}

function isAll(numbers: Iterable<number>, known: ReadonlyMap<number, unknown>): boolean {
  for (const number of numbers) if (!known.has(number)) return false
  return true
}

function checkOperations(board: Board, broken: string[]) {
  const busy = new Set<string>()
  for (const operation of board.operations.values()) {
    const taskId = mutatedTask(operation)
    if (taskId === undefined) continue
    if (busy.has(taskId)) broken.push("I1 two mutating calls on one task")
    busy.add(taskId)
    const lease = board.leases.get(taskId)
    if (!lease?.pending.has(operation.operation)) {
      broken.push("I8 a mutating call runs without its lease")
    }
  }
}

function mutatedTask(operation: Operation): string | undefined {
  const { call } = operation
  return mutating.includes(call.kind) && "taskId" in call ? call.taskId : undefined
}

function checkParents(board: Board, broken: string[]) {
  for (const parent of board.parents.values()) {
    if (board.tombstones.has(parent.parentId)) broken.push("I22 a deleted parent is kept")
    for (const notice of parent.outbox.values()) {
      if (parent.told.has(notice.key)) broken.push("I20 a notice is owed twice")
    }
  }
}
