// The steps of a schedule. Each is a kind and two numbers; what they mean is decided when the step is taken, so that
// any part of a schedule is a schedule too, and shrinking stays simple.

import type { BoardRequest } from "../src/board/event.ts"
import { callerId, childSessions, interesting, parentId, pick, target } from "./pickers.ts"
import { abort, addSession, finishRun, liveRun, remove, storePrompt } from "./truth.ts"
import {
  advance,
  apply,
  deliver,
  feed,
  flushEvents,
  type InFlight,
  request,
  save,
  type World,
} from "./world.ts"

export interface Step {
  readonly kind: StepKind
  readonly a: number
  readonly b: number
}

type Action = (world: World, a: number, b: number) => void

function ask(world: World, build: (caller: string) => BoardRequest, a: number) {
  request(world, build(callerId(world, a)))
}

function launchNative(world: World, a: number, b: number) {
  const caller = b % 3 === 0 ? callerId(world, a) : parentId(world, a)
  const parent = world.truth.sessions.get(caller)
  if (!parent || parent.isDeleted) return
  const callId = `native${world.nextCall}`
  const isResume = b % 3 === 0
  const task = isResume ? target(world, caller, b >> 2) : undefined
  const before = world.coverage.counts.outcomes["native:pass"] ?? 0
  request(world, {
    tool: "native",
    caller,
    rootId: caller,
    callId,
    agent: "general",
    description: "work",
    task: b % 31 === 0 ? caller : task,
    ancestors: [caller],
  })
  const isPassed = (world.coverage.counts.outcomes["native:pass"] ?? 0) > before
  if (!isPassed) return
  startNative(world, { caller, callId, task: isResume ? task : undefined, choice: b >> 8 })
}

function startNative(
  world: World,
  launch: {
    readonly caller: string
    readonly callId: string
    readonly task: string | undefined
    readonly choice: number
  },
) {
  const { caller, callId, task, choice } = launch
  world.nativeCalls.set(callId, { parentId: caller, taskId: undefined })
  if (choice % 9 === 0) {
    world.nativeCalls.delete(callId)
    feed(world, { kind: "native-settled", parentId: caller, callId })
    return
  }
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
      rootId: caller,
      agent: "general",
      description: "work",
    })
  }
}

function settle(world: World, a: number, b: number) {
  const vital = world.inFlight.filter(({ call }) => "messageId" in call || call.kind === "abort")
  const call = pick(a % 2 && vital.length > 0 ? vital : world.inFlight, a >> 1)
  if (!call) return
  switch (faultFor(world, b)) {
    case "refusals":
      if (!call.isApplied) deliver(world, call, { kind: "refused", detail: "400" })
      return
    case "lost-responses":
      apply(world, call, b >> 4)
      world.coverage.quirk("effect-without-response")
      deliver(world, call, { kind: "unknown" })
      return
    case "failed-calls":
      if (!call.isApplied) losing(world, call)
      deliver(world, call, { kind: "unknown" })
      return
    case "accepted-without-effect":
      if (call.call.kind !== "prompt" || call.isApplied) break
      world.coverage.quirk("accepted-without-effect")
      if (b % 2) world.straying.push(call)
      deliver(world, call, { kind: "ok" })
      return
    case "hanging-calls":
      apply(world, call, b >> 4)
      return
    default:
      break
  }
  apply(world, call, b >> 4)
  deliver(world, call, call.answer)
}

/** The connection breaks on the way; a notice may still arrive. */
function losing(world: World, call: InFlight) {
  world.coverage.quirk("response-lost-without-effect")
  if (call.call.kind === "notice") world.straying.push(call)
}

const settleFaults = [
  "refusals",
  "lost-responses",
  "failed-calls",
  "accepted-without-effect",
  "hanging-calls",
]

function faultFor(world: World, choice: number): string | undefined {
  if (choice % 3 !== 0) return undefined
  const enabled = settleFaults.filter((name) => world.faults.has(name))
  return pick(enabled, choice >> 3)
}

