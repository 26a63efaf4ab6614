// Invariants about the host's truth, checked after every step. The board's own are in src/board/invariants.ts.

import type { HostCall, NoticeText, Reply } from "../src/board/effect.ts"
import type { BoardEvent, Settled } from "../src/board/event.ts"
import type { JobState, Origin } from "../src/board/job.ts"
import type { Lease, LeaseKind } from "../src/board/lease.ts"
import type { TaskRecord } from "../src/board/record.ts"
import { isTooEarly } from "./answer-checks.ts"
import { identityOf, isCallerBlocked } from "./blocked-checks.ts"
import { isOutside, isTooNewToKnow } from "./exceptions.ts"
import { checkHealed } from "./healed-checks.ts"
import { brokenCap, type Launch } from "./launch-checks.ts"
import type { InFlight, OpenCall, Witness, World } from "./model.ts"
import { liveRun, type Run } from "./truth.ts"

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

export class Checks implements Witness {
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
  readonly #leaseTasks = new Map<number, string>()
  /** When the board last heard that a session is busy. */
  readonly #busyAt = new Map<string, number>()
  /** Notices that were looked up and not found, and not sent since. */
  readonly #lookedUp = new Set<string>()
  /** Launches that the board admitted in this step. */
  #launches: Launch[] = []

  fail(invariant: string) {
    if (!this.violations.includes(invariant)) this.violations.push(invariant)
  }

  before(world: World) {
    this.#known.clear()
    for (const job of world.board.jobs.values()) {
      const { generation, state, origin } = job
      this.#known.set(job.taskId, { generation, state, origin })
    }
    this.#launches = []
  }

  after(world: World, event: BoardEvent) {
    for (const broken of world.module.brokenInvariants(world.board)) this.fail(broken)
    for (const job of world.board.jobs.values()) this.#changed(world, event, job.taskId)
    if (event.kind === "native-background") this.#stale.clear()
    if (event.kind === "deleted") this.#orphans(world)
    if (event.kind === "deleted") this.#buriedParent(world, event.sessionId)
    if (event.kind === "status" && event.status !== "idle") {
      this.#busyAt.set(event.sessionId, world.now)
    }
    this.#plansOver(world)
    this.#leases(world)
    const broken = brokenCap(world.board, this.#launches)
    if (broken !== undefined) this.fail(broken)
  }

  #rebuilt(world: World, taskId: string, record: TaskRecord) {
    const job = world.board.jobs.get(taskId)
    if (!job) return
    this.#restored.add(`${taskId}:${job.generation}`)
    if (job.origin === "plugin") this.#registered.add(job.baseline.promptId ?? "")
    this.#generations.add(job.generation)
    if (taskId !== record.taskId) return
    // What was not written down is unknown to the new board: the run is what it takes it for.
    const run = liveRun(world.truth.sessions.get(taskId))
    if (run && job.state === "running") run.generation = job.generation
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

  /** How leases begin, turn into each other, and end. */
  #leases(world: World) {
    const { leases, jobs } = world.board
    for (const lease of leases.values()) {
      const before = this.#kinds.get(lease.token)
      if (before === lease.kind) continue
      this.#kinds.set(lease.token, lease.kind)
      this.#leaseTasks.set(lease.token, lease.taskId)
      world.coverage.transition(`lease:${before ?? "none"}`, lease.kind)
      const job = jobs.get(lease.taskId)
      const isLaunch = before === undefined && lease.kind === "revive" && lease.generation > 0
      if (isLaunch && job) this.#launches.push(job)
    }
    for (const [token, taskId] of this.#leaseTasks) {
      if (leases.get(taskId)?.token === token) continue
      this.#leaseTasks.delete(token)
      if (this.#kinds.get(token) === "compensate") this.#compensationOver(world, taskId)
    }
  }

  /** A compensation ends with the run that it was for. */
  #compensationOver(world: World, taskId: string) {
    const run = liveRun(world.truth.sessions.get(taskId))
    if (run?.phase === "active" && !run.isNative && !run.promptIds.some(isOutside)) {
      this.fail("I10 a compensation ended before the run")
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
    this.#moved(world, taskId)
    if (job.state === "running") this.#stale.delete(`${taskId}:${job.generation}:stopped`)
    if (job.state !== "running") this.#ended(world, event, taskId)
  }

  #moved(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    const known = this.#known.get(taskId)
    if (!job) return
    if (known?.generation === job.generation) world.coverage.transition(known.state, job.state)
    else if (known && known.generation > 0) world.coverage.transition(known.state, "next run")
    else world.coverage.transition("new", job.state)
  }

