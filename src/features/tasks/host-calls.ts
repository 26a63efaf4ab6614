// Carries out the board's host calls. Each one ends as `ok`, `refused` (nothing happened, or will) or `unknown` (the
// host may still act). Mutating calls are not cut off by us: the board's callers are, its leases are not.

import type { HostCall } from "../../board/effect.ts"
import type { Liveness, Settled } from "../../board/event.ts"
import { boardTimes } from "../../board/limits.ts"
import { HostError } from "../../host/host-error.ts"
import type {
  AgentInfo,
  Host,
  MessageWithParts,
  ModelRef,
  PromptPart,
  SessionInfo,
} from "../../host/port.ts"
import type { JsonObject } from "../../lib/json.ts"
import { childPermission } from "./child-permission.ts"
import { partIdOf } from "./message-id.ts"
import { describeNote, describeNotice } from "./notice-text.ts"
import { noteMark, observeTranscript, reportText } from "./transcript.ts"

const readOptions = { timeoutMs: boardTimes.readMs } as const
/** Ends when the transport ends. */
const unbounded = { timeoutMs: Number.POSITIVE_INFINITY } as const

export type PerformCall = (call: HostCall) => Promise<Settled>

export function createHostCalls(host: Host): PerformCall {
  const parts: CallParts = { host, readLaunch: createReadLaunch(host) }
  return async (call) => {
    try {
      return await perform(parts, call)
    } catch (error) {
      const detail = error instanceof Error ? error.message : undefined
      const isOpen = error instanceof HostError && error.settled === "unknown"
      return { kind: isOpen ? "unknown" : "refused", ...(detail !== undefined && { detail }) }
    }
  }
}

interface CallParts {
  readonly host: Host
  readonly readLaunch: ReadLaunch
}

/** What a launch reads first: one read for all that ask for the same caller while it is under way. */
type ReadLaunch = (
  parentId: string,
) => Promise<readonly [SessionInfo | undefined, readonly AgentInfo[]]>

function createReadLaunch(host: Host): ReadLaunch {
  const reading = new Map<string, ReturnType<ReadLaunch>>()
  return (parentId) => {
    const known = reading.get(parentId)
    if (known !== undefined) return known
    // The time of an ordinary call, not that of a status: a busy host may be slow, and nothing has been sent yet.
    const started = Promise.all([host.sessions.get(parentId), host.agents()]).finally(() =>
      reading.delete(parentId),
    )
    reading.set(parentId, started)
    return started
  }
}

function perform(parts: CallParts, call: HostCall): Promise<Settled> {
  const { host } = parts
  switch (call.kind) {
    case "abort":
      return abort(host, call.taskId)
    case "note":
      return note(host, call)
    case "prompt":
      return prompt(host, call)
    case "create":
      return create(parts, call)
    case "notice":
      return notice(host, call)
    case "answer":
      return answer(host, call)
    case "statuses":
      return statuses(host)
    case "observe":
      return observe(host, call)
    case "baseline":
      return baseline(host, call.taskId)
    case "look":
      return look(host, call)
  }
}

/** What the child waits for is rejected first and swept again afterwards: an abort leaves it open (HOST-QUIRK-54). */
async function abort(host: Host, taskId: string): Promise<Settled> {
  await rejectPending(host, taskId)
  await host.sessions.abort(taskId, unbounded)
  await rejectPending(host, taskId)
  return { kind: "ok" }
}

async function rejectPending(host: Host, taskId: string): Promise<void> {
  const [permissions, questions] = await Promise.all([
    host.requests.permissions(readOptions).catch(() => []),
    host.requests.questions(readOptions).catch(() => []),
  ])
  const own = (request: { readonly sessionId: string }) => request.sessionId === taskId
  await Promise.allSettled([
    ...permissions
      .filter(own)
      .map(({ id }) => host.requests.rejectPermission(id, undefined, readOptions)),
    ...questions.filter(own).map(({ id }) => host.requests.dismissQuestion(id, readOptions)),
  ])
}

/** A prompt without agent and model would switch the session to the defaults (HOST-QUIRK-55). */
async function addressee(
  host: Host,
  sessionId: string,
): Promise<{ readonly agent?: string; readonly model?: ModelRef }> {
  const session = await host.sessions.get(sessionId)
  if (!session) throw new HostError("not-found", "yes", "the session does not exist")
  const { agent, model } = session
  return { ...(agent !== undefined && { agent }), ...(model && { model }) }
}

async function note(host: Host, call: Extract<HostCall, { kind: "note" }>): Promise<Settled> {
  const to = await addressee(host, call.taskId)
  const parts = [textPart(call.messageId, describeNote(call.text), { [noteMark]: true })]
  const { taskId: sessionId, messageId } = call
  await host.sessions.prompt({ ...to, sessionId, messageId, noReply: true, parts }, unbounded)
  return { kind: "ok" }
}

