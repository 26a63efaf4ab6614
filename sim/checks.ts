// Invariants about the host's truth, checked after every step. The board's own are in src/board/invariants.ts.

import type { Parent } from "../src/board/board.ts"
import type { HostCall, NoticeText } from "../src/board/effect.ts"
import type { BoardEvent } from "../src/board/event.ts"
import type { Job, JobState, Origin } from "../src/board/job.ts"
import type { Lease, LeaseKind } from "../src/board/lease.ts"
import type { TaskRecord } from "../src/board/record.ts"
import { isOutside, isSilent } from "./exceptions.ts"
import { liveRun, type Run, type Session } from "./truth.ts"
import type { OpenCall, World } from "./world.ts"

interface Known {
  readonly generation: number
  readonly state: JobState
  readonly origin: Origin
}

/** How long a caller may wait at most, by tool; undefined where the wait is the caller's own. */
const longestMs: Readonly<Record<string, number>> = {
  status: 3_000,
  result: 6_000,
  message: 13_000,
  reply: 3_000,
  cancel: 21_000,
  revive: 47_000,
  native: 0,
  wait: 0,
}

export class Checks {
  readonly violations: string[] = []
  /** Set while a board is rebuilt: nothing may be aborted or prompted. */
  isRestoring = false
  readonly #endings = new Map<string, JobState>()
  readonly #compensated = new Map<number, number>()
  readonly #told = new Set<string>()
  readonly #registered = new Set<string>()
  readonly #superseded = new Set<string>()
  readonly #known = new Map<string, Known>()
  /** Deleted before a restart: a compensation that was under way is lost with the board. */
  readonly #buried = new Set<string>()
  readonly #kinds = new Map<number, LeaseKind>()
  /** Endings that were owed when the board was rebuilt. */
  readonly #stale = new Set<string>()
  readonly #restored = new Set<string>()
  readonly #generations = new Set<number>()
  readonly #plans = new Map<number, Lease>()

  fail(invariant: string) {
    if (!this.violations.includes(invariant)) this.violations.push(invariant)
  }

  before(world: World) {
    this.#known.clear()
    for (const job of world.board.jobs.values()) {
      const { generation, state, origin } = job
      this.#known.set(job.taskId, { generation, state, origin })
    }
  }

  after(world: World, event: BoardEvent) {
    for (const broken of world.module.brokenInvariants(world.board)) this.fail(broken)
    for (const job of world.board.jobs.values()) this.#changed(world, event, job.taskId)
    if (event.kind === "native-background") this.#stale.clear()
    if (event.kind === "deleted") this.#orphans(world)
    if (event.kind === "deleted") this.#buriedParent(world, event.sessionId)
    this.#plansOver(world)
    this.#leases(world)
  }

