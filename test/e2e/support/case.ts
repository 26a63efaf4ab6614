// A case: which files exist, what the model asks, and what came back. See docs/testing.md for examples.
//
//   const run = await host.play({
//     files: { "a.txt": "one\n" },
//     steps: [call("read", { filePath: "a.txt" }), say("done")],
//   })
//   run.results[0].output   what the model saw
//   run.read("a.txt")       what is on disk now
//
// `play` sends one prompt and waits for the end of the turn. `open` gives the live session instead: several
// prompts, permissions, questions, abort, children.

import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { readRecord, readString } from "../../../src/lib/json.ts"
import type { HostClient, StoredMessage } from "./host-client.ts"
import { modelIds } from "./host-config.ts"
import { type ModelRequest, recordsOf } from "./model-request.ts"
import { type PrefixBreak, prefixBreaks } from "./prefix-check.ts"
import { createProject, type Project, type ProjectOptions } from "./project.ts"
import type { ChildScript, Step } from "./script.ts"
import type { ScriptedModel } from "./scripted-model.ts"

export interface Case extends ProjectOptions {
  readonly steps: readonly Step[]
  /** What the user says. */
  readonly prompt?: string
  /** Scripts for the sessions that tools start. */
  readonly children?: readonly ChildScript[]
  /** What the model answers when the host asks for a summary. */
  readonly summary?: string
  /** Default `gpt-5-fake`, which is offered `apply_patch`; `fake-1` is offered `edit` and `write`. */
  readonly model?: string
  readonly agent?: string
  /** The session works in this folder of the project. */
  readonly subdirectory?: string
  /** More fields for the creation of the session, such as `permission`. */
  readonly session?: Readonly<Record<string, unknown>>
}

