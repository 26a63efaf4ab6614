// task_status: one task as it is now, or the whole board.

import * as z from "zod/mini"
import type { Reply, TaskView } from "../../board/effect.ts"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool, ToolReply } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import { taskLimits } from "./limits.ts"
import { describeDetails, stateName } from "./reply-text.ts"
import { type ToolParts, toToolReply } from "./tool-parts.ts"

export function createTaskStatus({ context, driver }: ToolParts): AnyTool {
  return defineTool({
    name: "task_status",
    description:
      "State of one of your tasks (task_id or alias), or of all of them (without task_id). You are told when a task ends, so do not poll.",
    args: {
      task_id: described(
        z.optional(z.string().check(z.minLength(1))),
        "Task id or alias, such as gen-1.",
      ),
    },
    loop: "noted",
    execute: async ({ task_id: task }, call) => {
      const reply = await driver.request({ tool: "status", caller: call.sessionId, task })
      const now = context.clock.now()
      return task === undefined ? describeBoard(reply, now) : describeTask(reply, task, now)
    },
  })
}

function describeTask(reply: Reply, name: string, now: number): ToolReply {
  const { task } = reply
  const title = task ? `${task.alias}: ${stateName(task)}` : `${name}: ${reply.outcome}`
  return toToolReply(reply, { title, now, body: task ? describeDetails(task, now) : [] })
}

function describeBoard(reply: Reply, now: number): ToolReply {
  const tasks = reply.tasks ?? []
  const shown = tasks.slice(-taskLimits.listedTasksMax)
  const rows = shown.map((task) => describeRow(task, now))
  const older = tasks.length - shown.length
  const running = tasks.filter((task) => task.state === "running").length
  const output =
    tasks.length === 0
      ? "You have no tasks."
      : [
          `${tasks.length} tasks, ${running} running`,
          ...(older > 0 ? [`(${older} older ones not shown)`] : []),
          ...rows,
        ].join("\n")
  const state = tasks.map((task) => `${task.alias}=${task.state}${task.generation}`).join(" ")
  return {
    title: `${running} of ${tasks.length} running`,
    output,
    metadata: { outcome: "board", state },
  }
}

function describeRow(task: TaskView, now: number): string {
  const age = Math.floor(Math.max(0, now - task.launchedAt) / 1_000)
  const extras = [
    task.blocked ? `waits for ${task.blocked.kind}` : undefined,
    task.blockedBelow ? `a task of its own waits for ${task.blockedBelow}` : undefined,
    task.tool === undefined ? undefined : `in ${task.tool}`,
    task.possiblyStuck ? "possibly stuck" : undefined,
    task.uncertain,
  ].filter((extra) => extra !== undefined)
  const detail = extras.length > 0 ? ` [${extras.join(", ")}]` : ""
  return `${task.alias} (${task.taskId}) ${task.agent}: ${stateName(task)}, ${age} s${detail} - ${task.description.replace(/\s+/g, " ")}`
}
