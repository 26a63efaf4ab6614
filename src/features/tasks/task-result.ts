// task_result: the report of a task, whenever it is asked for. Texts come from the transcript, never from memory.

import * as z from "zod/mini"
import type { Reply } from "../../board/effect.ts"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool, ToolReply } from "../../feature/tool-spec.ts"
import { clipBytes } from "../../lib/clip-bytes.ts"
import { described } from "../../lib/schema.ts"
import { fitsInline, type SpillStore } from "../../spill/spill-store.ts"
import { endingSentence } from "./notice-text.ts"
import { type ToolParts, toToolReply } from "./tool-parts.ts"

/** Inline bytes of a report; header and tags come on top, the rest is in the file. */
const reportBytesMax = 40 * 1024
const reportLinesMax = 1_800

export function createTaskResult({ context, driver }: ToolParts): AnyTool {
  return defineTool({
    name: "task_result",
    description:
      "Full report of one of your tasks at any time after its end; for a task that did not finish, what it wrote so far.",
    args: {
      task_id: described(z.string().check(z.minLength(1)), "Task id or alias, such as gen-1."),
    },
    loop: "noted",
    execute: async ({ task_id: task }, call) => {
      const reply = await driver.request({ tool: "result", caller: call.sessionId, task })
      return describeResult(reply, { name: task, now: context.clock.now(), spill: context.spill })
    },
  })
}

async function describeResult(
  reply: Reply,
  facts: { readonly name: string; readonly now: number; readonly spill: SpillStore },
): Promise<ToolReply> {
  const { task } = reply
  const title = `${task?.alias ?? facts.name}: ${reply.outcome}`
  const body: string[] = []
  if (reply.outcome === "partial" && task) {
    body.push(`partial: ${endingSentence(task)}`)
  }
  if (reply.outcome === "completed" && task && task.state !== "completed") {
    body.push(`note: the state is ${task.state}, but the transcript holds a finished answer.`)
  }
  if (reply.outcome === "empty" && task)
    body.push(`<task_error>\n${endingSentence(task)}\n</task_error>`)
  body.push(...(await describeText(reply, facts.spill)))
  return toToolReply(reply, { title, now: facts.now, body })
}

async function describeText(reply: Reply, spill: SpillStore): Promise<readonly string[]> {
  const text = reply.text ?? ""
  if (text === "") return []
  const tag = reply.outcome === "not_ready" ? "text_so_far" : "task_result"
  const lines = text.split("\n")
  const head = clipBytes(lines.slice(0, reportLinesMax).join("\n"), reportBytesMax)
  const isWhole = head === text && fitsInline(text)
  if (isWhole) return [`<${tag}>\n${text}\n</${tag}>`]
  const file = await spill.write(`${reply.task?.alias ?? "task"}.md`, text)
  return [
    `<${tag}>\n${head}\n</${tag}>`,
    `The whole report (${lines.length} lines) is in ${file}; read it with the read tool.`,
  ]
}
