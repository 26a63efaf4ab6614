// A board on virtual time with a hand-driven host: tests see which calls it makes and decide how they end.

import { type Board, createBoard } from "../../src/board/board.ts"
import type { Effect, HostCall, Reply } from "../../src/board/effect.ts"
import type { BoardEvent, BoardRequest, Observation, Settled } from "../../src/board/event.ts"
import { brokenInvariants } from "../../src/board/invariants.ts"
import { type BoardCaps, defaultCaps } from "../../src/board/limits.ts"
import { step } from "../../src/board/step.ts"

type Timer = Extract<Effect, { kind: "timer" }>

export const parent = "ses_parent"
export const child = "ses_child"

export class BoardBench {
  readonly board: Board
  readonly calls: { readonly operation: number; readonly call: HostCall }[] = []
  readonly replies = new Map<number, Reply[]>()
  now = 1_000_000
  /** Records are written at once unless a test holds them back. */
  savesAtOnce = true
  #timers: Timer[] = []
  #saves = new Set<string>()
  #nextCall = 1

  constructor(caps: Partial<BoardCaps> = {}) {
    this.board = createBoard({
      owner: "owner",
      caps: { ...defaultCaps, ...caps },
      mint: (key) => `msg:${key}`,
    })
  }

  event(event: BoardEvent) {
    for (const effect of step(this.board, event, this.now)) this.#take(effect)
    const broken = brokenInvariants(this.board)
    if (broken.length > 0) throw new Error(broken.join("; "))
    if (this.savesAtOnce) this.save()
    return this
  }

  #take(effect: Effect) {
    if (effect.kind === "call") this.calls.push(effect)
    else if (effect.kind === "timer") this.#timers.push(effect)
    else if (effect.kind === "save-task") this.#saves.add(effect.taskId)
    else if (effect.kind === "reply") {
      this.replies.set(effect.call, [...(this.replies.get(effect.call) ?? []), effect.reply])
    }
  }

  save() {
    for (const taskId of [...this.#saves]) {
      this.#saves.delete(taskId)
      const revision = this.board.jobs.get(taskId)?.revision
      if (revision !== undefined) this.event({ kind: "saved", taskId, revision })
    }
  }

  request(request: BoardRequest): number {
    const call = this.#nextCall++
    this.event({ kind: "request", call, request })
    return call
  }

  outcome(call: number): string | undefined {
    return this.replies.get(call)?.[0]?.outcome
  }

  /** Calls of a kind in flight. */
  inFlight(kind: HostCall["kind"]): readonly HostCall[] {
    return this.calls.filter(({ call }) => call.kind === kind).map(({ call }) => call)
  }

  /** Ends the oldest call of this kind; looks into the parent's transcript are `settleNoticeLook`'s. */
  settle(kind: HostCall["kind"], outcome: Settled = { kind: "ok" }) {
    return this.#settleFirst(({ call }) => call.kind === kind && !isNoticeLook(call), kind, outcome)
  }

  settleNoticeLook(isFound: boolean) {
    const outcome = { kind: "ok", value: { kind: "found", isFound } } as const
    return this.#settleFirst(({ call }) => isNoticeLook(call), "look for a notice", outcome)
  }

  #settleFirst(
    is: (entry: { readonly call: HostCall }) => boolean,
    kind: string,
    outcome: Settled,
  ) {
    const index = this.calls.findIndex(is)
    const [entry] = index === -1 ? [] : this.calls.splice(index, 1)
    if (!entry) throw new Error(`no ${kind} in flight`)
    return this.event({ kind: "settled", operation: entry.operation, outcome })
  }

  /** Lets time pass; reads of the status map are answered by `statuses` as they come. */
  pass(ms: number, statuses: Readonly<Record<string, "busy" | "retry">> | undefined = undefined) {
    const end = this.now + ms
    for (;;) {
      if (statuses) this.answerStatuses(statuses)
      const due = this.#timers.sort((left, right) => left.at - right.at)[0]
      if (!due || due.at > end) break
      this.#timers.shift()
      this.now = Math.max(this.now, due.at)
      this.event({ kind: "timer", timer: due.timer })
    }
    this.now = end
    return this
  }

  answerStatuses(statuses: Readonly<Record<string, "busy" | "retry">>) {
    while (this.inFlight("statuses").length > 0) {
      this.settle("statuses", { kind: "ok", value: { kind: "statuses", statuses } })
    }
  }

  /** Answers all looks at the transcript that are in flight. */
  observe(observation: Partial<Observation>, text?: string) {
    const whole: Observation = {
      live: "absent",
      evidence: { kind: "none" },
      isOpen: false,
      promptId: undefined,
      promptAt: undefined,
      ...observation,
    }
    const value = {
      kind: "observation",
      observation: whole,
      ...(text !== undefined && { text }),
    } as const
    for (let left = this.inFlight("observe").length; left > 0; left--) {
      this.settle("observe", { kind: "ok", value })
    }
    return this
  }

  launchNative(isBackground = true) {
    this.event({
      kind: "native-launched",
      taskId: child,
      parentId: parent,
      rootId: parent,
      agent: "general",
      description: "work",
    })
    if (isBackground) this.event({ kind: "native-background", taskId: child })
    return this
  }

  /** Starts one background task of ours and registers its run. */
  launchBatch(count = 1) {
    const items = Array.from({ length: count }, (_, index) => ({
      title: `t${index}`,
      prompt: "go",
    }))
    const call = this.request({
      tool: "batch",
      caller: parent,
      rootId: parent,
      agent: "general",
      items,
      isBackground: true,
      task: undefined,
    })
    for (let index = 0; index < count; index++) {
      const taskId = index === 0 ? child : `${child}${index}`
      this.settle("create", { kind: "ok", value: { kind: "created", taskId } })
    }
    for (let index = 0; index < count; index++) this.accept()
    return call
  }

  /** The prompt in flight is accepted and found in the transcript. */
  accept() {
    this.settle("prompt")
    return this.settle("look", { kind: "ok", value: { kind: "found", isFound: true } })
  }

  state(taskId = child): string | undefined {
    return this.board.jobs.get(taskId)?.state
  }

  generation(taskId = child): number | undefined {
    return this.board.jobs.get(taskId)?.generation
  }

  leaseKind(taskId = child): string | undefined {
    return this.board.leases.get(taskId)?.kind
  }
}

function isNoticeLook(call: HostCall): boolean {
  return call.kind === "look" && call.sessionId === parent
}
