// The simulator's fake host behind the real host port, for the real driver: every method waits at a gate before and
// after its effect, so that a scheduler decides in which order things happen.

import {
  abort,
  addSession,
  isOpen,
  type Run,
  type Session,
  statuses,
  storeNote,
  storePrompt,
  type Truth,
} from "../../sim/truth.ts"
import { HostError } from "../../src/host/host-error.ts"
import type {
  AgentInfo,
  Host,
  MessageWithParts,
  PendingRequest,
  PromptRequest,
  SessionInfo,
} from "../../src/host/port.ts"
import type { JsonObject } from "../../src/lib/json.ts"
import { createTaskContext } from "./task-context.ts"

export type FaultKind = "refused" | "lost" | "failed"
export type FaultyCall = "note" | "prompt" | "create" | "notice" | "abort"

/** The next call of this kind ends badly: refused, done but not answered, or not done and not answered. */
export interface Fault {
  readonly call: FaultyCall
  readonly kind: FaultKind
}

export interface TruthHostParts {
  readonly truth: Truth
  now(): number
  gate(): Promise<void>
  /** Takes the fault that is due for this call. */
  takeFault(call: FaultyCall): FaultKind | undefined
}

/** How long an aborted run takes to end. */
export const tailMs = 201

const general: AgentInfo = {
  name: "general",
  description: "",
  mode: "subagent",
  isHidden: false,
  model: undefined,
  permission: [],
}

export function createTruthHost(parts: TruthHostParts): Host {
  const { truth } = parts
  const metadata = new Map<string, JsonObject>()
  const read = async <Value>(value: () => Value): Promise<Value> => {
    await parts.gate()
    const answer = value()
    await parts.gate()
    return answer
  }
  const change =
    (call: FaultyCall) =>
    async <Value>(effect: () => Value): Promise<Value> => {
      await parts.gate()
      const fault = parts.takeFault(call)
      if (fault === "refused") throw new HostError("refused", "yes", "400")
      if (fault === "failed") throw new HostError("transport", "unknown", "broken")
      const answer = effect()
      await parts.gate()
      if (fault === "lost") throw new HostError("transport", "unknown", "broken")
      return answer
    }
  const alive = (id: string): Session => {
    const session = truth.sessions.get(id)
    if (!session || session.isDeleted) throw new HostError("not-found", "yes", "404")
    return session
  }
  const infoOf = (session: Session) => describeSession(session, metadata.get(session.id) ?? {})
  const store = (request: PromptRequest) => storeMessage(parts, alive(request.sessionId), request)
  const plain = createTaskContext().host
  return {
    ...plain,
    agents: async () => [general],
    sessions: {
      ...plain.sessions,
      get: (id) =>
        read(() => {
          const session = truth.sessions.get(id)
          return session && !session.isDeleted ? infoOf(session) : undefined
        }),
      create: ({ parentId }) =>
        change("create")(() => infoOf(addSession(truth, parentId && alive(parentId).id))),
      setMetadata: (id, value) =>
        read(() => {
          metadata.set(alive(id).id, value)
        }),
      children: (id) =>
        read(() =>
          [...truth.sessions.values()]
            .filter((one) => one.parentId === id && !one.isDeleted)
            .map(infoOf),
        ),
      messages: (id) => read(() => describeTranscript(alive(id), parts.now())),
      message: (id, messageId) =>
        read(() =>
          alive(id).messages.has(messageId)
            ? { info: { id: messageId, role: "user" }, parts: [] }
            : undefined,
        ),
      statuses: () => read(() => statuses(truth)),
      prompt: async (request) => {
        await change(kindOf(truth, request))(() => store(request))
        return { messageId: request.messageId, text: "", error: undefined }
      },
      promptAsync: (request) => change(kindOf(truth, request))(() => store(request)),
      abort: (id) => change("abort")(() => abort(truth, id, parts.now(), { tailMs, lateMs: 0 })),
    },
    requests: {
      ...plain.requests,
      permissions: () => read(() => pendingOf(truth, "permission")),
      questions: () => read(() => pendingOf(truth, "question")),
      rejectPermission: (id) => read(() => answerRequest(truth, id)),
      answerQuestion: (id) => read(() => answerRequest(truth, id)),
      dismissQuestion: (id) => read(() => answerRequest(truth, id)),
    },
  }
}

function kindOf(truth: Truth, request: PromptRequest): FaultyCall {
  if (truth.sessions.get(request.sessionId)?.parentId === undefined) return "notice"
  return request.noReply ? "note" : "prompt"
}

function storeMessage({ truth, now }: TruthHostParts, session: Session, request: PromptRequest) {
  const id = request.messageId ?? "none"
  if (session.parentId === undefined) {
    session.messages.set(id, (session.messages.get(id) ?? 0) + 1)
  } else if (request.noReply) storeNote(truth, session, id)
  else storePrompt(truth, session, { id, now: now() })
}

function pendingOf(truth: Truth, kind: "permission" | "question"): readonly PendingRequest[] {
  return [...truth.sessions.values()].flatMap((session) =>
    session.request?.kind === kind
      ? [{ id: session.request.id, sessionId: session.id, detail: {} }]
      : [],
  )
}

function answerRequest(truth: Truth, id: string) {
  const session = [...truth.sessions.values()].find((one) => one.request?.id === id)
  if (!session) throw new HostError("not-found", "yes", "404")
  session.request = undefined
  truth.events.push({ kind: "answered", sessionId: session.id, id })
}

function describeSession(session: Session, metadata: JsonObject): SessionInfo {
  const isChild = session.parentId !== undefined
  return {
    id: session.id,
    parentId: session.parentId,
    title: "task",
    directory: "/project",
    createdAt: 0,
    updatedAt: 0,
    agent: isChild ? "general" : "build",
    model: undefined,
    metadata,
    permission: [],
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0 },
  }
}

/** The runs of a session as the host stores them: prompts, and one answer for each run. */
function describeTranscript(session: Session, now: number): readonly MessageWithParts[] {
  return session.runs.flatMap((run, index) => {
    const prompts = run.promptIds.map((id): MessageWithParts => {
      const created = session.promptTimes.get(id) ?? 0
      return {
        info: { id, role: "user", time: { created } },
        parts: [{ type: "text", text: "go" }],
      }
    })
    if (run.isDead) return prompts
    const isLast = index === session.runs.length - 1
    return [...prompts, describeAnswer(run, `msg_answer${index}`, isLast && isOpen(session, now))]
  })
}

const errors: Readonly<Record<string, JsonObject>> = {
  errored: { name: "APIError", data: { message: "the model failed" } },
  aborted: { name: "MessageAbortedError", data: { message: "aborted" } },
}

function describeAnswer(run: Run, id: string, isUnended: boolean): MessageWithParts {
  const created = run.startedAt
  if (isUnended) return { info: { id, role: "assistant", time: { created } }, parts: [] }
  const result = run.result ?? "completed"
  const error = errors[result]
  const isRejected = result === "permission-rejected"
  const rejected = { type: "tool", state: { status: "error", error: "permission rejected" } }
  const text = { type: "text", text: result === "empty" ? "" : "report" }
  return {
    info: {
      id,
      role: "assistant",
      time: { created, completed: created + 1 },
      finish: isRejected ? "tool-calls" : "stop",
      ...(error && { error }),
    },
    parts: [isRejected ? rejected : text],
  }
}
