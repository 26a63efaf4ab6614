// The second layer: the real driver, whose promises settle in any order, gives the same answers and leaves the same
// tasks and transcripts behind as the reducer alone, for any script and with any broken call.

import { expect, test } from "vitest"
import { createRandom, type Random } from "../../sim/random.ts"
import { addSession, finishRun, liveRun, remove, storePrompt } from "../../sim/truth.ts"
import type { Reply, TaskView } from "../../src/board/effect.ts"
import type { BoardRequest } from "../../src/board/event.ts"
import { createDriverWorld, createReducerWorld, type PlayedWorld } from "../support/board-worlds.ts"
import type { Fault } from "../support/truth-host.ts"

const runs = process.env.WORKBENCH_LONG === "1" ? 3_000 : 300
const stepsOfARun = 12

/** A step does the same in either world and returns what there is to compare. */
type Step = (world: PlayedWorld) => Promise<unknown>

const faults: readonly Fault[] = (["note", "prompt", "create", "notice", "abort"] as const).flatMap(
  (call) => (["refused", "lost", "failed"] as const).map((kind) => ({ call, kind })),
)

function pick<Value>(values: readonly Value[], choice: number): Value | undefined {
  return values.length === 0 ? undefined : values[choice % values.length]
}

function taskOf(world: PlayedWorld, choice: number): TaskView | undefined {
  return pick(world.parents.flatMap(world.tasksOf), choice)
}

function describeReply({ outcome, reason, task, tasks, batch, text }: Reply) {
  const shown = task && { state: task.state, alias: task.alias }
  const items = batch?.map((item) => [item.outcome, item.reason])
  return { outcome, reason, shown, text, tasks: tasks?.map(describeTask), items }
}

function describeTask(task: TaskView) {
  // Generations rise, but an intent that has to begin anew skips one; the runs themselves are compared in the transcript.
  const { alias, state, origin, isBackground, acknowledgement, lease, blocked } = task
  // The host's own word and the transcript are on their way at once; either may come first and name the reason.
  const ending = origin === "native" ? undefined : task.ending?.reason
  return [alias, state, origin, isBackground, acknowledgement, lease?.kind, blocked?.kind, ending]
}

type OneTask = "status" | "result" | "message" | "cancel" | "revive"

function askAbout(tool: OneTask, choice: number): Step {
  return async (world) => {
    const task = taskOf(world, choice)
    const about = { caller: task?.parentId ?? "s1", task: task?.alias ?? "none" }
    const requests: Record<OneTask, BoardRequest> = {
      status: { tool: "status", ...about },
      result: { tool: "result", ...about },
      message: { tool: "message", ...about, text: "note" },
      cancel: { tool: "cancel", ...about, reason: "enough" },
      revive: { tool: "revive", ...about, prompt: "go on" },
    }
    return describeReply(await world.request(requests[tool]))
  }
}

function batch(choice: number): Step {
  return async (world) => {
    const caller = world.parents[choice % 2] ?? "s1"
    const items = [{ title: "t", prompt: "go" }]
    const common = { tool: "batch", agent: "general", isBackground: true, task: undefined } as const
    return describeReply(await world.request({ ...common, caller, rootId: caller, items }))
  }
}

function native(choice: number): Step {
  return async (world) => {
    const caller = world.parents[choice % 2] ?? "s1"
    const about = { caller, rootId: caller, agent: "general", description: "work" }
    const call = {
      tool: "native",
      callId: `call${choice}`,
      task: undefined,
      ancestors: [],
    } as const
    const reply = await world.request({ ...call, ...about })
    if (reply.outcome !== "pass") return describeReply(reply)
    const { id } = addSession(world.truth, caller)
    const session = world.truth.sessions.get(id)
    const prompt = { id: `native:${id}`, now: world.now(), isNative: true }
    if (session) storePrompt(world.truth, session, prompt)
    const { agent, description } = about
    world.show({
      kind: "native-launched",
      taskId: id,
      parentId: caller,
      rootId: caller,
      agent,
      description,
    })
    world.show({ kind: "native-background", taskId: id })
    return reply.outcome
  }
}

const results = ["completed", "errored", "empty", "permission-rejected"] as const

function finish(choice: number): Step {
  return async (world) => {
    const live = [...world.truth.sessions.values()].filter(
      (one) => liveRun(one)?.phase === "active",
    )
    const session = pick(live, choice)
    const result = pick(results, choice >> 4) ?? "completed"
    if (session) {
      finishRun(world.truth, session, { result, isLost: false, now: world.now(), lateMs: 0 })
    }
    return session?.id
  }
}

