// Writes one scripted reply as the server-sent events of the chat completions protocol.

import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { ModelRequest } from "./model-request.ts"
import type { Reply, ToolCallSpec } from "./script.ts"

export async function streamReply(
  request: ModelRequest,
  reply: Reply,
  response: ServerResponse,
): Promise<void> {
  if (reply.status !== undefined && reply.status >= 400) {
    response.writeHead(reply.status, { "content-type": "application/json" })
    const message = reply.errorMessage ?? `scripted failure ${reply.status}`
    response.end(JSON.stringify({ error: { message, type: "scripted", code: reply.status } }))
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  const send = (delta: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    response.write(`data: ${JSON.stringify(chunkOf(request, delta, more))}\n\n`)
  send({ role: "assistant", content: "" })
  if (reply.reasoning) send({ reasoning_content: reply.reasoning })
  for (const text of piecesOf(reply)) {
    send({ content: text })
    if (reply.pauseMs) await sleep(reply.pauseMs)
  }
  const calls = reply.calls ?? []
  calls.forEach((call, index) => {
    sendCall(send, call, { index, id: call.id ?? `call_${request.index}_${index}` })
  })
  const finish = reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop")
  const usage = usageOf(reply)
  response.write(`data: ${JSON.stringify({ ...chunkOf(request, {}, {}, finish), usage })}\n\n`)
  response.end("data: [DONE]\n\n")
}

function sendCall(
  send: (delta: Record<string, unknown>) => void,
  call: ToolCallSpec,
  place: { readonly index: number; readonly id: string },
): void {
  const argumentsText = typeof call.args === "string" ? call.args : JSON.stringify(call.args)
  const declaration = { ...place, type: "function", function: { name: call.tool, arguments: "" } }
  send({ tool_calls: [declaration] })
  send({ tool_calls: [{ index: place.index, function: { arguments: argumentsText } }] })
}

function piecesOf(reply: Reply): string[] {
  const text = reply.text ?? ""
  if (text === "") return []
  if (!reply.pauseMs) return [text]
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

function usageOf(reply: Reply): Record<string, number> {
  const { input, output } = reply.usage ?? { input: 100, output: 10 }
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function chunkOf(
  request: ModelRequest,
  delta: Record<string, unknown>,
  more: Record<string, unknown>,
  finish: string | null = null,
): Record<string, unknown> {
  return {
    id: `chatcmpl-${request.index}`,
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: request.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  }
}
