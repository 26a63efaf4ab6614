// Restarts: the board is dropped and rebuilt from what lies in session metadata, with the host's runs going on
// (a reload of the plugin), cut off (a crash), or owned by another living host.

import type { FoundTask } from "../src/board/event.ts"
import type { TaskRecord } from "../src/board/record.ts"
import type { World } from "./model.ts"
import { addSession, crash, observe } from "./truth.ts"
import { apply, feed, newBoard } from "./world.ts"

/** `reload` keeps the runs; `crash` cuts them off. */
export function restart(world: World, kind: "reload" | "crash", choice: number) {
  for (const [index, call] of world.inFlight.entries()) {
    if (kind === "reload" && (choice >> (index % 16)) % 2) apply(world, call, choice)
  }
  world.inFlight.length = 0
  world.straying.length = 0
  world.openCalls.clear()
  world.nativeCalls.clear()
  world.saves.clear()
  world.timers.clear()
  if (kind === "crash") crash(world.truth)
  world.coverage.quirk(kind === "crash" ? "host-crash" : "board-restart")
  world.truth.events.length = 0
  world.epoch += 1
  world.checks.restarted(world)
  world.board = newBoard(world.module, world.epoch, world.faults)
  world.checks.isRestoring = true
  for (const [parentId, record] of world.storedParents) {
    if (world.truth.sessions.get(parentId)?.isDeleted !== false) continue
    const { aliases, waiting } = record
    feed(world, { kind: "parent-restored", parentId, aliases, waiting })
  }
  for (const { record } of world.stored.values()) restore(world, record, "ours")
  world.checks.isRestoring = false
}

/** A task that another living host owns appears; later its owner may be gone. */
export function meetOtherHost(world: World, choice: number) {
  if (choice % 5 === 0) {
    for (const { record } of world.stored.values()) {
      if (world.board.tombstones.has(record.taskId)) restoreDeleted(world, record)
    }
    return
  }
  const foreign = [...world.board.jobs.values()].find((job) => job.isForeign)
  if (foreign && choice % 2) {
    const stored = world.stored.get(foreign.taskId)
    if (stored) restore(world, stored.record, "ours")
    return
  }
  const parentId = world.parents[choice % world.parents.length] ?? "s1"
  if (world.truth.sessions.get(parentId)?.isDeleted) return
  const { id } = addSession(world.truth, parentId)
  const record: TaskRecord = {
    taskId: id,
    parentId,
    rootId: parentId,
    alias: `gen-${50 + world.epoch}`,
    agent: "general",
    description: "elsewhere",
    owner: "other",
    generation: world.board.nextGeneration + 1,
    origin: "native",
    isBackground: true,
    state: "running",
    launchedAt: world.now,
    sinceMs: world.now,
    acknowledgement: "none",
  }
  world.stored.set(id, { record, revision: 0 })
  world.coverage.quirk("other-host")
  restore(world, record, "foreign")
}

/** A rebuild read this record before its session was deleted. */
function restoreDeleted(world: World, record: TaskRecord) {
  const session = world.truth.sessions.get(record.taskId)
  if (!session || !world.board.parents.has(record.parentId)) return
  const observation = observe(world.truth, session, { ...sinceOf(record), now: world.now })
  const found = { record, observation, isIntentFound: undefined, isEndingShown: true } as const
  feed(world, { kind: "task-restored", found: { ...found, ownership: "ours" } })
}

function sinceOf(record: TaskRecord) {
  return { promptId: record.promptId, sinceMs: record.sinceMs }
}

function restore(world: World, record: TaskRecord, ownership: FoundTask["ownership"]) {
  const session = world.truth.sessions.get(record.taskId)
  const parent = world.truth.sessions.get(record.parentId)
  if (!session || session.isDeleted || parent?.isDeleted !== false) return
  const promptId = record.intent?.promptId
  const isIntentFound = promptId !== undefined && session.messages.has(promptId)
  const since =
    promptId !== undefined && isIntentFound
      ? { promptId, sinceMs: record.intent?.at ?? 0 }
      : { promptId: record.promptId, sinceMs: record.sinceMs }
  const key = `notice:${record.taskId}:${record.generation}:${record.state}`
  feed(world, {
    kind: "task-restored",
    found: {
      record,
      ownership,
      observation: observe(world.truth, session, { ...since, now: world.now }),
      isIntentFound,
      isEndingShown: parent.messages.has(key),
    },
  })
}
