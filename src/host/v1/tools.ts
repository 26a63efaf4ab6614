// Our tools as the host's tool definitions: arguments parsed, refusals rendered, outputs bounded.
// This file and hooks.ts hold the only casts between our types and the host's.

import type { ToolDefinition, ToolResult } from "@opencode-ai/plugin"
import type { Logger } from "../../feature/logger.ts"
import type { AnyTool, PermissionRequest, ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import { isRecord, readRecord, readString } from "../../lib/json.ts"
import { Refusal } from "../../lib/refusal.ts"
import { cutToInline, fitsInline, type SpillStore } from "../../spill/spill-store.ts"

type HostToolContext = Parameters<ToolDefinition["execute"]>[1]

export interface ToolAdapterParts {
  readonly log: Logger
  readonly spill: SpillStore
}

export function toToolDefinition(tool: AnyTool, parts: ToolAdapterParts): ToolDefinition {
  return {
    description: tool.description,
    args: tool.args as ToolDefinition["args"],
    execute: async (rawArgs: unknown, hostContext: HostToolContext): Promise<ToolResult> => {
      const reply = await runTool(tool, rawArgs, { hostContext, parts })
      return toHostResult(await boundReply(reply, tool.name, parts.spill))
    },
  }
}

interface Execution {
  readonly hostContext: HostToolContext
  readonly parts: ToolAdapterParts
}

async function runTool(tool: AnyTool, rawArgs: unknown, execution: Execution): Promise<ToolReply> {
  try {
    return await tool.run(rawArgs, toToolContext(execution.hostContext))
  } catch (error) {
    // The user's own "no" ends the run by the host's rules; nothing of ours stands in its way.
    if (error instanceof HostDenial) throw error.cause
    if (error instanceof Refusal) return refusalReply(error)
    const name = error instanceof Error ? error.name : typeof error
    execution.parts.log.error("tool-failed", { tool: tool.name, error: name })
    return refusalReply(
      new Refusal(
        "TOOL_INTERNAL",
        `${tool.name} failed by a fault of its own (${name}).`,
        "Nothing was returned. Go on with another tool, and report this if it happens again.",
      ),
    )
  }
}

function refusalReply(refusal: Refusal): ToolReply {
  return {
    title: refusal.code,
    output: refusal.message,
    metadata: { code: refusal.code, refused: true },
  }
}

function toToolContext(hostContext: HostToolContext): ToolContext {
  const callId: unknown = Reflect.get(hostContext, "callID")
  return {
    sessionId: hostContext.sessionID,
    messageId: hostContext.messageID,
    callId: typeof callId === "string" ? callId : "",
    agent: hostContext.agent,
    directory: hostContext.directory,
    acceptsImages: acceptsImages(hostContext),
    abort: hostContext.abort,
    ask: (request) => askHost(hostContext, request),
  }
}

/** The host sends an error in place of an image that its model does not take (HOST-QUIRK-119). */
function acceptsImages(hostContext: HostToolContext): boolean {
  const extra: unknown = Reflect.get(hostContext, "extra")
  const capabilities = readRecord(readRecord(extra, "model"), "capabilities")
  return readRecord(capabilities, "input")?.image === true
}

/** Carries the host's own denial through our code, unchanged. */
class HostDenial extends Error {
  override readonly name = "HostDenial"
}

async function askHost(hostContext: HostToolContext, request: PermissionRequest): Promise<void> {
  try {
    await hostContext.ask({
      permission: request.permission,
      patterns: [...request.patterns],
      always: [...request.always],
      metadata: { ...request.metadata },
    })
  } catch (cause) {
    if (deniedByRule(cause)) throw describeDenial(request)
    throw new HostDenial("the host denied the call", { cause })
  }
}

/** A deny rule, as opposed to a user who said no (HOST-QUIRK-36). */
function deniedByRule(cause: unknown): boolean {
  if (!isRecord(cause) && !(cause instanceof Error)) return false
  const tag = readString(cause, "_tag") ?? Reflect.get(cause, "name")
  return tag === "PermissionDeniedError" || /specified a rule which prevents/.test(String(cause))
}

function describeDenial(request: PermissionRequest): Refusal {
  return new Refusal(
    "HOST_PERMISSION_DENIED",
    `The user's permission rules deny ${request.permission} for ${request.patterns.join(", ")}.`,
    "Do not try this again; go on without it or tell the user what you needed.",
  )
}

/** Last line of defence for X2: a tool that forgot to bound its output still loses nothing. */
async function boundReply(reply: ToolReply, name: string, spill: SpillStore): Promise<ToolReply> {
  if (fitsInline(reply.output)) return reply
  const file = await spill.write(`${name}.txt`, reply.output)
  return { ...reply, output: cutToInline(reply.output, file) }
}

function toHostResult(reply: ToolReply): ToolResult {
  const attachments = reply.attachments?.map((attachment) => ({
    type: "file" as const,
    ...attachment,
  }))
  return {
    title: reply.title,
    output: reply.output,
    metadata: { ...reply.metadata },
    ...(attachments ? { attachments } : {}),
  }
}
