// task_message: a note to a running task. It never interrupts and never starts a run.

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import { taskLimits } from "./limits.ts"
import { type ToolParts, toToolReply } from "./tool-parts.ts"

export function createTaskMessage({ context, driver }: ToolParts): AnyTool {
  return defineTool({
    name: "task_message",
    description:
      "Writes a note to one of your running tasks; it reads it at its next step and goes on. Never interrupts, never starts a task.",
    args: {
      task_id: described(z.string().check(z.minLength(1)), "Task id or alias, such as gen-1."),
      message: described(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(taskLimits.messageCharactersMax)),
        "The note.",
      ),
    },
    loop: "noted",
    execute: async ({ task_id: task, message: text }, call) => {
      const reply = await driver.request({ tool: "message", caller: call.sessionId, task, text })
      const title = `${reply.task?.alias ?? task}: ${reply.outcome}`
      return toToolReply(reply, { title, now: context.clock.now() })
    },
  })
}