  #began(world: World, taskId: string) {
    const job = world.board.jobs.get(taskId)
    if (!job || job.generation === 0) return
    const known = this.#known.get(taskId)?.generation ?? 0
    const isFresh = job.generation > known && !this.#generations.has(job.generation)
    if (!isFresh) this.fail("I3 a generation did not rise")
    this.#generations.add(job.generation)
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
    if (job?.state === "cancelled" && run && isOwnRun) {
      this.fail("I6 cancelled was published while the run was not over")
    }
    this.#byRead(world, taskId)
    if (job?.state === "stopped" && reason !== "host_restarted") this.#stopped(world, taskId)
    this.#ofItsGeneration(world, taskId)
    this.#byResult(world, taskId)
  }

  /** A read ends only the generation that it was about, and never a run that was seen busy after it began. */
  #byRead(world: World, taskId: string) {
    const read = world.settling
    if (read?.call.kind !== "observe" || read.call.taskId !== taskId) return
    const job = world.board.jobs.get(taskId)
    if (job?.ending?.reason === "deadline") return
    if (job && read.generation !== job.generation) {
      this.fail("I15 a read of another generation ended this one")
    }
    const busyAt = this.#busyAt.get(taskId)
    if (busyAt !== undefined && read.startedAt < busyAt) {
      this.fail("I17 a read overrode a later busy event")
    }
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
    if (call.kind === "create") this.#launched(world, call.parentId)
    if (call.kind === "notice") this.#noticing(world, call)
    if (call.kind !== "abort" || lease?.kind !== "compensate") return
    const times = (this.#compensated.get(lease.token) ?? 0) + 1
    this.#compensated.set(lease.token, times)
    if (times > 1) this.fail("I12 a compensation aborted twice")
  }

  #noticing(world: World, call: Extract<HostCall, { kind: "notice" }>) {
    if (!this.#lookedUp.delete(call.messageId)) this.fail("I20 a notice was sent without a look")
    if (isCallerBlocked(world.board, call.notice)) this.fail("I20 a blocked caller was told")
    const isStale = this.#stale.has(call.notice.key) && !world.board.caps.wakeAfterRestart
    if (call.wakes && isStale) this.fail("I23 a rebuild woke a parent")
    if (world.board.tombstones.has(call.parentId)) this.fail("I22 a deleted parent got a notice")
    const isWaiting = world.board.parents.get(call.parentId)?.waiting !== undefined
    if (isWaiting && call.wakes) this.fail("I21 a waiting parent was woken")
  }

  #launched(world: World, parentId: string) {
    const rootId = world.board.jobs.get(parentId)?.rootId ?? parentId
    this.#launches.push({ parentId, rootId })
  }

  #prompting(world: World, taskId: string, lease: Lease | undefined) {
    const session = world.truth.sessions.get(taskId)
    const run = liveRun(session)
    if (!session || run?.phase !== "ending" || isTooNewToKnow(world, session, lease)) return
    this.fail("I11 a prompt was sent into the end of an aborted run")
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
    const identity = identityOf(notice)
    if (this.#told.has(identity)) this.fail("I20 a notice was told twice")
    this.#told.add(identity)
    const { task, kind } = notice
    const isNativeEnd = task.origin === "native" && (kind === "completed" || kind === "errored")
    const isRestored = this.#restored.has(`${task.taskId}:${task.generation}`)
    if (isNativeEnd && !isRestored) this.fail("I20 an ending that the host tells was told again")
    world.coverage.notice(kind)
  }

  replied(world: World, open: OpenCall | undefined, reply: Reply) {
    if (!open) return this.fail("I2 a call was answered twice")
    if (isTooEarly(world, open, reply)) this.fail("I28 an answer gave up before its time")
    const { request } = open
    if (request.tool !== "native" || reply.outcome !== "pass") return
    const job = world.board.jobs.get(reply.task?.taskId ?? "")
    const hasPlace = job?.state === "running" || (job?.nativeCalls.size ?? 0) > 1
    if (!hasPlace) this.#launched(world, request.caller)
  }

  /** The end of a call is about to be reported to the board. */
  delivered({ call }: InFlight, outcome: Settled) {
    const value = outcome.kind === "ok" ? outcome.value : undefined
    if (call.kind === "look" && value?.kind === "found" && !value.isFound) {
      this.#lookedUp.add(call.messageId)
    }
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
    this.#leaseTasks.clear()
    this.#busyAt.clear()
    this.#lookedUp.clear()
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
    checkHealed(world, {
      fail: (invariant) => this.fail(invariant),
      registered: this.#registered,
      superseded: this.#superseded,
      buried: this.#buried,
    })
  }
}
