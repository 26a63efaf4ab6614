// task_cancel: stops the current run of a task. The session is kept, nothing is rolled back.

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import { taskLimits } from "./limits.ts"
import { endingSentence } from "./notice-text.ts"
import { collapse, type ToolParts, toToolReply } from "./tool-parts.ts"

export function createTaskCancel({ context, driver, checkController }: ToolParts): AnyTool {
  return defineTool({
    name: "task_cancel",
    description:
      "Stops the run of one of your tasks and waits until that is proven. The session is kept (task_revive resumes it); changed files stay as they are.",
    args: {
      task_id: described(z.string().check(z.minLength(1)), "Task id or alias, such as gen-1."),
      reason: described(
        z.optional(z.string().check(z.maxLength(taskLimits.reasonCharactersMax))),
        "Why.",
      ),
    },
    loop: "noted",
    execute: async ({ task_id: task, reason }, call) => {
      await checkController(call, "task_cancel")
      const given = reason === undefined ? undefined : collapse(reason)
      const caller = call.sessionId
      const reply = await driver.request({ tool: "cancel", caller, task, reason: given })
      const title = `${reply.task?.alias ?? task}: ${reply.outcome}`
      const hasEnded = reply.task !== undefined && reply.task.state !== "running"
      const body = hasEnded && reply.task ? [endingSentence(reply.task)] : []
      return toToolReply(reply, { title, now: context.clock.now(), body })
    },
  })
}
