// The one place that mutates host objects, always in place: the host keeps its own references (HOST-QUIRK-09).
// Every function here is total: nothing is thrown into the host but a deliberate refusal.

import type { Hooks } from "@opencode-ai/plugin"
import type { ToolCall } from "../../feature/decision.ts"
import type { UserMessageChange } from "../../feature/feature.ts"
import type { Logger } from "../../feature/logger.ts"
import type { Pipeline } from "../../feature/pipeline.ts"
import { isRecord, readString } from "../../lib/json.ts"
import { createConfigDraft } from "./config-draft.ts"
import { appendContent, contentText } from "./content.ts"
import { translateEvent } from "./events.ts"
import type { LogSink } from "./log.ts"
import { readList, readMessage } from "./read.ts"
import { type ToolAdapterParts, toToolDefinition } from "./tools.ts"

export interface HooksParts extends ToolAdapterParts {
  readonly pipeline: Pipeline
  readonly log: Logger
  readonly logSink: LogSink
  /** Runs once, when the host calls its first hook after start. */
  onFirstHook(): void
  /** A tool definition as the host will send it; used to notice clashes (X6). */
  onToolDefinition(toolId: string, description: string): void
}

export function createHooks(parts: HooksParts): Hooks {
  const { pipeline } = parts
  const safely = createSafety(parts.log)
  const started = onceStarted(parts)
  return {
    tool: Object.fromEntries(
      pipeline.tools.map((tool) => [tool.name, toToolDefinition(tool, parts)]),
    ),
    config: (config) =>
      safely("config", async () =>
        pipeline.onHostConfig(createConfigDraft(config as Record<string, unknown>)),
      ),
    // The host does not await this hook, and a synchronous throw would break its listener chain (HOST-QUIRK-10).
    event: (input) =>
      safely("event", async () => {
        const event = translateEvent(input.event)
        if (event) pipeline.onEvent(event)
      }),
    "tool.execute.before": async (input, output) => {
      started()
      await applyBefore(parts, toolCall(input, output.args), output)
    },
    "tool.execute.after": (input, output) =>
      safely("tool.execute.after", () => applyAfter(parts, toolCall(input, input.args), output)),
    "chat.message": async (input, output) => {
      started()
      const change = await safely("chat.message", () =>
        pipeline.onUserMessage({
          sessionId: input.sessionID,
          messageId: input.messageID,
          agent: input.agent ?? readString(output.message, "agent"),
          parts: copyOf(output.parts),
        }),
      )
      if (change) applyUserMessage(parts.log, change, output)
      stampNow(output.message)
    },
    "experimental.chat.messages.transform": async (_, output) => {
      await safely("messages", async () => {
        const messages: unknown[] = output.messages
        const replaced = pipeline.onMessages(readList(output.messages, readMessage))
        if (replaced) messages.splice(0, messages.length, ...replaced)
      })
      // The one throw that ends a run with a reason: a caller's task result shows its text (HOST-QUIRK-143).
      const stop = pipeline.stopRun(readString(output.messages[0]?.info, "sessionID") ?? "")
      if (stop) throw stop
    },
    "experimental.chat.system.transform": (input, output) =>
      safely("system", async () => {
        const replaced = input.sessionID && pipeline.onSystem(input.sessionID, [...output.system])
        if (replaced) output.system.splice(0, output.system.length, ...replaced)
      }),
    "experimental.session.compacting": (input, output) =>
      safely("compacting", async () => {
        output.context.push(...(await pipeline.onCompacting(input.sessionID)))
      }),
    "experimental.compaction.autocontinue": (input, output) =>
      safely("autocontinue", async () => {
        const turn = { sessionId: input.sessionID, agent: input.agent, isOverflow: input.overflow }
        if (!(await pipeline.onAutoContinue(turn))) output.enabled = false
      }),
    "tool.definition": (input, output) =>
      safely("tool.definition", async () => {
        parts.onToolDefinition(input.toolID, output.description)
        await describeMore(pipeline, input.toolID, output)
      }),
    dispose: () => safely("dispose", () => pipeline.dispose()),
  }
}

/** Hooks of a copy that does nothing: why it does nothing goes into the host's log once the host is up. */
export function createReportingHooks(logSink: LogSink): Hooks {
  return { "chat.message": async () => logSink.open() }
}

function createSafety(log: Logger) {
  return async <Value>(hook: string, step: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await step()
    } catch (error) {
      log.error("hook-failed", { hook, error: error instanceof Error ? error.name : typeof error })
      return undefined
    }
  }
}

function onceStarted(parts: HooksParts): () => void {
  let isFirst = true
  return () => {
    if (!isFirst) return
    isFirst = false
    parts.logSink.open()
    parts.onFirstHook()
  }
}

