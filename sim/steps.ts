// The steps of a schedule. Each is a kind and two numbers; what they mean is decided when the step is taken, so that
// any part of a schedule is a schedule too, and shrinking stays simple.

import type { BoardRequest } from "../src/board/event.ts"
import { isTerminal, type Job } from "../src/board/job.ts"
import { goOn, hold, settle, settleAll, unhold } from "./deliveries.ts"
import type { World } from "./model.ts"
import {
  abortByUser,
  answerByUser,
  askUser,
  finish,
  launchNative,
  outsidePrompt,
  relaunch,
  removeLeased,
  removeSession,
  setRetry,
  settleUnlaunched,
} from "./others.ts"
import { aim, callerId, childSessions, parentId, pick, target } from "./pickers.ts"
import { advance, feed, flushEvents, request, save } from "./world.ts"

export interface Step {
  readonly kind: StepKind
  readonly a: number
  readonly b: number
}

type Action = (world: World, a: number, b: number) => void

/** A request of a tool about one task. */
function ask(
  fits: (job: Job) => boolean,
  build: (aimed: { readonly caller: string; readonly task: string }, b: number) => BoardRequest,
): Action {
  return (world, a, b) => request(world, build(aim(world, a, b, fits), b >> 8))
}

const isRunning = (job: Job) => !isTerminal(job)
const isAny = () => true

const waits = [
  1, 20, 149, 150, 150, 299, 301, 700, 1_000, 1_499, 1_501, 2_999, 3_001, 4_999, 5_001, 9_999,
  10_001, 30_000, 121_000,
]

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
  hold,
  unhold,
  advance: (world, a) => {
    const ms = waits[a % waits.length] ?? 1
    if (ms > 1_000) settleUnlaunched(world)
    advance(world, ms)
  },
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
  answer: answerByUser,
  outside: outsidePrompt,
  abort: abortByUser,
  remove: removeSession,
  "remove-leased": removeLeased,
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
  status: ask(isAny, (aimed) => ({ tool: "status", ...aimed })),
  list: (world, a) =>
    request(world, { tool: "status", caller: callerId(world, a), task: undefined }),
  result: ask(isAny, (aimed) => ({ tool: "result", ...aimed })),
  message: ask(isRunning, (aimed) => ({ tool: "message", ...aimed, text: "note" })),
  cancel: ask(isRunning, (aimed, b) => ({
    tool: "cancel",
    ...aimed,
    reason: undefined,
    byUser: b % 4 === 0,
  })),
  revive: ask(isTerminal, (aimed, b) => ({
    tool: "revive",
    ...aimed,
    prompt: "go on",
    byUser: b % 4 === 0,
  })),
  reply: ask(
    (job) => job.blocked !== undefined,
    (aimed, b) => ({
      tool: "reply",
      ...aimed,
      answer: b % 2 ? { kind: "answers", answers: [["yes"]] } : { kind: "reject", message: "no" },
    }),
  ),
  wait: (world, a, b) =>
    request(world, {
      tool: "wait",
      caller: callerId(world, a),
      reason: "review",
      isGuarded: b % 3 !== 0,
    }),
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
