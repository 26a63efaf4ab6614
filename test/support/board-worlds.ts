// Two worlds that play the same script, each against a fake host of its own: the reducer alone, in the simulator, and
// the real driver with its host calls, whose promises a seeded scheduler settles in any order.

import { originalBoard } from "../../sim/board-module.ts"
import { Checks } from "../../sim/checks.ts"
import { Coverage } from "../../sim/coverage.ts"
import type { InFlight, World } from "../../sim/model.ts"
import type { Random } from "../../sim/random.ts"
import { TimerQueue } from "../../sim/timer-queue.ts"
import { createTruth, type HostEvent, settleTails, type Truth } from "../../sim/truth.ts"
import { advance, apply, createWorld, deliver, feed, flushEvents, save } from "../../sim/world.ts"
import type { Reply, TaskView } from "../../src/board/effect.ts"
import type { BoardEvent, BoardRequest } from "../../src/board/event.ts"
import { defaultCaps } from "../../src/board/limits.ts"
import { childrenOf, viewOf } from "../../src/board/view.ts"
import { createDriver } from "../../src/features/tasks/driver.ts"
import { fromUserMessage, toBoardEvents } from "../../src/features/tasks/observe.ts"
import type { HostEvent as ShownEvent } from "../../src/host/event.ts"
import type { Clock } from "../../src/lib/clock.ts"
import { createTaskContext } from "./task-context.ts"
import { createTruthHost, type Fault, type FaultyCall, tailMs } from "./truth-host.ts"

export interface PlayedWorld {
  readonly truth: Truth
  readonly parents: readonly string[]
  now(): number
  /** The fault that is due in this step, if any. */
  break(fault: Fault | undefined): void
  request(request: BoardRequest): Promise<Reply>
  show(event: BoardEvent): void
  tasksOf(parentId: string): readonly TaskView[]
  /** Lets everything settle and the clock reach this moment. */
  reach(at: number): Promise<void>
  dispose(): Promise<void>
}

/** A caller waits at most this long in virtual time. */
const patienceMs = 60_000

class KeptReplies extends Coverage {
  readonly replies: Reply[] = []
  override reply(_: BoardRequest, reply: Reply) {
    this.replies.push(reply)
  }
}

export function createReducerWorld(): PlayedWorld {
  const coverage = new KeptReplies()
  const checks = new Checks()
  const world = createWorld({ module: originalBoard, coverage, checks, faults: new Set() })
  let due: Fault | undefined
  const settleOne = (call: InFlight) => {
    const kind = due?.call === call.call.kind ? due.kind : undefined
    if (kind !== undefined) due = undefined
    if (kind === "refused") return deliver(world, call, { kind: "refused", detail: "400" })
    if (kind === "failed") return deliver(world, call, { kind: "unknown", detail: "broken" })
    apply(world, call, tailMs)
    deliver(world, call, kind === "lost" ? { kind: "unknown", detail: "broken" } : call.answer)
  }
  const settleAll = () => {
    for (let rounds = 0; rounds < 1_000; rounds++) {
      flushEvents(world)
      for (const taskId of [...world.saves]) save(world, taskId)
      const [call] = world.inFlight
      if (!call) return
      settleOne(call)
    }
    throw new Error("the reducer does not come to rest")
  }
  const until = (isOver: () => boolean, end: number) => {
    for (;;) {
      settleAll()
      const next = world.timers.nextAt
      if (isOver() || next === undefined || next > end) return
      advance(world, Math.max(0, next - world.now))
    }
  }
  return {
    truth: world.truth,
    parents: world.parents,
    now: () => world.now,
    break: (fault) => {
      due = fault
    },
    request: async (request) => {
      const before = coverage.replies.length
      ask(world, request)
      until(() => coverage.replies.length > before, world.now + patienceMs)
      const reply = coverage.replies[before]
      if (!reply) throw new Error(`the reducer never answered ${request.tool}`)
      return reply
    },
    show: (event) => {
      feed(world, event)
    },
    tasksOf: (parentId) =>
      childrenOf(world.board, parentId).map((job) => viewOf(world.board, job, world.now)),
    reach: async (at) => {
      until(() => false, at)
      if (world.now < at) advance(world, at - world.now)
      settleAll()
    },
    dispose: async () => {
      if (checks.violations.length > 0) throw new Error(checks.violations.join("; "))
    },
  }
}

function ask(world: World, request: BoardRequest) {
  const call = world.nextCall++
  world.openCalls.set(call, { call, request, at: world.now })
  feed(world, { kind: "request", call, request })
}

/** Promises that wait for their turn, and a clock that moves only when nothing else is left to do. */
class Scheduler {
  now = 1_000
  readonly #waiting: (() => void)[] = []
  readonly #timers = new TimerQueue<() => void>()
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  readonly gate = (): Promise<void> =>
    new Promise((resolve) => {
      this.#waiting.push(resolve)
    })

