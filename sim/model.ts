// What one simulated world is made of, and who watches it. Types alone.

import type { Board } from "../src/board/board.ts"
import type { Effect, HostCall, NoticeText, Reply } from "../src/board/effect.ts"
import type { BoardEvent, BoardRequest, BoardTimer, Settled } from "../src/board/event.ts"
import type { Lease } from "../src/board/lease.ts"
import type { ParentRecord, TaskRecord } from "../src/board/record.ts"
import type { Coverage } from "./coverage.ts"
import type { TimerQueue } from "./timer-queue.ts"
import type { Run, Truth } from "./truth.ts"

/** The parts of the board under test, so that a mutated copy can be put in their place. */
export interface BoardModule {
  createBoard(options: Pick<Board, "owner" | "caps" | "mint">): Board
  step(board: Board, event: BoardEvent, now: number): readonly Effect[]
  brokenInvariants(board: Board): readonly string[]
  describeTask(
    job: Board["jobs"] extends Map<string, infer Job> ? Job : never,
    lease: undefined,
  ): TaskRecord
}

export interface InFlight {
  readonly operation: number
  readonly call: HostCall
  /** Generation that the board meant when it sent this; of a read, the one that was current. */
  readonly generation: number
  readonly startedAt: number
  isApplied: boolean
  /** It hangs: only a step that picks it, or the healing phase, ends it. */
  isHeld: boolean
  /** What the host answered, once applied. */
  answer: Settled
}

export interface OpenCall {
  readonly call: number
  readonly request: BoardRequest
  readonly at: number
}

/** What is told of each step, so that it can hold the board to its promises. */
export interface Witness {
  /** Set while a board is rebuilt: nothing may be aborted or prompted. */
  isRestoring: boolean
  fail(invariant: string): void
  before(world: World): void
  after(world: World, event: BoardEvent): void
  sent(world: World, call: HostCall, lease: Lease | undefined): void
  aborting(generation: number, run: Run): void
  told(world: World, notice: NoticeText): void
  replied(world: World, open: OpenCall | undefined, reply: Reply): void
  delivered(inFlight: InFlight, outcome: Settled): void
  restarted(world: World): void
  passed(world: World): void
  healed(world: World): void
}

export interface World {
  readonly module: BoardModule
  readonly truth: Truth
  readonly coverage: Coverage
  readonly checks: Witness
  readonly timers: TimerQueue<BoardTimer>
  readonly inFlight: InFlight[]
  readonly openCalls: Map<number, OpenCall>
  readonly saves: Set<string>
  /** Notices whose connection broke on the way and that reach the host later. */
  readonly straying: InFlight[]
  /** Records as they lie in session metadata. */
  readonly stored: Map<string, { readonly record: TaskRecord; readonly revision: number }>
  readonly storedParents: Map<string, ParentRecord>
  readonly parents: string[]
  readonly nativeCalls: Map<string, { readonly parentId: string; taskId: string | undefined }>
  readonly faults: Set<string>
  /** The call whose end is being reported to the board. */
  settling: InFlight | undefined
  board: Board
  epoch: number
  now: number
  nextCall: number
  steps: number
}