async function prompt(host: Host, call: Extract<HostCall, { kind: "prompt" }>): Promise<Settled> {
  const { taskId: sessionId, messageId } = call
  const to = await addressee(host, sessionId)
  const parts = [{ id: partIdOf(messageId), text: call.text }]
  await host.sessions.promptAsync(
    { ...to, agent: call.agent, sessionId, messageId, parts },
    unbounded,
  )
  return { kind: "ok" }
}

async function create(
  { host, readLaunch }: CallParts,
  call: Extract<HostCall, { kind: "create" }>,
): Promise<Settled> {
  const [parent, agents] = await readLaunch(call.parentId).catch(() => [undefined, []] as const)
  const agent = agents.find((one) => one.name === call.agent)
  if (!parent || !agent) return { kind: "refused", detail: "agent or session could not be read" }
  const model = agent.model ?? parent.model
  const session = await host.sessions.create(
    {
      parentId: call.parentId,
      title: call.title,
      agent: call.agent,
      ...(model && { model }),
      permission: childPermission(parent.permission, agent),
    },
    unbounded,
  )
  return { kind: "ok", value: { kind: "created", taskId: session.id } }
}

async function notice(host: Host, call: Extract<HostCall, { kind: "notice" }>): Promise<Settled> {
  const to = await addressee(host, call.parentId)
  const report = await reportOf(host, call)
  const text = describeNotice(call.notice, report)
  const metadata = { [noteMark]: true, workbenchNotice: call.notice.key }
  const parts = [textPart(call.messageId, text, metadata)]
  const { parentId: sessionId, messageId } = call
  if (call.wakes) {
    await host.sessions.promptAsync({ ...to, sessionId, messageId, parts }, unbounded)
  } else {
    await host.sessions.prompt({ ...to, sessionId, messageId, noReply: true, parts }, unbounded)
  }
  return { kind: "ok" }
}

async function reportOf(host: Host, call: Extract<HostCall, { kind: "notice" }>): Promise<string> {
  if (call.notice.kind === "blocked") return ""
  const { taskId, baseline: since } = call.notice.task
  // The time of an ordinary call: a notice without its report is worth less than one that comes later.
  const messages = await host.sessions.messages(taskId).catch(() => [])
  return reportText(messages, since)
}

function textPart(messageId: string, text: string, metadata: JsonObject): PromptPart {
  return { id: partIdOf(messageId), text, synthetic: true, metadata }
}

async function answer(host: Host, call: Extract<HostCall, { kind: "answer" }>): Promise<Settled> {
  const { answer: given, request, requestId } = call
  if (given.kind === "answers") await host.requests.answerQuestion(requestId, given.answers)
  else if (request === "permission") await host.requests.rejectPermission(requestId, given.message)
  else await host.requests.dismissQuestion(requestId)
  return { kind: "ok" }
}

async function statuses(host: Host): Promise<Settled> {
  const map = await host.sessions.statuses(readOptions)
  return { kind: "ok", value: { kind: "statuses", statuses: map } }
}

async function observe(host: Host, call: Extract<HostCall, { kind: "observe" }>): Promise<Settled> {
  const { taskId, since, withText } = call
  const live = await liveness(host, taskId)
  const messages = await messagesOf(host, taskId)
  if (!messages) return { kind: "ok", value: { kind: "gone" } }
  const observation = observeTranscript(messages, since, live)
  const text = withText ? reportText(messages, since) : undefined
  return {
    kind: "ok",
    value: { kind: "observation", observation, ...(text !== undefined && { text }) },
  }
}

/** The map lists busy sessions only; it is read before the transcript, so that an ending is never missed. */
async function liveness(host: Host, taskId: string): Promise<Liveness> {
  const map = await host.sessions.statuses(readOptions).catch(() => undefined)
  return map ? (map[taskId] ?? "absent") : "unknown"
}

async function messagesOf(
  host: Host,
  sessionId: string,
): Promise<readonly MessageWithParts[] | undefined> {
  try {
    return await host.sessions.messages(sessionId, readOptions)
  } catch (error) {
    if (error instanceof HostError && error.kind === "not-found") return undefined
    throw error
  }
}

async function baseline(host: Host, taskId: string): Promise<Settled> {
  const messages = await messagesOf(host, taskId)
  if (!messages) return { kind: "ok", value: { kind: "gone" } }
  const { isOpen } = observeTranscript(messages, { promptId: undefined, sinceMs: 0 }, "unknown")
  return { kind: "ok", value: { kind: "baseline", isOpen } }
}

async function look(host: Host, call: Extract<HostCall, { kind: "look" }>): Promise<Settled> {
  const { sessionId, messageId } = call
  const message = await host.sessions.message(sessionId, messageId, readOptions)
  if (message) return { kind: "ok", value: { kind: "found", isFound: true } }
  const session = await host.sessions.get(sessionId, readOptions)
  if (!session) return { kind: "ok", value: { kind: "gone" } }
  return { kind: "ok", value: { kind: "found", isFound: false } }
}