/** The host asks for tools of other plugins under the same name too (HOST-QUIRK-45): those stay as they are. */
async function describeMore(
  pipeline: Pipeline,
  toolId: string,
  output: { description: string },
): Promise<void> {
  const tool = pipeline.tools.find(({ name }) => name === toolId)
  if (!tool?.describeMore || !output.description.startsWith(tool.description)) return
  const more = await tool.describeMore()
  if (more !== undefined) output.description = `${output.description}\n${more}`
}

type CallInput = { readonly tool: string; readonly sessionID: string; readonly callID: string }

function toolCall(input: CallInput, args: unknown): ToolCall {
  return {
    tool: input.tool,
    sessionId: input.sessionID,
    callId: input.callID,
    args: isRecord(args) ? copyOf(args) : {},
  }
}

/** Arguments come from JSON; what cannot be cloned is passed on shallowly. */
function copyOf<Value>(value: Value): Value {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}

async function applyBefore(
  parts: HooksParts,
  call: ToolCall,
  output: { args: unknown },
): Promise<void> {
  const decision = await parts.pipeline.beforeTool(call)
  if (decision.kind === "refuse") throw decision.refusal
  if (decision.kind === "rewrite" && !assignInPlace(output.args, decision.args)) {
    parts.log.warn("arguments-read-only", { tool: call.tool, callId: call.callId })
  }
}

/** All or nothing: false, with nothing changed, where a field cannot be written (P10). */
function assignInPlace(target: unknown, changes: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(target)) return false
  const isWritable = Object.keys(changes).every((key) => canWrite(target, key))
  if (!isWritable) return false
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) Reflect.deleteProperty(target, key)
    else Reflect.set(target, key, value)
  }
  return true
}

function canWrite(target: Record<string, unknown>, key: string): boolean {
  const property = Object.getOwnPropertyDescriptor(target, key)
  if (property === undefined) return Object.isExtensible(target)
  return property.writable === true || property.set !== undefined
}

async function applyAfter(
  parts: HooksParts,
  call: ToolCall,
  output: { title: string; output: string; metadata: unknown },
): Promise<void> {
  const parted = typeof output.output === "string" ? undefined : contentText(output)
  const text = parted ?? output.output
  if (typeof text !== "string") return
  const metadata = isRecord(output.metadata) ? output.metadata : {}
  const result = { title: output.title ?? "", output: text, metadata }
  const change = await parts.pipeline.afterTool(call, result)
  if (parted !== undefined) {
    if (change?.output !== undefined) appendContent(output, parted, change.output)
    return
  }
  if (change?.output !== undefined) output.output = change.output
  if (change?.metadata !== undefined) output.metadata = change.metadata
}

type ChatOutput = Parameters<NonNullable<Hooks["chat.message"]>>[1]

/** The host swallows a message whose hook throws; only features that deliver it themselves ask for that. */
class HeldMessage extends Error {
  override readonly name = "HeldMessage"
}

function applyUserMessage(log: Logger, change: UserMessageChange, output: ChatOutput): void {
  if (change.hold === true) throw new HeldMessage("held by opencode-workbench")
  const { replaceText } = change
  const target = output.parts.find((part) => part.id === replaceText?.partId)
  if (replaceText && target?.type === "text" && target.synthetic === true)
    target.text = replaceText.text
  for (const text of change.append ?? []) {
    const id = partIdAfter(output.parts)
    if (id === undefined) {
      log.warn("part-not-added", { sessionId: output.message.sessionID })
      continue
    }
    const { sessionID, id: messageID } = output.message
    output.parts.push({ id, sessionID, messageID, type: "text", text, synthetic: true })
  }
}

/**
 * Messages are ordered by their creation time, which the host takes before the hooks run: a model call that starts
 * meanwhile would later find this message in front of what it has sent already (HOST-QUIRK-58, X8).
 */
function stampNow(message: ChatOutput["message"]): void {
  const time: unknown = message.time
  if (isRecord(time) && !Object.isFrozen(time)) time.created = Date.now()
}

/** Parts are ordered by id: the highest id plus one in its time digits lands after the user's own (HOST-QUIRK-40). */
function partIdAfter(parts: readonly { readonly id: string }[]): string | undefined {
  const highest = parts
    .map((part) => part.id)
    .toSorted()
    .at(-1)
  const match = highest === undefined ? undefined : /^prt_([0-9a-f]{12})(.*)$/.exec(highest)
  if (!match) return undefined
  const [, digits = "0", tail = ""] = match
  return `prt_${(BigInt(`0x${digits}`) + 1n).toString(16).padStart(12, "0")}${tail}`
}
