// Surroundings for tests of the task tools: a host that knows some sessions and agents, and a board that answers as told.

import { createBoard } from "../../src/board/board.ts"
import type { Reply, TaskView } from "../../src/board/effect.ts"
import type { BoardRequest } from "../../src/board/event.ts"
import { createJob, type Job } from "../../src/board/job.ts"
import { defaultCaps } from "../../src/board/limits.ts"
import { viewOf } from "../../src/board/view.ts"
import type { FeatureContext } from "../../src/feature/feature.ts"
import type { PermissionRequest, ToolContext } from "../../src/feature/tool-spec.ts"
import type { Driver } from "../../src/features/tasks/driver.ts"
import type { AgentInfo, Host, SessionInfo } from "../../src/host/port.ts"
import { createGuardContext } from "./guard-context.ts"

export function session(id: string, more: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id,
    parentId: undefined,
    title: "",
    directory: "/project",
    createdAt: 0,
    updatedAt: 0,
    agent: "build",
    model: undefined,
    metadata: {},
    permission: [],
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0 },
    ...more,
  }
}

export function agent(name: string, more: Partial<AgentInfo> = {}): AgentInfo {
  const known = { description: "", mode: "subagent", isHidden: false, model: undefined } as const
  return { name, ...known, permission: [], ...more }
}

export interface TaskContextOptions {
  readonly sessions?: readonly SessionInfo[]
  readonly agents?: readonly AgentInfo[]
  readonly config?: Readonly<Record<string, unknown>>
  readonly mode?: Host["mode"]
  /** What the board answers. */
  readonly reply?: Reply
}

export function createTaskContext(options: TaskContextOptions = {}) {
  const { sessions = [], agents = [], config = {}, mode = "interactive" } = options
  const { reply = { outcome: "board", tasks: [] } } = options
  const plain = createGuardContext({ directory: "/project" }).context
  const host: Host = {
    ...plain.host,
    mode,
    sessions: {
      ...plain.host.sessions,
      get: async (id) => sessions.find((one) => one.id === id),
    },
    agents: async () => agents,
    config: async () => config,
  }
  const context: FeatureContext = { ...plain, host, clock: { ...plain.clock, now: () => 90_000 } }
  const requests: BoardRequest[] = []
  const driver: Driver = {
    dispatch: () => undefined,
    meet: async () => undefined,
    rootOf: (sessionId) => sessionId,
    isKnown: () => true,
    notedTask: () => undefined,
    hasTasks: () => true,
    tasksOf: () => reply.tasks ?? [],
    dispose: async () => undefined,
    request: async (request) => {
      requests.push(request)
      return reply
    },
  }
  return { host, context, driver, requests }
}

export function toolContext(sessionId: string, agentName = "build") {
  const asked: PermissionRequest[] = []
  const context: ToolContext = {
    sessionId,
    messageId: "msg_call",
    callId: "call",
    agent: agentName,
    directory: "/project",
    abort: new AbortController().signal,
    ask: async (request) => {
      asked.push(request)
    },
  }
  return { context, asked }
}

/** A task that was launched 60 s before the clock of the surroundings, and moved 30 s before it. */
export function taskView(more: Partial<Job> = {}): TaskView {
  const job = createJob({
    taskId: "ses_child",
    parentId: "ses_parent",
    rootId: "ses_parent",
    alias: "gen-1",
    description: "look around",
    agent: "general",
    owner: "owner",
    now: 30_000,
  })
  const run = {
    generation: 1,
    state: "running",
    ending: undefined,
    lastActivityAt: 60_000,
  } as const
  Object.assign(job, run, more)
  const board = createBoard({ owner: "owner", caps: defaultCaps, mint: (key) => key })
  return viewOf(board, job, 90_000)
}
