// Who a step is about: sessions, tasks and names, chosen by a number.

import type { Job } from "../src/board/job.ts"
import type { LeaseKind } from "../src/board/lease.ts"
import type { InFlight, World } from "./model.ts"
import { liveRun, type Session } from "./truth.ts"

export function pick<Value>(values: readonly Value[], choice: number): Value | undefined {
  return values.length === 0 ? undefined : values[choice % values.length]
}

export function childSessions(world: World): Session[] {
  return [...world.truth.sessions.values()].filter((one) => one.parentId && !one.isDeleted)
}

/** A child whose run is active. */
export function runningChild(world: World, choice: number): Session | undefined {
  const live = childSessions(world).filter((one) => liveRun(one)?.phase === "active")
  return pick(live, choice)
}

export function parentId(world: World, choice: number): string {
  return pick(world.parents, choice) ?? "s1"
}

/** The session and those above it, nearest first. */
export function ancestorsOf(world: World, sessionId: string): readonly string[] {
  const above = world.truth.sessions.get(sessionId)?.parentId
  return above === undefined ? [sessionId] : [sessionId, ...ancestorsOf(world, above)]
}

export function rootOf(world: World, sessionId: string): string {
  return ancestorsOf(world, sessionId).at(-1) ?? sessionId
}

/** A task of the parent by id or alias, now and then of somebody else, deleted, or unknown. */
export function target(world: World, caller: string, choice: number): string {
  const kind = choice % 32
  if (kind === 0) return "unknown-9"
  if (kind === 1) return foreignTask(world, caller, choice >> 5)
  if (kind === 2 || kind === 3)
    return pick([...world.board.tombstones.keys()], choice >> 5) ?? "gone"
  const own = [...world.board.jobs.values()].filter((job) => job.parentId === caller)
  const job = pick(kind < 20 ? own.slice(-2) : own, choice >> 5)
  return (kind % 2 ? job?.alias : job?.taskId) ?? "none"
}

function foreignTask(world: World, caller: string, choice: number): string {
  const others = [...world.board.jobs.values()].filter((job) => job.parentId !== caller)
  return pick(others, choice)?.taskId ?? "none"
}

/** Mostly a parent that has tasks. */
export function callerId(world: World, choice: number): string {
  const job = pick([...world.board.jobs.values()], choice >> 3)
  return choice % 8 === 0
    ? parentId(world, choice >> 3)
    : (job?.parentId ?? parentId(world, choice))
}

/** Mostly a task that the request fits, asked for by its own parent; else anybody. */
export function aim(
  world: World,
  a: number,
  b: number,
  fits: (job: Job) => boolean,
): { readonly caller: string; readonly task: string } {
  const jobs = [...world.board.jobs.values()]
  const job = a % 3 === 0 ? undefined : pick(jobs.filter(fits), a >> 4)
  if (job) return { caller: job.parentId, task: b % 2 ? job.alias : job.taskId }
  const caller = callerId(world, a)
  return { caller, task: target(world, caller, b) }
}

/** Rather a child with an operation under way. */
export function interesting(world: World, choice: number): Session | undefined {
  const children = childSessions(world)
  const held = children.filter((session) => world.board.leases.has(session.id))
  return pick(choice % 4 && held.length > 0 ? held : children, choice >> 2)
}

/** A child below a lease of one kind; each kind that is held has the same chance. */
export function leased(world: World, choice: number): Session | undefined {
  const kinds: readonly LeaseKind[] = ["message", "cancel", "revive", "compensate"]
  const leases = [...world.board.leases.values()]
  const present = kinds.filter((kind) => leases.some((lease) => lease.kind === kind))
  const kind = pick(present, choice)
  const lease = pick(
    leases.filter((one) => one.kind === kind),
    choice >> 3,
  )
  const session = lease && world.truth.sessions.get(lease.taskId)
  return session?.isDeleted ? undefined : session
}

export function isMutating({ call }: InFlight): boolean {
  return ["abort", "note", "prompt", "create", "notice", "answer"].includes(call.kind)
}
