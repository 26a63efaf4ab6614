// One simulated world: a board, the fake host's truth, calls in flight, timers and saves, all on a fake clock.
// It carries effects out only when a step says so, in any order, with any of the enabled faults.

import type { Board } from "../src/board/board.ts"
import type { Effect, HostCall, Reply } from "../src/board/effect.ts"
import type { BoardEvent, BoardRequest, Settled } from "../src/board/event.ts"
import type { Coverage } from "./coverage.ts"
import type { BoardModule, InFlight, Witness, World } from "./model.ts"
import { TimerQueue } from "./timer-queue.ts"
import {
  abort,
  addSession,
  createTruth,
  type HostEvent,
  isOpen,
  liveRun,
  observe,
  settleTails,
  statuses,
  storeNote,
  storePrompt,
} from "./truth.ts"

/** Gives an event to the board and takes its effects up. */
export function feed(world: World, event: BoardEvent): readonly Effect[] {
  const { board, checks, coverage } = world
  coverage.event(event)
  checks.before(world)
  const effects = world.module.step(board, event, world.now)
  for (const effect of effects) take(world, effect)
  checks.after(world, event)
  return effects
}

function take(world: World, effect: Effect) {
  switch (effect.kind) {
    case "call":
      return takeCall(world, effect.operation, effect.call)
    case "reply":
      return takeReply(world, effect.call, effect.reply)
    case "timer":
      world.timers.add(Math.max(effect.at, world.now), effect.timer)
      return
    case "save-task":
      world.saves.add(effect.taskId)
      return
    case "save-parent":
      saveParent(world, effect.parentId)
  }
}

function takeCall(world: World, operation: number, call: HostCall) {
  const taskId = "taskId" in call ? call.taskId : ""
  const lease = world.board.leases.get(taskId)
  const planned = lease?.plan?.generation ?? 0
  const meant = lease?.generation ?? world.board.jobs.get(taskId)?.generation ?? 0
  const aborting = lease?.kind === "compensate" ? Math.max(meant, planned) : meant
  const current = world.board.operations.get(operation)?.generation ?? 0
  const generation = call.kind === "observe" ? current : aborting
  world.checks.sent(world, call, lease)
  world.inFlight.push({
    operation,
    call,
    generation,
    startedAt: world.now,
    isApplied: false,
    isHeld: false,
    answer: { kind: "unknown" },
  })
}

function takeReply(world: World, call: number, reply: Reply) {
  const open = world.openCalls.get(call)
  world.checks.replied(world, open, reply)
  if (!open) return
  world.openCalls.delete(call)
  world.coverage.reply(open.request, reply)
}

function saveParent(world: World, parentId: string) {
  const parent = world.board.parents.get(parentId)
  if (!parent) return
  world.storedParents.set(parentId, {
    sessionId: parentId,
    aliases: Object.fromEntries(parent.aliases),
    ...(parent.waiting && { waiting: parent.waiting }),
  })
}

/** Writes one record and reports it. */
export function save(world: World, taskId: string) {
  world.saves.delete(taskId)
  const job = world.board.jobs.get(taskId)
  if (!job) return
  const record = world.module.describeTask(job, undefined)
  const { revision } = job
  world.stored.set(taskId, { record, revision })
  feed(world, { kind: "saved", taskId, revision })
}

/** Lets the call reach the host; its answer is fixed now and delivered later. */
export function apply(world: World, call: InFlight, choice: number) {
  if (call.isApplied) return
  call.isApplied = true
  call.answer = effectOf(world, call, choice)
}

function effectOf(world: World, inFlight: InFlight, choice: number): Settled {
  const { call } = inFlight
  switch (call.kind) {
    case "statuses":
      return { kind: "ok", value: { kind: "statuses", statuses: statuses(world.truth) } }
    case "abort":
      return applyAbort(world, inFlight, call.taskId, choice)
    case "create":
      return applyCreate(world, call.parentId)
    case "notice":
      return applyNotice(world, call)
    case "look":
      return applyLook(world, call)
    default:
      return onSession(world, call, choice)
  }
}

