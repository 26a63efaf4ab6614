// Who a step is about: sessions, tasks and names, chosen by a number.

import type { Session } from "./truth.ts"
import type { World } from "./world.ts"

export function pick<Value>(values: readonly Value[], choice: number): Value | undefined {
  return values.length === 0 ? undefined : values[choice % values.length]
}

export function childSessions(world: World): Session[] {
  return [...world.truth.sessions.values()].filter((one) => one.parentId && !one.isDeleted)
}

export function parentId(world: World, choice: number): string {
  return pick(world.parents, choice) ?? "s1"
}

/** A task of the parent by id or alias, now and then of somebody else, deleted, or unknown. */
export function target(world: World, caller: string, choice: number): string {
  const kind = choice % 32
  if (kind === 0) return "unknown-9"
  if (kind === 1) return pick([...world.board.jobs.keys()], choice >> 5) ?? "none"
  if (kind === 2 || kind === 3)
    return pick([...world.board.tombstones.keys()], choice >> 5) ?? "gone"
  const own = [...world.board.jobs.values()].filter((job) => job.parentId === caller)
  const job = pick(kind < 20 ? own.slice(-2) : own, choice >> 5)
  return (kind % 2 ? job?.alias : job?.taskId) ?? "none"
}

/** Mostly a parent that has tasks. */
export function callerId(world: World, choice: number): string {
  const job = pick([...world.board.jobs.values()], choice >> 3)
  return choice % 8 === 0
    ? parentId(world, choice >> 3)
    : (job?.parentId ?? parentId(world, choice))
}

/** Rather a child with an operation under way. */
export function interesting(world: World, choice: number): Session | undefined {
  const children = childSessions(world)
  const held = children.filter((session) => world.board.leases.has(session.id))
  return pick(choice % 4 && held.length > 0 ? held : children, choice >> 2)
}
