// task_revive: a new instruction for a task that ended, in the same session with all that it knows.

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import { type ToolParts, toToolReply } from "./tool-parts.ts"

export function createTaskRevive({ context, driver, checkController }: ToolParts): AnyTool {
  return defineTool({
    name: "task_revive",
    description:
      "Resumes one of your cancelled, errored, stopped or completed tasks with a new instruction, in the background; a running one is cancelled first.",
    args: {
      task_id: described(z.string().check(z.minLength(1)), "Task id or alias, such as gen-1."),
      prompt: described(z.string().check(z.trim(), z.minLength(1)), "What it shall do now."),
    },
    loop: "noted",
    execute: async ({ task_id: task, prompt }, call) => {
      await checkController(call, "task_revive")
      const reply = await driver.request({ tool: "revive", caller: call.sessionId, task, prompt })
      const title = `${reply.task?.alias ?? task}: ${reply.outcome}`
      const body =
        reply.detail === undefined || reply.outcome === "refused" ? [] : [`detail: ${reply.detail}`]
      return toToolReply(reply, { title, now: context.clock.now(), body })
    },
  })
}
