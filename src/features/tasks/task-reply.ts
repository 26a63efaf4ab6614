// task_reply: answers the question of a task, or rejects what it asks for. Granting is the user's (T16).

import * as z from "zod/mini"
import type { ReplyAnswer } from "../../board/event.ts"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { Refusal } from "../../lib/refusal.ts"
import { described } from "../../lib/schema.ts"
import { taskLimits } from "./limits.ts"
import { type ToolParts, toToolReply } from "./tool-parts.ts"

export function createTaskReply({ context, driver, checkController }: ToolParts): AnyTool {
  return defineTool({
    name: "task_reply",
    description:
      "Answers the question that one of your tasks waits with (answers: one list of labels per question), or rejects its question or permission request (reject: the reason). A permission cannot be granted here.",
    args: {
      task_id: described(z.string().check(z.minLength(1)), "Task id or alias, such as gen-1."),
      answers: described(
        z.optional(z.array(z.array(z.string())).check(z.minLength(1))),
        "One list per question.",
      ),
      reject: described(
        z.optional(z.string().check(z.maxLength(taskLimits.reasonCharactersMax))),
        "Reason for a no.",
      ),
    },
    loop: "noted",
    execute: async ({ task_id: task, answers, reject }, call) => {
      await checkController(call, "task_reply")
      const answer = readAnswer(answers, reject)
      const reply = await driver.request({ tool: "reply", caller: call.sessionId, task, answer })
      const title = `${reply.task?.alias ?? task}: ${reply.outcome}`
      return toToolReply(reply, { title, now: context.clock.now() })
    },
  })
}

function readAnswer(
  answers: readonly (readonly string[])[] | undefined,
  reject: string | undefined,
): ReplyAnswer {
  if ((answers === undefined) === (reject === undefined)) {
    throw new Refusal(
      "TOOL_ARGUMENTS_INVALID",
      "task_reply was not run: give either answers or reject.",
      "Call task_reply again with one of the two.",
    )
  }
  return answers ? { kind: "answers", answers } : { kind: "reject", message: reject ?? "" }
}
