// What must hold after the healing phase: nothing is stuck, nothing is lost, nothing runs on unseen.

import type { Parent } from "../src/board/board.ts"
import type { Job } from "../src/board/job.ts"
import { isLostWithItsBoard, isSilent } from "./exceptions.ts"
import type { World } from "./model.ts"
import { liveRun, type Session } from "./truth.ts"

export interface Ledger {
  fail(invariant: string): void
  /** Prompts that became a generation. */
  readonly registered: ReadonlySet<string>
  /** Prompts whose operation ended because a newer run had begun. */
  readonly superseded: ReadonlySet<string>
  /** Sessions that were deleted before a restart. */
  readonly buried: ReadonlySet<string>
}

export function checkHealed(world: World, ledger: Ledger) {
  for (const lease of world.board.leases.values()) {
    if (lease.isUnconfirmed || lease.openedAt > world.now - 15_000) continue
    ledger.fail(`I27 a ${lease.kind} lease is still held`)
  }
  for (const job of world.board.jobs.values()) if (!job.isForeign) checkJob(world, job, ledger)
  for (const session of world.truth.sessions.values()) {
    if (session.isDeleted) checkBuried(world, session, ledger)
    else checkPrompts(session, ledger)
  }
  for (const parent of world.board.parents.values()) {
    if (!parent.waiting) checkTold(world, parent, ledger)
  }
}

function checkJob(world: World, job: Job, { fail }: Ledger) {
  const run = liveRun(world.truth.sessions.get(job.taskId))
  if (job.state === "running" && !run) fail("I27 a task runs for ever")
  const isLive = run?.phase === "active" && run.generation === job.generation
  if (job.state !== "running" && isLive && job.ending?.reason !== "deadline") {
    fail("I27 a live run is shown as ended")
  }
  if (job.intent && job.intent.generation > job.generation) fail("I13 an intent is left over")
}

/** A run of ours in a deleted session was stopped, or is fenced for good. */
function checkBuried(world: World, session: Session, { fail, buried }: Ledger) {
  const run = liveRun(session)
  const isOurs = run?.promptIds.some((id) => id.startsWith("prompt:")) ?? false
  if (!run || run.isNative || !isOurs || isLostWithItsBoard(buried, session)) return
  if (world.board.leases.get(session.id)?.isUnconfirmed) return
  fail("I10 a deleted child goes on running")
}

function checkPrompts(session: Session, { fail, registered, superseded }: Ledger) {
  for (const id of session.messages.keys()) {
    if (id.startsWith("prompt:") && !superseded.has(id) && !registered.has(id)) {
      fail("I14 a prompt was stored but never registered")
    }
  }
}

function checkTold(world: World, parent: Parent, { fail }: Ledger) {
  for (const notice of parent.outbox.values()) {
    const hasLiveChildren = [...world.board.jobs.values()].some(
      (job) => job.parentId === notice.taskId && job.state === "running",
    )
    if (!hasLiveChildren && !isWaitedFor(world, notice.taskId)) {
      fail("I21 an owed notice was never told")
    }
  }
  for (const taskId of parent.children) {
    const job = world.board.jobs.get(taskId)
    if (!job || job.isForeign || !isSilent(job)) continue
    const isOwed = [...parent.outbox.values()].some((one) => one.taskId === taskId)
    if (!isOwed && !isWaitedFor(world, taskId)) fail("I21 an ending was never told")
  }
}

function isWaitedFor(world: World, taskId: string): boolean {
  const waiter = world.board.jobs.get(taskId)?.waiter
  return waiter !== undefined && world.board.calls.has(waiter)
}