function onSession(
  world: World,
  call: Extract<HostCall, { kind: "note" | "prompt" | "answer" | "observe" | "baseline" }>,
  choice: number,
): Settled {
  const session = world.truth.sessions.get(call.taskId)
  if (!session || session.isDeleted) {
    const isRead = call.kind === "observe" || call.kind === "baseline"
    return isRead ? { kind: "ok", value: { kind: "gone" } } : { kind: "refused", detail: "404" }
  }
  switch (call.kind) {
    case "note":
      storeNote(world.truth, session, call.messageId)
      return { kind: "ok" }
    case "prompt": {
      const isDead = world.faults.has("dead-model") && choice % 8 === 0
      const generation = Number(call.messageId.split(":")[2])
      storePrompt(world.truth, session, { id: call.messageId, now: world.now, isDead, generation })
      return { kind: "ok" }
    }
    case "answer": {
      if (session.request?.id !== call.requestId) return { kind: "refused" }
      session.request = undefined
      world.truth.events.push({ kind: "answered", sessionId: session.id, id: call.requestId })
      return { kind: "ok" }
    }
    case "observe": {
      const observation = observe(world.truth, session, { ...call.since, now: world.now })
      const hasText = ["completed", "errored", "aborted"].includes(observation.evidence.kind)
      const text = hasText && choice % 5 !== 0 ? "report" : ""
      return { kind: "ok", value: { kind: "observation", observation, text } }
    }
    case "baseline":
      return { kind: "ok", value: { kind: "baseline", isOpen: isOpen(session, world.now) } }
  }
}

function applyAbort(world: World, inFlight: InFlight, taskId: string, choice: number): Settled {
  const run = liveRun(world.truth.sessions.get(taskId))
  if (run?.phase === "active") world.checks.aborting(inFlight.generation, run)
  abort(world.truth, taskId, world.now, { tailMs: choice % 401, lateMs: 0 })
  return { kind: "ok" }
}

function applyCreate(world: World, parentId: string): Settled {
  const parent = world.truth.sessions.get(parentId)
  if (!parent || parent.isDeleted) return { kind: "refused", detail: "404" }
  const session = addSession(world.truth, parentId)
  return { kind: "ok", value: { kind: "created", taskId: session.id } }
}

function applyNotice(world: World, call: Extract<HostCall, { kind: "notice" }>): Settled {
  const parent = world.truth.sessions.get(call.parentId)
  if (!parent || parent.isDeleted) return { kind: "refused", detail: "404" }
  landTwin(world, call.messageId)
  const times = parent.messages.get(call.messageId) ?? 0
  parent.messages.set(call.messageId, times + 1)
  if (times === 0) world.checks.told(world, call.notice)
  else world.truth.seen("same-id-is-one-message")
  return { kind: "ok" }
}

/** An earlier send of this notice, whose connection broke, arrives beside the new one. */
function landTwin(world: World, messageId: string) {
  const twin = world.straying.findIndex(
    ({ call }) => call.kind === "notice" && call.messageId === messageId,
  )
  const [stray] = twin === -1 ? [] : world.straying.splice(twin, 1)
  if (stray) apply(world, stray, 0)
}

function applyLook(world: World, call: Extract<HostCall, { kind: "look" }>): Settled {
  const session = world.truth.sessions.get(call.sessionId)
  if (session?.isDeleted) return { kind: "ok", value: { kind: "gone" } }
  const isFound = session?.messages.has(call.messageId) ?? false
  return { kind: "ok", value: { kind: "found", isFound } }
}

/** Gives the answer of a call, or another one, to the board. */
export function deliver(world: World, call: InFlight, outcome: Settled) {
  const index = world.inFlight.indexOf(call)
  if (index !== -1) world.inFlight.splice(index, 1)
  world.settling = call
  world.checks.delivered(call, outcome)
  feed(world, { kind: "settled", operation: call.operation, outcome })
  world.settling = undefined
}