/** Settles everything in flight, in order, without a fault. */
function settleAll(world: World, _a: number, b: number) {
  for (const call of [...world.inFlight]) {
    apply(world, call, b)
    deliver(world, call, call.answer)
  }
  for (const call of world.straying.splice(0)) apply(world, call, b)
}

/** Time goes on evenly and reads are answered, until a call that changes something is in flight. */
function goOn(world: World, _a: number, b: number) {
  for (let round = 0; round < 14; round++) {
    for (const taskId of [...world.saves]) save(world, taskId)
    const reads = world.inFlight.filter(({ call }) => !isMutating(call.kind))
    for (const call of reads) {
      apply(world, call, b)
      deliver(world, call, call.answer)
    }
    if (world.inFlight.length > 0) return
    advance(world, 150)
    flushEvents(world)
  }
}

function isMutating(kind: string): boolean {
  return ["abort", "note", "prompt", "create", "notice", "answer"].includes(kind)
}

const results = [
  "completed",
  "completed",
  "completed",
  "errored",
  "empty",
  "permission-rejected",
] as const

function finish(world: World, a: number, b: number) {
  const live = childSessions(world).filter((one) => liveRun(one)?.phase === "active")
  const session = pick(live, a)
  if (!session) return
  const isLost = world.faults.has("lost-injections") && b % 2 === 0
  const result = results[(b >> 2) % results.length] ?? "completed"
  finishRun(world.truth, session, { result, isLost, now: world.now })
}

const waits = [
  1, 20, 149, 150, 150, 299, 301, 700, 1_000, 1_499, 1_501, 2_999, 3_001, 4_999, 5_001, 9_999,
  10_001, 30_000, 121_000,
]