  readonly clock: Clock = {
    now: () => this.now,
    sleep: (ms) =>
      new Promise((resolve) => {
        this.#timers.add(this.now + ms, resolve)
      }),
  }

  /** Settles one promise at random; false where none waits. */
  settleOne(): boolean {
    const [resolve] = this.#waiting.splice(this.#random.next(this.#waiting.length || 1), 1)
    resolve?.()
    return resolve !== undefined
  }

  get nextAt(): number | undefined {
    return this.#timers.nextAt
  }

  fire(at: number) {
    this.now = Math.max(this.now, at)
    this.#timers.takeDue(this.now)?.value()
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

export async function createDriverWorld(random: Random): Promise<PlayedWorld> {
  const scheduler = new Scheduler(random)
  const truth = createTruth(() => undefined)
  let due: Fault | undefined
  const takeFault = (call: FaultyCall) => {
    if (due?.call !== call) return undefined
    const { kind } = due
    due = undefined
    return kind
  }
  const host = createTruthHost({ truth, now: () => scheduler.now, gate: scheduler.gate, takeFault })
  const driver = createDriver({
    host,
    clock: scheduler.clock,
    log: createTaskContext().context.log,
    owners: {
      owner: "owner1",
      open: async () => undefined,
      isAlive: async () => true,
      claim: async () => true,
      close: async () => undefined,
    },
    caps: defaultCaps,
  })
  const showNext = (): boolean => {
    const event = truth.events.shift()
    if (!event) return false
    for (const one of translate(event, truth, scheduler.now)) driver.dispatch(one)
    return true
  }
  const settleAll = async () => {
    for (let rounds = 0; rounds < 5_000; rounds++) {
      await turn()
      const isEventFirst = random.chance(50) && showNext()
      if (!isEventFirst && !scheduler.settleOne() && !showNext()) return
    }
    throw new Error("the driver does not come to rest")
  }
  const until = async (isOver: () => boolean, end: number) => {
    for (;;) {
      await settleAll()
      const next = scheduler.nextAt
      if (isOver() || next === undefined || next > end) return
      scheduler.fire(next)
      settleTails(truth, scheduler.now)
    }
  }
  const { addSession } = await import("../../sim/truth.ts")
  const parents = [addSession(truth, undefined).id, addSession(truth, undefined).id]
  const met = Promise.all(parents.map((parentId) => driver.meet(parentId)))
  await until(() => false, scheduler.now)
  await met
  return {
    truth,
    parents,
    now: () => scheduler.now,
    break: (fault) => {
      due = fault
    },
    request: async (request) => {
      let reply: Reply | undefined
      void driver.request(request).then((answer) => {
        reply = answer
      })
      await until(() => reply !== undefined, scheduler.now + patienceMs)
      if (!reply) throw new Error(`the driver never answered ${request.tool}`)
      return reply
    },
    show: driver.dispatch,
    tasksOf: driver.tasksOf,
    reach: async (at) => {
      await until(() => false, at)
      scheduler.now = Math.max(scheduler.now, at)
      settleTails(truth, scheduler.now)
      await settleAll()
    },
    dispose: driver.dispose,
  }
}

/** What the real observation makes of the fake host's events. */
function translate(event: HostEvent, truth: Truth, now: number): readonly BoardEvent[] {
  const { sessionId } = event
  const around = { rootOf: (id: string) => id, isPrivate: () => false, now }
  if (event.kind !== "ended") return toBoardEvents(shownEvent(event), around)
  const [state, tag] =
    event.result === "completed" ? ["completed", "task_result"] : ["error", "task_error"]
  const text = `<task id="${sessionId}" state="${state}"><${tag}>report</${tag}></task>`
  const parts = [{ type: "text", synthetic: true, text }]
  const parentId = truth.sessions.get(sessionId)?.parentId ?? ""
  const message = { sessionId: parentId, messageId: undefined, agent: undefined, parts }
  return fromUserMessage(message, event.at)
}

function shownEvent(event: Exclude<HostEvent, { kind: "ended" }>): ShownEvent {
  const { sessionId } = event
  switch (event.kind) {
    case "busy":
    case "retry":
      return { type: "session-status", sessionId, status: event.kind }
    case "idle":
      return { type: "session-idle", sessionId }
    case "deleted":
      return { type: "session-deleted", sessionId }
    case "failed":
      return { type: "session-failed", sessionId, name: event.name, message: "" }
    case "answered":
      return { type: "question-replied", sessionId, requestId: event.id }
    case "asked":
      return event.request === "question"
        ? { type: "question-asked", sessionId, requestId: event.id, questions: [] }
        : {
            type: "permission-asked",
            sessionId,
            requestId: event.id,
            permission: "bash",
            patterns: [],
            callId: undefined,
          }
  }
}