/** Passes the host's queued events on. */
export function flushEvents(world: World) {
  for (let event = world.truth.events.shift(); event; event = world.truth.events.shift()) {
    for (const translated of translate(world, event)) feed(world, translated)
  }
}

function translate(world: World, event: HostEvent): BoardEvent[] {
  const { sessionId } = event
  switch (event.kind) {
    case "busy":
    case "retry":
    case "idle":
      return [{ kind: "status", sessionId, status: event.kind }]
    case "deleted":
      return [{ kind: "deleted", sessionId }]
    case "failed":
      return [{ kind: "failed", sessionId, name: event.name }]
    case "asked":
      return [{ kind: "asked", taskId: sessionId, request: event.request, requestId: event.id }]
    case "answered":
      return [{ kind: "answered", taskId: sessionId, requestId: event.id }]
    case "ended":
      return [
        {
          kind: "native-ended",
          taskId: sessionId,
          state: event.result,
          detail: undefined,
          at: event.at,
        },
        ...settledNativeCalls(world, sessionId),
      ]
  }
}

function settledNativeCalls(world: World, taskId: string): BoardEvent[] {
  const events: BoardEvent[] = []
  for (const [callId, call] of world.nativeCalls) {
    if (call.taskId !== taskId) continue
    world.nativeCalls.delete(callId)
    events.push({ kind: "native-settled", parentId: call.parentId, callId })
  }
  return events
}

/** A prompt that was accepted is stored a moment later. */
function landStrays(world: World) {
  for (const call of world.straying.splice(0)) {
    if (call.call.kind === "prompt") apply(world, call, 1)
    else world.straying.push(call)
  }
}

/** Moves the clock on; timers that come due on the way fire in order. */
export function advance(world: World, ms: number) {
  const end = world.now + ms
  if (ms > 1) landStrays(world)
  for (;;) {
    const due = world.timers.takeDue(end)
    if (!due) break
    world.now = Math.max(world.now, due.at)
    settleTails(world.truth, world.now)
    if (!world.faults.has("late-events")) flushEvents(world)
    feed(world, { kind: "timer", timer: due.value })
  }
  world.now = end
  settleTails(world.truth, end)
  world.checks.passed(world)
}

export function request(world: World, asked: BoardRequest): number {
  const call = world.nextCall++
  world.openCalls.set(call, { call, request: asked, at: world.now })
  feed(world, { kind: "request", call, request: asked })
  return call
}

export function createWorld(options: {
  readonly module: BoardModule
  readonly coverage: Coverage
  readonly checks: Witness
  readonly faults: ReadonlySet<string>
}): World {
  const { module, coverage, checks, faults } = options
  const truth = createTruth((quirk) => coverage.quirk(quirk))
  const world: World = {
    module,
    truth,
    coverage,
    checks,
    timers: new TimerQueue(),
    inFlight: [],
    openCalls: new Map(),
    saves: new Set(),
    straying: [],
    stored: new Map(),
    storedParents: new Map(),
    parents: [],
    nativeCalls: new Map(),
    faults: new Set(faults),
    settling: undefined,
    board: newBoard(module, 1, faults),
    epoch: 1,
    now: 1_000,
    nextCall: 1,
    steps: 0,
  }
  for (let index = 0; index < 2; index++) world.parents.push(addSession(truth, undefined).id)
  return world
}

export function newBoard(module: BoardModule, epoch: number, faults: ReadonlySet<string>): Board {
  return module.createBoard({
    owner: `owner${epoch}`,
    mint: (key) => key,
    caps: {
      runningPerParentMax: faults.has("small-caps") ? 2 : 6,
      runningPerRootMax: faults.has("small-caps") ? 3 : 12,
      launchesPerHourMax: faults.has("small-caps") ? 8 : 60,
      deadlineMs: faults.has("deadlines") ? 20_000 : 0,
      wakeAfterRestart: faults.has("wake-after-restart"),
    },
  })
}
