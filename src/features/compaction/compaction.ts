// The flow of the feature, one function for each moment: before a summary, after it, and around it.

import type { ResultChange, ToolCall, ToolResult } from "../../feature/decision.ts"
import type {
  CompactionTurn,
  FeatureContext,
  UserMessage,
  UserMessageChange,
} from "../../feature/feature.ts"
import type { PromptRequest } from "../../host/port.ts"
import { readRecord, readString } from "../../lib/json.ts"
import { cutToInline, fitsInline } from "../../spill/spill-store.ts"
import { hiddenAnswer } from "../../transcript/answers.ts"
import { isUserRequest } from "../../transcript/user-request.ts"
import { collectFacts } from "./collect-facts.ts"
import { judgeTranscript } from "./continue-guard.ts"
import { renderFacts } from "./facts.ts"
import { renderGitNote } from "./git-note.ts"
import { describeHiddenReport, loopNotice } from "./messages.ts"
import { readGit } from "./read-git.ts"

/** What the summary request gets on top: nothing where the host has no records, whatever fails. */
export async function summaryFacts(
  { host }: FeatureContext,
  sessionId: string,
): Promise<readonly string[]> {
  const [messages, todos, children, statuses] = await Promise.all([
    host.sessions.messages(sessionId).catch(() => []),
    host.sessions.todos(sessionId).catch(() => []),
    host.sessions.children(sessionId).catch(() => []),
    host.sessions.statuses().catch(() => ({})),
  ])
  const facts = renderFacts(collectFacts({ messages, todos, children, statuses }))
  return facts === undefined ? [] : [facts]
}

/** Sessions whose loop was stopped and whose notice is not stored yet. */
export type StoppedSessions = Set<string>

/** False ends the turn after the summary; undefined leaves it to the host. */
export async function judgeContinue(
  { clock, host, log }: FeatureContext,
  stopped: StoppedSessions,
  { sessionId }: CompactionTurn,
): Promise<false | undefined> {
  const verdict = judgeTranscript(await host.sessions.messages(sessionId), clock.now())
  if (verdict === "go-on") return undefined
  log.info("continue-stopped", { sessionId, verdict })
  if (verdict === "loop") {
    stopped.add(sessionId)
    void host.toast("warning", loopNotice).catch(() => undefined)
  }
  return false
}

/**
 * Puts the notice of a stopped loop into the transcript, for the user alone: the model never gets it, so the bytes
 * of later requests stay. Only once the session is idle, because a message to a busy session starts another step.
 */
export async function storeLoopNotice(
  { host }: FeatureContext,
  stopped: StoppedSessions,
  sessionId: string,
): Promise<void> {
  if (!stopped.delete(sessionId)) return
  const messages = await host.sessions.messages(sessionId)
  const newest = messages.findLast((message) => message.info.role === "user")
  await host.sessions.promptAsync({
    sessionId,
    noReply: true,
    ...speakerOf(newest?.info),
    parts: [{ text: loopNotice, ignored: true }],
  })
}

/** Agent and model of a user message, so that a message of ours switches neither. */
function speakerOf(info: unknown): Pick<PromptRequest, "agent" | "model"> {
  const agent = readString(info, "agent")
  const model = readRecord(info, "model")
  const providerId = readString(model, "providerID")
  const modelId = readString(model, "modelID")
  return {
    ...(agent !== undefined && { agent }),
    ...(providerId !== undefined && modelId !== undefined && { model: { providerId, modelId } }),
  }
}

/** The report that the host lost behind a summary, below the result of its `task`. */
export async function restoreTaskReport(
  { host, spill }: FeatureContext,
  call: ToolCall,
  result: ToolResult,
): Promise<ResultChange | undefined> {
  const childId = readString(result.metadata, "sessionId")
  if (call.tool !== "task" || childId === undefined) return undefined
  const report = await lostReport(host, childId, result.output)
  if (report === undefined) return undefined
  const output = `${result.output}${describeHiddenReport(report)}`
  if (fitsInline(output)) return { output }
  return { output: cutToInline(output, await spill.write("task-report.txt", output)) }
}

/** The same for a background task, whose result comes as a message of the host. */
export async function restoreNoticeReport(
  { host }: FeatureContext,
  message: UserMessage,
): Promise<UserMessageChange | undefined> {
  if (isUserRequest(message.parts)) return undefined
  const notice = message.parts.map((part) => readString(part, "text") ?? "").join("\n")
  const childId = /^<task id="(ses_[A-Za-z0-9]+)" state="completed"/.exec(notice)?.[1]
  const report = childId === undefined ? undefined : await lostReport(host, childId, notice)
  return report === undefined ? undefined : { append: [describeHiddenReport(report).trim()] }
}

async function lostReport(
  host: FeatureContext["host"],
  childId: string,
  shown: string,
): Promise<string | undefined> {
  const report = hiddenAnswer(await host.sessions.messages(childId))
  return report === undefined || shown.includes(report) ? undefined : report
}

/** The newest git note of each session, so that only changes are told. */
export type GitNotes = Map<string, string>

export async function noteGitStatus(
  { host, privateSessions }: FeatureContext,
  notes: GitNotes,
  message: UserMessage,
): Promise<UserMessageChange | undefined> {
  const { sessionId } = message
  if (privateSessions.has(sessionId) || !isUserRequest(message.parts)) return undefined
  const [session, state] = await Promise.all([
    host.sessions.get(sessionId),
    readGit(host.directory),
  ])
  if (session?.parentId !== undefined || state === undefined) return undefined
  const note = renderGitNote(state)
  if (notes.get(sessionId) === note) return undefined
  notes.set(sessionId, note)
  return { append: [note] }
}
