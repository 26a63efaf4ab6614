// Steps of others: the model, the user, the host's own `task` tool, other clients.

import type { World } from "./model.ts"
import {
  ancestorsOf,
  callerId,
  childSessions,
  interesting,
  leased,
  parentId,
  pick,
  rootOf,
  runningChild,
  target,
} from "./pickers.ts"
import { abort, addSession, finishRun, liveRun, remove, storePrompt } from "./truth.ts"
import { apply, feed, request } from "./world.ts"

/** A parent, or now and then a running child, which gets children of its own. */
function launcher(world: World, a: number, b: number): string {
  if (b % 3 === 0) return callerId(world, a)
  return (b % 8 === 1 ? runningChild(world, a)?.id : undefined) ?? parentId(world, a)
}

export function launchNative(world: World, a: number, b: number) {
  const caller = launcher(world, a, b)
  const parent = world.truth.sessions.get(caller)
  if (!parent || parent.isDeleted) return
  const callId = `native${world.nextCall}`
  const isResume = b % 3 === 0
  const task = isResume ? target(world, caller, b >> 2) : undefined
  const before = world.coverage.counts.outcomes["native:pass"] ?? 0
  request(world, {
    tool: "native",
    caller,
    rootId: rootOf(world, caller),
    callId,
    agent: "general",
    description: "work",
    task: b % 31 === 0 ? caller : task,
    ancestors: ancestorsOf(world, caller),
  })
  const isPassed = (world.coverage.counts.outcomes["native:pass"] ?? 0) > before
  if (!isPassed) return
  startNative(world, { caller, callId, task: isResume ? task : undefined, choice: b >> 8 })
}

interface NativeLaunch {
  readonly caller: string
  readonly callId: string
  readonly task: string | undefined
  readonly choice: number
}

function startNative(world: World, launch: NativeLaunch) {
  const { caller, callId, task, choice } = launch
  world.nativeCalls.set(callId, { parentId: caller, taskId: undefined })
  // Let through, and its session comes later or never: until then the board keeps a place for it.
  if (choice % 9 === 1 && task === undefined) return
  if (choice % 9 === 0) return settleUnlaunched(world)
  const job = [...world.board.jobs.values()].find(
    (one) => one.parentId === caller && (one.taskId === task || one.alias === task),
  )
  const session = job ? world.truth.sessions.get(job.taskId) : addSession(world.truth, caller)
  if (!session || session.isDeleted) return
  world.nativeCalls.set(callId, { parentId: caller, taskId: session.id })
  const id = `native-prompt:${callId}`
  if (liveRun(session)?.phase !== "ending") {
    storePrompt(world.truth, session, { id, now: world.now, isNative: true })
  }
  if (!job) {
    feed(world, {
      kind: "native-launched",
      taskId: session.id,
      parentId: caller,
      rootId: rootOf(world, caller),
      agent: "general",
      description: "work",
    })
  }
}

const results = [
  "completed",
  "completed",
  "completed",
  "errored",
  "empty",
  "permission-rejected",
] as const

/** Calls of the host's `task` tool that ended before they had a session. */
export function settleUnlaunched(world: World) {
  for (const [callId, { parentId: caller, taskId }] of world.nativeCalls) {
    if (taskId !== undefined) continue
    world.nativeCalls.delete(callId)
    feed(world, { kind: "native-settled", parentId: caller, callId })
  }
}

/** How much later than the end of a run its transcript may show it. */
const latesMs = [0, 308, 1_000, 6_000, 9_000]

function lateness(world: World, choice: number): number {
  return world.faults.has("late-transcripts") ? (pick(latesMs, choice) ?? 0) : 0
}

export function finish(world: World, a: number, b: number) {
  const session = runningChild(world, a)
  if (!session) return
  const isLost = world.faults.has("lost-injections") && b % 2 === 0
  const result = results[(b >> 2) % results.length] ?? "completed"
  finishRun(world.truth, session, {
    result,
    isLost,
    now: world.now,
    lateMs: lateness(world, b >> 6),
  })
}