/** One tool call of the session. */
export interface ToolOutcome {
  readonly tool: string
  readonly callId: string
  readonly status: string
  /** Arguments as the host stored them, that is after the before-hooks. */
  readonly args: Readonly<Record<string, unknown>>
  /** Result or error text as the model saw it; as the host stored it where no later request shows it. */
  readonly output: string
  readonly title: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface CaseRun extends Project {
  readonly sessionId: string
  /** Folder of the session: the project's root, or the subdirectory. */
  readonly directory: string
  readonly results: readonly ToolOutcome[]
  /** Text of the last answer. */
  readonly answer: string
  /** Error of the last answer, undefined when it ended well. */
  readonly error: { readonly name: string; readonly message: string } | undefined
  readonly messages: readonly StoredMessage[]
  /** Model calls of this session; title and summary calls included. */
  readonly requests: readonly ModelRequest[]
  /** Places where a request does not begin with the bytes of the one before (X8). */
  readonly prefixBreaks: readonly PrefixBreak[]
}

export interface PendingRequest {
  readonly id: string
  readonly sessionId: string
  readonly detail: Readonly<Record<string, unknown>>
}

export interface LiveCase {
  readonly sessionId: string
  readonly directory: string
  readonly project: Project
  /** Sends a user message with its own steps and waits for the end of the turn. */
  send(prompt: string, steps: readonly Step[], more?: SendOptions): Promise<CaseRun>
  /** Sends a user message and returns as soon as the host took it. */
  start(prompt: string, steps: readonly Step[], more?: SendOptions): Promise<void>
  /** What the session looks like now. */
  look(): Promise<CaseRun>
  /** Waits until the host calls the session idle. */
  idle(timeoutMs?: number): Promise<CaseRun>
  abort(): Promise<void>
  /** Waits for the first open permission question of this session or its children. */
  permission(timeoutMs?: number): Promise<PendingRequest>
  replyPermission(id: string, reply: "once" | "always" | "reject", message?: string): Promise<void>
  question(timeoutMs?: number): Promise<PendingRequest>
  answerQuestion(id: string, answers: readonly (readonly string[])[]): Promise<void>
  /** Ids of the sessions that this one started. */
  children(): Promise<readonly string[]>
}

export interface SendOptions {
  readonly children?: readonly ChildScript[]
  readonly summary?: string
  readonly model?: string
  readonly agent?: string
  /** More parts beside the text. */
  readonly parts?: readonly Readonly<Record<string, unknown>>[]
}

export interface CaseStage {
  readonly client: HostClient
  readonly model: ScriptedModel
  /** Absolute folder for the project; emptied if it exists. */
  readonly root: string
}

/** A case whose steps come with each `send`. */
export type OpenedCase = Omit<Case, "steps"> & Partial<Pick<Case, "steps">>

export async function openCase(stage: CaseStage, described: OpenedCase): Promise<LiveCase> {
  const project = createProject(stage.root, described)
  const directory = path.resolve(project.root, described.subdirectory ?? ".")
  const sessionId = await stage.client.createSession(directory, described.session)
  return continueCase(stage, { project, directory, sessionId, described })
}

interface Place {
  readonly project: Project
  readonly directory: string
  readonly sessionId: string
  readonly described: OpenedCase
}

function continueCase(stage: CaseStage, place: Place): LiveCase {
  const { client, model } = stage
  const { directory, sessionId, described } = place
  const prepare = (prompt: string, steps: readonly Step[], more: SendOptions) => {
    model.script(sessionId, steps, { children: more.children, summary: more.summary })
    return promptBody(prompt, { ...described, ...more }, more.parts ?? [])
  }
  const look = () => report(stage, place)
  const idle = async (timeoutMs = 60_000) => {
    await until(timeoutMs, "the session is still busy", async () => {
      const statuses = await client.must("GET", "/session/status", { directory })
      return readRecord(statuses, sessionId) === undefined ? true : undefined
    })
    return look()
  }
  const children = async () => {
    const list = await client.must("GET", `/session/${sessionId}/children`, { directory })
    return recordsOf(list).flatMap((child) => readString(child, "id") ?? [])
  }
  const pending =
    (kind: "permission" | "question") =>
    (timeoutMs = 30_000) =>
      until(timeoutMs, `no open ${kind}`, async () => {
        const raw = recordsOf(await client.must("GET", `/${kind}`, { directory }))
        if (raw.length === 0) return undefined
        const family = new Set([sessionId, ...(await children())])
        return raw.map(parsePending).find((request) => family.has(request.sessionId))
      })
  return {
    sessionId,
    directory,
    project: place.project,
    look,
    idle,
    send: async (prompt, steps, more = {}) => {
      const body = prepare(prompt, steps, more)
      await client.call("POST", `/session/${sessionId}/message`, { directory, body })
      return look()
    },
    start: async (prompt, steps, more = {}) => {
      const body = prepare(prompt, steps, more)
      await client.must("POST", `/session/${sessionId}/prompt_async`, { directory, body })
    },
    abort: async () => {
      await client.must("POST", `/session/${sessionId}/abort`, { directory })
    },
    permission: pending("permission"),
    replyPermission: async (id, reply, message) => {
      const body = { reply, ...(message === undefined ? {} : { message }) }
      await client.must("POST", `/permission/${id}/reply`, { directory, body })
    },
    question: pending("question"),
    answerQuestion: async (id, answers) => {
      await client.must("POST", `/question/${id}/reply`, { directory, body: { answers } })
    },
    children,
  }
}

function promptBody(
  prompt: string,
  options: { readonly model?: string; readonly agent?: string },
  parts: readonly Readonly<Record<string, unknown>>[],
): Record<string, unknown> {
  return {
    model: { providerID: "fake", modelID: options.model ?? modelIds.patching },
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    parts: [{ type: "text", text: prompt }, ...parts],
  }
}

async function report(stage: CaseStage, place: Place): Promise<CaseRun> {
  const messages = await stage.client.messages(place.directory, place.sessionId)
  const requests = stage.model.requestsOf(place.sessionId)
  const last = messages.findLast((message) => message.info.role === "assistant")
  const error = readRecord(last?.info, "error")
  return {
    ...place.project,
    sessionId: place.sessionId,
    directory: place.directory,
    results: messages.flatMap((message) => toolOutcomes(message, requests)),
    answer: (last?.parts ?? [])
      .filter((part) => part.type === "text")
      .map((part) => readString(part, "text") ?? "")
      .join(""),
    error: error && {
      name: readString(error, "name") ?? "",
      message: readString(readRecord(error, "data"), "message") ?? "",
    },
    messages,
    requests,
    prefixBreaks: prefixBreaks(requests),
  }
}

function toolOutcomes(message: StoredMessage, requests: readonly ModelRequest[]): ToolOutcome[] {
  return message.parts
    .filter((part) => part.type === "tool")
    .map((part) => {
      const state = readRecord(part, "state") ?? {}
      const callId = readString(part, "callID") ?? ""
      const stored = readString(state, "output") ?? readString(state, "error") ?? ""
      return {
        tool: readString(part, "tool") ?? "",
        callId,
        status: readString(state, "status") ?? "",
        args: readRecord(state, "input") ?? {},
        output: seenByModel(requests, callId) ?? stored,
        title: readString(state, "title") ?? "",
        metadata: readRecord(state, "metadata") ?? {},
      }
    })
}

function seenByModel(requests: readonly ModelRequest[], callId: string): string | undefined {
  for (const request of requests) {
    const found = request.messages.find((message) => message.toolCallId === callId)
    if (found) return found.text
  }
  return undefined
}

function parsePending(raw: Record<string, unknown>): PendingRequest {
  return {
    id: readString(raw, "id") ?? "",
    sessionId: readString(raw, "sessionID") ?? "",
    detail: raw,
  }
}

/** Asks `probe` every 50 ms until it gives a value; the error says what was waited for. */
export async function until<T>(
  timeoutMs: number,
  otherwise: string,
  probe: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await probe()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`${otherwise} after ${timeoutMs} ms`)
    await sleep(50)
  }
}