  #rebuilt(world: World, taskId: string, record: TaskRecord) {
    const job = world.board.jobs.get(taskId)
    if (!job) return
    this.#restored.add(`${taskId}:${job.generation}`)
    if (job.origin === "plugin") this.#registered.add(job.baseline.promptId ?? "")
    this.#generations.add(job.generation)
    if (taskId !== record.taskId) return
    this.#stale.add(`${taskId}:${job.generation}:${job.state}`)
    this.#resumed(world, record)
  }

  /** A rebuild resumes an intent only where its prompt was stored. */
  #resumed(world: World, record: TaskRecord) {
    const job = world.board.jobs.get(record.taskId)
    if (!job || job.generation === record.generation) return
    const { promptId } = job.baseline
    if (promptId !== undefined && world.truth.sessions.get(job.taskId)?.messages.has(promptId))
      return
    this.fail("I25 a rebuilt generation has no prompt in the transcript")
  }

  #buriedParent(world: World, sessionId: string) {
    const hasChild = [...world.board.jobs.values()].some((job) => job.parentId === sessionId)
    if (hasChild || world.board.parents.has(sessionId)) {
      this.fail("I22 something of a deleted parent is kept")
    }
  }

  /** How leases begin and turn into each other. */
  #leases(world: World) {
    for (const lease of world.board.leases.values()) {
      const before = this.#kinds.get(lease.token)
      if (before === lease.kind) continue
      this.#kinds.set(lease.token, lease.kind)
      world.coverage.transition(`lease:${before ?? "none"}`, lease.kind)
    }
  }

  /** An admission that ended because a newer run had begun is settled: nothing is registered for it. */
  #plansOver(world: World) {
    for (const lease of this.#plans.values()) {
      if (world.board.leases.get(lease.taskId)?.token === lease.token) continue
      this.#plans.delete(lease.token)
      const job = world.board.jobs.get(lease.taskId)
      if (job && job.generation !== lease.generation)
        this.#superseded.add(lease.plan?.promptId ?? "")
    }
    for (const lease of world.board.leases.values()) {
      if (lease.phase === "look" || lease.phase === "send") this.#plans.set(lease.token, lease)
    }
  }

  #changed(world: World, event: BoardEvent, taskId: string) {
    const job = world.board.jobs.get(taskId)
    const known = this.#known.get(taskId)
    if (!job || job.isForeign) return
    if (event.kind === "task-restored") {
      this.#rebuilt(world, taskId, event.found.record)
    } else if (job.generation !== (known?.generation ?? 0)) this.#began(world, taskId)
    if (known?.generation === job.generation && known.state === job.state) return
    world.coverage.transition(known?.generation === job.generation ? known.state : "new", job.state)
    if (job.state !== "running") this.#ended(world, event, taskId)
  }

  #began(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    if (!job || job.generation === 0) return
    const known = this.#known.get(taskId)?.generation ?? 0
    const isFresh = job.generation > known && !this.#generations.has(job.generation)
    if (!isFresh) this.fail("I3 a generation did not rise")
    this.#generations.add(job.generation)
    const isLaunch = this.#known.get(taskId)?.state !== "running"
    if (job.origin === "plugin" && isLaunch) this.#capped(world, job.parentId)
    const run = liveRun(world.truth.sessions.get(taskId))
    if (run && job.origin !== "plugin") run.generation = job.generation
    const { promptId } = job.baseline
    if (job.origin === "plugin" && promptId !== undefined) {
      if (this.#registered.has(promptId)) this.fail("I25 a prompt was registered twice")
      this.#registered.add(promptId)
      if (!world.truth.sessions.get(taskId)?.messages.has(promptId)) {
        this.fail("I25 a generation has no prompt in the transcript")
      }
    }
  }

  /** Launches of ours never break the cap of a parent; runs that others started do not count. */
  #capped(world: World, parentId: string) {
    const running = [...world.board.jobs.values()].filter(
      (job) => job.parentId === parentId && job.state === "running" && job.origin === "plugin",
    )
    const sessions = [...world.truth.sessions.values()].filter((one) => one.parentId === parentId)
    const isMixed = sessions.some((one) => one.runs.some((run) => run.promptIds.some(isOutside)))
    if (running.length > world.board.caps.runningPerParentMax && !isMixed) {
      this.fail("I24 a cap was broken")
    }
  }

  #ended(world: World, event: BoardEvent, taskId: string) {
    const job = world.board.jobs.get(taskId)
    if (!job?.ending || job.state === "running" || job.generation === 0) return
    const key = `${taskId}:${job.generation}`
    const before = this.#endings.get(key)
    if (before !== undefined && before !== "stopped" && before !== job.state) {
      this.fail("I5 a published ending changed")
    }
    this.#endings.set(key, job.state)
    if (event.kind === "task-restored" && this.#known.has(taskId)) return
    this.#proven(world, taskId)
  }

  #proven(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    const session = world.truth.sessions.get(taskId)
    const run = liveRun(session)
    const isOwnRun = run?.generation === job?.generation
    const reason = job?.ending?.reason
    const isUnknown = world.truth.events.some((one) => one.sessionId === taskId)
    if (job?.state === "cancelled" && run && isOwnRun && !isUnknown) {
      this.fail("I6 cancelled was published while the run was not over")
    }
    if (reason === "quiet" || reason === "unanswered" || reason === "never_started") {
      const isTold = run && !world.truth.events.some((one) => one.sessionId === taskId)
      if (
        run?.phase === "active" &&
        isTold &&
        isOwnRun &&
        job &&
        run.startedAt < world.now - 5_000
      ) {
        this.fail("I17 a quiet read overrode a busy run")
      }
    }
    if (job?.state === "stopped" && reason !== "host_restarted") this.#stopped(world, taskId)
    this.#ofItsGeneration(world, taskId)
    this.#byResult(world, taskId)
  }

  /** What an ending claims stands in the transcript. */
  #byResult(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    const reason = job?.ending?.reason
    const results = new Set(world.truth.sessions.get(taskId)?.runs.map((one) => one.result))
    if (job?.state === "completed" && !results.has("completed")) {
      this.fail("I16 completed without an answer")
    }
    if (reason === "aborted" && !results.has("aborted")) this.fail("I16 cancelled without an abort")
    if (reason === "empty_answer" && !results.has("empty")) this.fail("I16 empty without an answer")
  }

  /** `stopped` needs five seconds of quiet since the run was last seen. */
  #stopped(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    if (!job || job.owner !== world.board.owner || this.isRestoring) return
    if (world.now - job.launchedAt < 5_000) this.fail("I16 absence alone was taken for an end")
  }

  /** An answer ends only the generation that it belongs to. */
  #ofItsGeneration(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    if (job?.origin !== "plugin" || job.state !== "completed" || this.isRestoring) return
    const { promptId } = job.baseline
    const runs = world.truth.sessions.get(taskId)?.runs ?? []
    const first = runs.findIndex(
      (run) => promptId !== undefined && run.promptIds.includes(promptId),
    )
    const hasAnswer = runs.slice(first).some((run) => run.result === "completed")
    if (first === -1 || !hasAnswer) this.fail("I15 evidence of another generation ended this one")
  }

  /** A deleted session with an active run of ours is fenced and aborted. */
  #orphans(world: World) {
    for (const session of world.truth.sessions.values()) {
      const run = liveRun(session)
      if (!session.isDeleted || run?.phase !== "active" || run.isNative) continue
      const isKnown = this.#known.get(session.id)
      if (isKnown?.state !== "running" || isKnown.origin === "native") continue
      if (isKnown.generation !== run.generation || world.board.jobs.has(session.id)) continue
      if (!world.board.leases.has(session.id)) this.fail("I10 a deleted child goes on running")
    }
  }

  sent(world: World, call: HostCall, lease: Lease | undefined) {
    const isMutating = call.kind === "abort" || call.kind === "prompt" || call.kind === "note"
    if (isMutating && this.isRestoring) this.fail("I23 a rebuild changed the host")
    if (call.kind === "prompt") this.#prompting(world, call.taskId, lease)
    if (call.kind === "notice") this.#noticing(world, call)
    if (call.kind !== "abort" || lease?.kind !== "compensate") return
    const times = (this.#compensated.get(lease.token) ?? 0) + 1
    this.#compensated.set(lease.token, times)
    if (times > 1) this.fail("I12 a compensation aborted twice")
  }

  #noticing(world: World, call: Extract<HostCall, { kind: "notice" }>) {
    const isStale = this.#stale.has(call.notice.key) && !world.board.caps.wakeAfterRestart
    if (call.wakes && isStale) this.fail("I23 a rebuild woke a parent")
    if (world.board.tombstones.has(call.parentId)) this.fail("I22 a deleted parent got a notice")
    const isWaiting = world.board.parents.get(call.parentId)?.waiting !== undefined
    if (isWaiting && call.wakes) this.fail("I21 a waiting parent was woken")
  }

  /** Runs that others started after this operation began cannot be foreseen. */
  #prompting(world: World, taskId: string, lease: Lease | undefined) {
    const run = liveRun(world.truth.sessions.get(taskId))
    if (!run || run.promptIds.some(isOutside)) return
    if (run.phase === "ending" && run.startedAt < (lease?.openedAt ?? 0)) {
      this.fail("I11 a prompt was sent into the end of an aborted run")
    }
  }

  /** An abort reaches an active run. */
  aborting(generation: number, run: Run) {
    const isOurs = run.promptIds.at(-1)?.startsWith("prompt:") ?? false
    if (isOurs && run.generation !== undefined && run.generation > generation) {
      this.fail("I7 an abort stopped a newer run")
    }
  }

  /** A notice reaches the parent's transcript. */
  told(world: World, notice: NoticeText) {
    if (this.#told.has(notice.key)) this.fail("I20 a notice was told twice")
    this.#told.add(notice.key)
    const { task, kind } = notice
    const isNativeEnd = task.origin === "native" && (kind === "completed" || kind === "errored")
    const isRestored = this.#restored.has(`${task.taskId}:${task.generation}`)
    if (isNativeEnd && !isRestored) this.fail("I20 an ending that the host tells was told again")
    world.coverage.notice(kind)
  }

  replied(open: OpenCall | undefined) {
    if (!open) this.fail("I2 a call was answered twice")
  }

  /** After a restart only what was written counts. */
  restarted(world: World) {
    for (const session of world.truth.sessions.values()) {
      if (session.isDeleted) this.#buried.add(session.id)
    }
    for (const lease of this.#plans.values()) {
      const job = world.board.jobs.get(lease.taskId)
      if (job && job.generation !== lease.generation)
        this.#superseded.add(lease.plan?.promptId ?? "")
    }
    this.#generations.clear()
    this.#endings.clear()
    this.#plans.clear()
    this.#kinds.clear()
    this.#compensated.clear()
  }

  /** The clock moved on: nobody waits longer than promised. */
  passed(world: World) {
    for (const { request, at } of world.openCalls.values()) {
      const longest = longestMs[request.tool]
      if (longest === undefined || world.now - at <= longest) continue
      const isRead = request.tool === "status" || request.tool === "result"
      this.fail(isRead ? "I19 a read was not answered in time" : "I18 a caller waits too long")
    }
  }

  /** Everything has settled and a minute has passed. */
  healed(world: World) {
    for (const lease of world.board.leases.values()) {
      if (lease.isUnconfirmed || lease.openedAt > world.now - 15_000) continue
      this.fail(`I27 a ${lease.kind} lease is still held`)
    }
    for (const job of world.board.jobs.values()) if (!job.isForeign) this.#settled(world, job)
    for (const session of world.truth.sessions.values()) {
      if (session.isDeleted) this.#buriedRun(world, session)
      else this.#ghosts(session)
    }
    for (const parent of world.board.parents.values()) {
      if (!parent.waiting) this.#untold(world, parent)
    }
  }

  #settled(world: World, job: Job) {
    const run = liveRun(world.truth.sessions.get(job.taskId))
    if (job.state === "running" && !run) this.fail("I27 a task runs for ever")
    const isLive = run?.phase === "active" && run.generation === job.generation
    if (job.state !== "running" && isLive && job.ending?.reason !== "deadline") {
      this.fail("I27 a live run is shown as ended")
    }
    if (job.intent && job.intent.generation > job.generation)
      this.fail("I13 an intent is left over")
  }

  /** A run of ours in a deleted session was stopped, or is fenced for good. */
  #buriedRun(world: World, session: Session) {
    const run = liveRun(session)
    const isOurs = run?.promptIds.some((id) => id.startsWith("prompt:")) ?? false
    if (!run || run.isNative || !isOurs || this.#buried.has(session.id)) return
    if (session.runs.some((one) => one.promptIds.some(isOutside))) return
    if (world.board.leases.get(session.id)?.isUnconfirmed) return
    this.fail("I10 a deleted child goes on running")
  }

  #ghosts(session: Session) {
    for (const id of session.messages.keys()) {
      const isOurs = id.startsWith("prompt:") && !this.#superseded.has(id)
      if (isOurs && !this.#registered.has(id)) {
        this.fail("I14 a prompt was stored but never registered")
      }
    }
  }

  #untold(world: World, parent: Parent) {
    for (const notice of parent.outbox.values()) {
      const hasLiveChildren = [...world.board.jobs.values()].some(
        (job) => job.parentId === notice.taskId && job.state === "running",
      )
      if (!hasLiveChildren && !this.#isWaitedFor(world, notice.taskId)) {
        this.fail("I21 an owed notice was never told")
      }
    }
    for (const taskId of parent.children) {
      const job = world.board.jobs.get(taskId)
      if (!job || job.isForeign || !isSilent(job)) continue
      const isOwed = [...parent.outbox.values()].some((one) => one.taskId === taskId)
      if (!isOwed && !this.#isWaitedFor(world, taskId)) this.fail("I21 an ending was never told")
    }
  }

  #isWaitedFor(world: World, taskId: string): boolean {
    const waiter = world.board.jobs.get(taskId)?.waiter
    return waiter !== undefined && world.board.calls.has(waiter)
  }
}