export function askUser(world: World, a: number, b: number) {
  const live = childSessions(world).filter(
    (one) => liveRun(one)?.phase === "active" && !one.request,
  )
  const session = pick(live, a)
  if (!session) return
  const kind = b % 2 ? "permission" : "question"
  session.request = { kind, id: `ask${world.truth.nextRequest++}` }
  world.coverage.quirk("permission-blocks-run")
  world.truth.events.push({
    kind: "asked",
    sessionId: session.id,
    request: kind,
    id: session.request.id,
  })
}

export function answerByUser(world: World, a: number) {
  const session = pick(
    childSessions(world).filter((one) => one.request),
    a,
  )
  if (!session?.request) return
  world.truth.events.push({ kind: "answered", sessionId: session.id, id: session.request.id })
  session.request = undefined
}

export function outsidePrompt(world: World, a: number) {
  const session = pick(childSessions(world), a)
  if (!session || liveRun(session)?.phase === "ending") return
  storePrompt(world.truth, session, { id: `outside:${world.steps}`, now: world.now })
}

export function abortByUser(world: World, a: number, b: number) {
  const isParent = b % 4 === 0
  const id = isParent ? parentId(world, a) : pick(childSessions(world), a)?.id
  if (id === undefined) return
  abort(world.truth, id, world.now, { tailMs: (b >> 2) % 401, lateMs: lateness(world, b >> 6) })
  if (isParent)
    world.truth.events.push({ kind: "failed", sessionId: id, name: "MessageAbortedError" })
  if (isParent && b % 3) world.truth.events.push({ kind: "idle", sessionId: id })
}

export function removeSession(world: World, a: number, b: number) {
  if (!world.faults.has("deletions")) return
  const id = b % 6 === 0 ? parentId(world, a) : interesting(world, a)?.id
  if (id !== undefined) remove(world.truth, id, b % 2 === 0)
}

/** Deletes a session while an operation on it is under way; what is being sent may be stored before. */
export function removeLeased(world: World, a: number, b: number) {
  if (!world.faults.has("deletions")) return
  const session = leased(world, a)
  if (!session) return
  const sending = world.inFlight.find(
    ({ call }) => call.kind === "prompt" && call.taskId === session.id,
  )
  if (sending && b % 4) apply(world, sending, b)
  remove(world.truth, session.id, b % 2 === 0)
}

/** An event about a session that is gone comes late. */
function relaunchDeleted(world: World, a: number) {
  const taskId = pick([...world.board.tombstones.keys()], a)
  const parent = taskId === undefined ? undefined : world.truth.sessions.get(taskId)?.parentId
  if (taskId === undefined || parent === undefined || !world.board.parents.has(parent)) return
  const about = { taskId, parentId: parent, rootId: parent, agent: "general", description: "late" }
  feed(world, { kind: "native-launched", ...about })
}

/** The host's `task` tool starts a run on a known child, behind the guard's back. */
export function relaunch(world: World, a: number, b: number) {
  if (b % 4 === 0) return relaunchDeleted(world, a)
  const session = interesting(world, a)
  const job = session && world.board.jobs.get(session.id)
  if (!job || job.isForeign || session.isDeleted || liveRun(session)) return
  storePrompt(world.truth, session, { id: `other:${world.steps}`, now: world.now, isNative: true })
  feed(world, {
    kind: "native-launched",
    taskId: job.taskId,
    parentId: job.parentId,
    rootId: job.rootId,
    agent: job.agent,
    description: job.description,
  })
}

export function setRetry(world: World, a: number) {
  const session = runningChild(world, a)
  const run = liveRun(session)
  if (!run || !session) return
  run.isRetrying = !run.isRetrying
  world.truth.events.push({ kind: run.isRetrying ? "retry" : "busy", sessionId: session.id })
}