function askUser(world: World, a: number, b: number) {
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

function outsidePrompt(world: World, a: number) {
  const session = pick(childSessions(world), a)
  if (!session || liveRun(session)?.phase === "ending") return
  storePrompt(world.truth, session, { id: `outside:${world.steps}`, now: world.now })
}

function abortByUser(world: World, a: number, b: number) {
  const isParent = b % 4 === 0
  const id = isParent ? parentId(world, a) : pick(childSessions(world), a)?.id
  if (id === undefined) return
  abort(world.truth, id, world.now, (b >> 2) % 401)
  if (isParent)
    world.truth.events.push({ kind: "failed", sessionId: id, name: "MessageAbortedError" })
  if (isParent && b % 3) world.truth.events.push({ kind: "idle", sessionId: id })
}

function removeSession(world: World, a: number, b: number) {
  if (!world.faults.has("deletions")) return
  const sending = world.inFlight.find(({ call }) => call.kind === "prompt")
  if (b % 2 && sending && "taskId" in sending.call) {
    apply(world, sending, b)
    remove(world.truth, sending.call.taskId)
    return
  }
  const id = b % 6 === 0 ? parentId(world, a) : interesting(world, a)?.id
  if (id !== undefined) remove(world.truth, id, b % 2 === 0)
}

/** An event about a session that is gone comes late. */
function relaunchDeleted(world: World, a: number) {
  const taskId = pick([...world.board.tombstones.keys()], a)
  const parent = taskId === undefined ? undefined : world.truth.sessions.get(taskId)?.parentId
  if (taskId === undefined || parent === undefined || !world.board.parents.has(parent)) return
  const about = { taskId, parentId: parent, rootId: parent, agent: "general", description: "late" }
  feed(world, { kind: "native-launched", ...about })
}

function relaunch(world: World, a: number, b: number) {
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

function setRetry(world: World, a: number) {
  const live = childSessions(world).filter((one) => liveRun(one)?.phase === "active")
  const run = liveRun(pick(live, a))
  const session = pick(live, a)
  if (!run || !session) return
  run.isRetrying = !run.isRetrying
  world.truth.events.push({ kind: run.isRetrying ? "retry" : "busy", sessionId: session.id })
}

function batch(world: World, a: number, b: number) {
  const caller = parentId(world, a)
  const count = b % 17 === 0 ? 13 : 1 + (b % 4)
  const items = Array.from({ length: count }, (_, index) => ({ title: `t${index}`, prompt: "go" }))
  const task = (b >> 6) % 5 === 0 ? target(world, caller, b >> 9) : undefined
  const isBackground = (b >> 5) % 2 === 0
  request(world, {
    tool: "batch",
    caller,
    rootId: caller,
    agent: "general",
    items: task === undefined ? items : items.slice(0, 1),
    isBackground,
    task,
  })
}

const actions = {
  settle,
  "settle-all": settleAll,
  "go-on": goOn,
  advance: (world, a) => advance(world, waits[a % waits.length] ?? 1),
  events: (world) => flushEvents(world),
  save: (world, a) => {
    const taskId = pick([...world.saves], a)
    if (taskId !== undefined) save(world, taskId)
  },
  "native-launch": launchNative,
  finish,
  background: (world, a) => {
    const job = pick([...world.board.jobs.values()], a)
    if (job) feed(world, { kind: "native-background", taskId: job.taskId })
  },
  ask: askUser,
  answer: (world, a) => {
    const session = pick(
      childSessions(world).filter((one) => one.request),
      a,
    )
    if (!session?.request) return
    world.truth.events.push({ kind: "answered", sessionId: session.id, id: session.request.id })
    session.request = undefined
  },
  outside: outsidePrompt,
  abort: abortByUser,
  remove: removeSession,
  relaunch,
  retry: setRetry,
  activity: (world, a, b) => {
    const session = pick(childSessions(world), a)
    const tool = b % 2 ? "bash" : undefined
    if (session) feed(world, { kind: "activity", taskId: session.id, tool })
  },
  "user-spoke": (world, a) => {
    feed(world, { kind: "user-spoke", sessionId: parentId(world, a) })
  },
  "parent-answered": (world, a) => {
    feed(world, { kind: "parent-answered", parentId: parentId(world, a) })
  },
  "parent-idle": (world, a) => {
    feed(world, { kind: "status", sessionId: parentId(world, a), status: "idle" })
  },
  status: (world, a, b) =>
    ask(world, (caller) => ({ tool: "status", caller, task: target(world, caller, b) }), a),
  list: (world, a) => ask(world, (caller) => ({ tool: "status", caller, task: undefined }), a),
  result: (world, a, b) =>
    ask(world, (caller) => ({ tool: "result", caller, task: target(world, caller, b) }), a),
  message: (world, a, b) =>
    ask(
      world,
      (caller) => ({ tool: "message", caller, task: target(world, caller, b), text: "note" }),
      a,
    ),
  cancel: (world, a, b) =>
    ask(
      world,
      (caller) => ({ tool: "cancel", caller, task: target(world, caller, b), reason: undefined }),
      a,
    ),
  revive: (world, a, b) =>
    ask(
      world,
      (caller) => ({ tool: "revive", caller, task: target(world, caller, b), prompt: "go on" }),
      a,
    ),
  reply: (world, a, b) => {
    const blocked = pick(
      [...world.board.jobs.values()].filter((job) => job.blocked),
      a,
    )
    ask(
      world,
      (caller) => ({
        tool: "reply",
        caller: blocked?.parentId ?? caller,
        task: blocked?.taskId ?? target(world, caller, b),
        answer: b % 2 ? { kind: "answers", answers: [["yes"]] } : { kind: "reject", message: "no" },
      }),
      a,
    )
  },
  wait: (world, a, b) =>
    ask(world, (caller) => ({ tool: "wait", caller, reason: "review", isGuarded: b % 3 !== 0 }), a),
  batch,
  "call-aborted": (world, a) => {
    const open = pick([...world.openCalls.values()], a)
    if (open) feed(world, { kind: "call-aborted", call: open.call })
  },
} as const satisfies Readonly<Record<string, Action>>

export type StepKind = keyof typeof actions | "reload" | "crash" | "foreign"

export function takeStep(world: World, step: Step) {
  const action: Action | undefined =
    step.kind === "reload" || step.kind === "crash" || step.kind === "foreign"
      ? undefined
      : actions[step.kind]
  action?.(world, step.a, step.b)
}