function askUser(choice: number): Step {
  return async (world) => {
    const live = [...world.truth.sessions.values()].filter(
      (one) => liveRun(one)?.phase === "active",
    )
    const session = pick(live, choice)
    const task = world.parents.flatMap(world.tasksOf).find((one) => one.taskId === session?.id)
    if (!session || !task || session.request) return undefined
    const request = choice % 2 ? "permission" : "question"
    const id = `ask${world.truth.nextRequest++}`
    session.request = { kind: request, id }
    world.truth.events.push({ kind: "asked", sessionId: session.id, request, id })
    await world.reach(world.now() + 10)
    const answer =
      choice % 3
        ? ({ kind: "answers", answers: [["yes"]] } as const)
        : ({ kind: "reject", message: "no" } as const)
    const reply = describeReply(
      await world.request({ tool: "reply", caller: task.parentId, task: task.alias, answer }),
    )
    // What the tool may not do is the user's; the real driver also clears what is left when it aborts.
    if (session.request) {
      session.request = undefined
      world.truth.events.push({ kind: "answered", sessionId: session.id, id })
    }
    return reply
  }
}

const removeChild =
  (choice: number): Step =>
  async (world) => {
    const task = taskOf(world, choice)
    if (task) remove(world.truth, task.taskId)
    return task?.alias
  }

const wait =
  (choice: number): Step =>
  async (world) => {
    const caller = world.parents[choice % 2] ?? "s1"
    const request = { tool: "wait", caller, reason: "review", isGuarded: choice % 3 > 0 } as const
    const reply = describeReply(await world.request(request))
    if (choice % 5 > 0) world.show({ kind: "user-spoke", sessionId: caller })
    return reply
  }

const list =
  (choice: number): Step =>
  async (world) => {
    const caller = world.parents[choice % 2] ?? "s1"
    return describeReply(await world.request({ tool: "status", caller, task: undefined }))
  }

/** Two requests about different tasks at once: neither waits for the other. */
const pair =
  (choice: number): Step =>
  async (world) => {
    const [one, two] = [taskOf(world, choice), taskOf(world, choice + 1)]
    if (one === undefined || two === undefined || one.taskId === two.taskId) return undefined
    const tools = ["status", "result", "message", "cancel", "revive"] as const
    const first = askAbout(pick(tools, choice >> 2) ?? "status", choice)(world)
    const second = askAbout(pick(tools, choice >> 5) ?? "status", choice + 1)(world)
    return Promise.all([first, second])
  }

const kinds: readonly ((choice: number) => Step)[] = [
  batch,
  batch,
  native,
  finish,
  finish,
  finish,
  ...(["status", "result", "message", "cancel", "revive", "revive"] as const).map(
    (tool) => (choice: number) => askAbout(tool, choice),
  ),
  askUser,
  removeChild,
  wait,
  list,
  pair,
]

const waits = [1, 150, 400, 2_000, 6_000, 20_000]

function snapshot(world: PlayedWorld) {
  const sessions = [...world.truth.sessions.values()].map((session) => ({
    id: session.id,
    stored: [...session.messages.values()],
    runs: session.runs.map((run) => [run.phase, run.result]),
  }))
  return { tasks: world.parents.flatMap(world.tasksOf).map(describeTask), sessions }
}

async function play(seed: number) {
  const random = createRandom(seed)
  const reducer = createReducerWorld()
  const driver = await createDriverWorld(createRandom(seed + 1_000_000))
  await reducer.reach(2_000)
  await driver.reach(2_000)
  for (let index = 0; index < stepsOfARun; index++)
    await playStep(random, { reducer, driver, seed, index })
  await reducer.dispose()
  await driver.dispose()
}

async function playStep(
  random: Random,
  worlds: {
    readonly reducer: PlayedWorld
    readonly driver: PlayedWorld
    readonly seed: number
    readonly index: number
  },
) {
  const { reducer, driver, seed, index } = worlds
  const kind = pick(kinds, random.next(1_000))
  const step = kind?.(random.next(1_000))
  // Which of two calls a fault would hit is not the same in both worlds.
  const fault = random.chance(30) && kind !== pair ? pick(faults, random.next(1_000)) : undefined
  const gap = pick(waits, random.next(1_000)) ?? 1
  for (const world of [reducer, driver]) world.break(fault)
  const expected = await step?.(reducer)
  const answer = await step?.(driver)
  const at = Math.max(reducer.now(), driver.now()) + gap
  await reducer.reach(at)
  await driver.reach(at)
  const where = `seed ${seed}, step ${index}`
  expect({ where, answer, ...snapshot(driver) }).toEqual({
    where,
    answer: expected,
    ...snapshot(reducer),
  })
}

test(`the driver answers as the reducer does, in ${runs} runs`, { timeout: 600_000 }, async () => {
  for (let seed = 1; seed <= runs; seed++) await play(seed)
})
