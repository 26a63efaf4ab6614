// The driver: feeds the board with events, carries its effects out, and gives tools a promise for their answer.
// It decides nothing. All time comes from the clock port; every promise that it starts is caught here.

import { type Board, createBoard } from "../../board/board.ts"
import type { Effect, Reply, TaskView } from "../../board/effect.ts"
import type { BoardEvent, BoardRequest } from "../../board/event.ts"
import type { BoardCaps } from "../../board/limits.ts"
import type { BoardAccess } from "../../board/link.ts"
import { describeTask } from "../../board/record.ts"
import { step } from "../../board/step.ts"
import { childrenOf, viewOf } from "../../board/view.ts"
import type { Logger } from "../../feature/logger.ts"
import type { Host } from "../../host/port.ts"
import type { Clock } from "../../lib/clock.ts"
import { createHostCalls } from "./host-calls.ts"
import { mintMessageId } from "./message-id.ts"
import type { OwnerEpochs } from "./owner.ts"
import { findParent } from "./rebuild.ts"
import { createRecordWriter, type RecordWriter } from "./save-records.ts"

export interface DriverParts {
  readonly host: Host
  readonly clock: Clock
  readonly log: Logger
  readonly owners: OwnerEpochs
  readonly caps: BoardCaps
}

export interface Driver extends BoardAccess {
  dispatch(event: BoardEvent): void
  /** Learns once what the host stores about this parent's tasks. */
  meet(parentId: string): Promise<void>
  /** Root session above this one, as far as the board knows. */
  rootOf(sessionId: string): string
  /** True where the board has learned of this session's tasks or wait, or the session is a task. */
  isKnown(sessionId: string): boolean
  /** The task, where a note was written to its current run: its last answer may be one to the note. */
  notedTask(taskId: string): TaskView | undefined
  /** Parents that have tasks or a wait, for board lines. */
  hasTasks(parentId: string): boolean
  tasksOf(parentId: string): readonly TaskView[]
  dispose(): Promise<void>
}

export function createDriver(parts: DriverParts): Driver {
  const { host, clock, log, owners, caps } = parts
  const board = createBoard({ owner: owners.owner, caps, mint: mintMessageId })
  const perform = createHostCalls(host)
  const records = createRecordWriter(host, clock)
  const replies = new Map<number, (reply: Reply) => void>()
  /** Runs that a note was written to, as task id and generation. */
  const noted = new Set<string>()
  const stopped = new AbortController()
  let nextCall = 1

  const dispatch = (event: BoardEvent) => {
    for (const effect of step(board, event, clock.now())) carryOut(effect)
  }
  const save = createSaver(board, records, dispatch)
  const meetings = createMeetings({ board, dispatch, log, find: (id) => findParent(parts, id) })

  const carryOut = (effect: Effect) => {
    switch (effect.kind) {
      case "call":
        void perform(effect.call).then((outcome) =>
          dispatch({ kind: "settled", operation: effect.operation, outcome }),
        )
        return
      case "reply":
        replies.get(effect.call)?.(effect.reply)
        replies.delete(effect.call)
        return
      case "timer":
        void clock.sleep(Math.max(0, effect.at - clock.now()), stopped.signal).then(
          () => dispatch({ kind: "timer", timer: effect.timer }),
          () => undefined,
        )
        return
      case "save-task":
      case "save-parent":
        save(effect)
    }
  }

  return {
    dispatch,
    meet: meetings.meet,
    request: async (request: BoardRequest, signal?: AbortSignal) => {
      await meetings.refresh(request.caller)
      const call = nextCall++
      return new Promise<Reply>((resolve) => {
        const onAbort = () => dispatch({ kind: "call-aborted", call })
        replies.set(call, (reply) => {
          signal?.removeEventListener("abort", onAbort)
          if (request.tool === "message" && reply.task) noted.add(runOf(reply.task))
          resolve(reply)
        })
        dispatch({ kind: "request", call, request })
        if (signal?.aborted) onAbort()
        else signal?.addEventListener("abort", onAbort, { once: true })
      })
    },
    rootOf: (sessionId) => board.jobs.get(sessionId)?.rootId ?? sessionId,
    isKnown: (sessionId) => board.parents.has(sessionId) || board.jobs.has(sessionId),
    notedTask: (taskId) => {
      const job = board.jobs.get(taskId)
      return job && noted.has(runOf(job)) ? viewOf(board, job, clock.now()) : undefined
    },
    hasTasks: (parentId) => (board.parents.get(parentId)?.children.size ?? 0) > 0,
    tasksOf: (parentId) =>
      childrenOf(board, parentId).map((job) => viewOf(board, job, clock.now())),
    dispose: async () => {
      stopped.abort()
      await records.settled()
      await owners.close()
    },
  }
}

function runOf(run: { readonly taskId: string; readonly generation: number }): string {
  return `${run.taskId}:${run.generation}`
}

type SaveEffect = Extract<Effect, { kind: "save-task" | "save-parent" }>

/** Writes the newest record at the moment of writing, and reports its revision. */
function createSaver(
  board: Board,
  records: RecordWriter,
  dispatch: (event: BoardEvent) => void,
): (effect: SaveEffect) => void {
  const readTask = (taskId: string) => () => {
    const job = board.jobs.get(taskId)
    if (!job) return undefined
    const { revision } = job
    return {
      part: { task: describeTask(job, board.leases.get(taskId)?.kind) },
      done: () => dispatch({ kind: "saved", taskId, revision }),
    }
  }
  const readParent = (parentId: string) => () => {
    const parent = board.parents.get(parentId)
    if (!parent) return undefined
    const aliases = Object.fromEntries(parent.aliases)
    const waiting = parent.waiting && { waiting: parent.waiting }
    return { part: { parent: { sessionId: parentId, aliases, ...waiting } }, done: () => undefined }
  }
  return (effect) => {
    if (effect.kind === "save-task") records.write(effect.taskId, "task", readTask(effect.taskId))
    else records.write(effect.parentId, "parent", readParent(effect.parentId))
  }
}

interface MeetingParts {
  readonly board: Board
  readonly log: Logger
  dispatch(event: BoardEvent): void
  find(parentId: string): Promise<readonly BoardEvent[]>
}

/**
 * Each parent is learned once; again as long as another host owns tasks of it, which change behind our back. Requests
 * that come together share one look.
 */
function createMeetings({ board, dispatch, log, find }: MeetingParts) {
  const met = new Map<string, Promise<void>>()
  const looking = new Set<string>()
  const learn = async (parentId: string) => {
    looking.add(parentId)
    try {
      for (const event of await find(parentId)) dispatch(event)
    } catch (error) {
      met.delete(parentId)
      log.warn("rebuild-failed", { parentId, error: error instanceof Error ? error.message : "" })
    } finally {
      looking.delete(parentId)
    }
  }
  const meet = (parentId: string): Promise<void> => {
    const meeting = met.get(parentId) ?? learn(parentId)
    met.set(parentId, meeting)
    return meeting
  }
  return {
    meet,
    refresh: (parentId: string): Promise<void> => {
      const isForeign = childrenOf(board, parentId).some((job) => job.isForeign)
      if (isForeign && !looking.has(parentId)) met.delete(parentId)
      return meet(parentId)
    },
  }
}
