// task_batch: several tasks for one agent, in parallel, in the foreground or background; also where the host's own
// background flag is off. A child gets no more than the host's `task` tool would give it (T17).

import * as z from "zod/mini"
import type { BatchOutcome, Reply } from "../../board/effect.ts"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool, ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import { clipBytes } from "../../lib/clip-bytes.ts"
import { readNumber } from "../../lib/json.ts"
import { Refusal } from "../../lib/refusal.ts"
import { described } from "../../lib/schema.ts"
import { createAgentList } from "./agent-list.ts"
import { ancestorsOf } from "./guard-task.ts"
import { taskLimits } from "./limits.ts"
import { endingSentence } from "./notice-text.ts"
import { nextStep } from "./reply-text.ts"
import { refuseAgent } from "./sub-agents.ts"
import { replyMetadata, type ToolParts, toToolReply } from "./tool-parts.ts"

const description =
  "Starts 1 to 12 tasks for one sub-agent at once, each in a session of its own. In the foreground it returns when all have ended, with every report; with background true it returns at once and you are told when each ends. session_id continues one earlier task (then exactly one task). One failure does not discard the others."

export function createTaskBatch(parts: ToolParts): AnyTool {
  const { context, driver, checkController } = parts
  return defineTool({
    name: "task_batch",
    description,
    describeMore: createAgentList(context.host, context.log),
    args: {
      agent: described(z.string().check(z.minLength(1)), "Name of the sub-agent."),
      tasks: described(
        z
          .array(z.string().check(z.trim(), z.minLength(1)))
          .check(z.minLength(1), z.maxLength(taskLimits.batchTasksMax)),
        "Full instructions, one text per task.",
      ),
      background: described(z._default(z.boolean(), false), "Return at once."),
      session_id: described(
        z.optional(z.string().check(z.minLength(1))),
        "Task id or alias to continue.",
      ),
    },
    loop: "noted",
    execute: async ({ agent, tasks, background, session_id: task }, call) => {
      await checkController(call, "task_batch")
      const ancestors = await ancestorsOf(context.host, call.sessionId)
      await checkAgent(parts, agent, ancestors.length)
      if (background && context.host.mode === "run") throw backgroundRefusal()
      await call.ask({ permission: "task", patterns: [agent], always: ["*"], metadata: { agent } })
      const reply = await driver.request(
        {
          tool: "batch",
          caller: call.sessionId,
          rootId: ancestors.at(-1) ?? call.sessionId,
          agent,
          items: tasks.map((prompt) => ({ title: titleOf(prompt), prompt })),
          isBackground: background,
          task,
        },
        call.abort,
      )
      return describeBatch(parts, call, reply, background)
    },
  })
}

/** The first six words of a task. */
function titleOf(prompt: string): string {
  return prompt.split(/\s+/).slice(0, taskLimits.titleWordsMax).join(" ")
}

async function checkAgent({ context }: ToolParts, name: string, depth: number): Promise<void> {
  const [agents, config] = await Promise.all([context.host.agents(), context.host.config()])
  const refusal = refuseAgent("task_batch", name, agents)
  if (refusal) throw refusal
  const depthMax = readNumber(config, "subagent_depth") ?? taskLimits.depthDefault
  if (depth < depthMax) return
  throw new Refusal(
    "TASK_LIMIT",
    `task_batch was not run: tasks may be nested ${depthMax} deep (subagent_depth).`,
    "Do the work yourself.",
  )
}

function backgroundRefusal(): Refusal {
  return new Refusal(
    "TASK_NO_BACKGROUND",
    "task_batch was not run: `opencode run` ends with this turn, and background tasks with it.",
    "Call it again without background.",
  )
}

async function describeBatch(
  parts: ToolParts,
  call: ToolContext,
  reply: Reply,
  isBackground: boolean,
): Promise<ToolReply> {
  const now = parts.context.clock.now()
  if (!reply.batch) return toToolReply(reply, { title: `task_batch: ${reply.outcome}`, now })
  const blocks = await Promise.all(reply.batch.map((item) => describeItem(parts, call, item)))
  const good = reply.batch.filter(
    (item) => item.outcome === "completed" || item.outcome === "started",
  )
  const title = `${good.length} of ${reply.batch.length} ${isBackground ? "started" : "completed"}`
  const output = [title, ...blocks].join("\n")
  const state = reply.batch.map((item) => `${item.task?.alias ?? "-"}=${item.outcome}`).join(" ")
  return { title, output, metadata: { ...replyMetadata(reply), state } }
}

async function describeItem(
  { driver }: ToolParts,
  call: ToolContext,
  item: BatchOutcome,
): Promise<string> {
  const { task, outcome } = item
  if (!task)
    return `<task_error>\n"${item.title}" was not started: ${outcome}. ${nextStep(item)}\n</task_error>`
  const open = `<task id="${task.taskId}" alias="${task.alias}" state="${task.state}" outcome="${outcome}">`
  const hasEnded =
    outcome === "completed" ||
    outcome === "errored" ||
    outcome === "cancelled" ||
    outcome === "stopped"
  if (!hasEnded) return `${open}\n${nextStep(item)}\n</task>`
  const result = await driver.request({ tool: "result", caller: call.sessionId, task: task.taskId })
  const text = result.text ?? ""
  const clipped = clipBytes(text, taskLimits.batchReportBytesMax)
  const body = [
    ...(outcome === "completed" ? [] : [`<task_error>\n${endingSentence(task)}\n</task_error>`]),
    ...(text === "" ? [] : [`<task_result>\n${clipped}\n</task_result>`]),
    ...(clipped === text ? [] : [`The whole report: task_result (task_id "${task.alias}").`]),
  ]
  return [open, ...body, "</task>"].join("\n")
}
