// The tools that act on tasks, as their callers meet them: who may call them, and what they pass on.

import { describe, expect, test } from "vitest"
import { createControllerCheck } from "../../../src/features/tasks/controller.ts"
import { createTaskBatch } from "../../../src/features/tasks/task-batch.ts"
import { createTaskCancel } from "../../../src/features/tasks/task-cancel.ts"
import { createTaskMessage } from "../../../src/features/tasks/task-message.ts"
import { createTaskReply } from "../../../src/features/tasks/task-reply.ts"
import { createTaskRevive } from "../../../src/features/tasks/task-revive.ts"
import type { ToolParts } from "../../../src/features/tasks/tool-parts.ts"
import {
  agent,
  createTaskContext,
  session,
  taskView,
  toolContext,
} from "../../support/task-context.ts"

const sessions = [session("ses_parent"), session("ses_child", { parentId: "ses_parent" })]
const agents = [
  agent("build", { mode: "primary" }),
  agent("lead", { mode: "primary" }),
  agent("general"),
]

function surroundings(controllers?: readonly string[]) {
  const reply = { outcome: "queued", task: taskView() } as const
  const around = createTaskContext({ sessions, agents, reply })
  const parts: ToolParts = {
    ...around,
    checkController: createControllerCheck(around.host, controllers),
  }
  return { parts, requests: around.requests }
}

const acting = {
  task_cancel: [createTaskCancel, { task_id: "gen-1" }],
  task_revive: [createTaskRevive, { task_id: "gen-1", prompt: "go on" }],
  task_batch: [createTaskBatch, { agent: "general", tasks: ["work"] }],
  task_reply: [createTaskReply, { task_id: "gen-1", reject: "no" }],
} as const

describe.each(Object.entries(acting))("%s", (name, [create, args]) => {
  test.each([
    ["a sub-agent", "ses_parent", "general", undefined],
    ["a session that is itself a task", "ses_child", "build", undefined],
    ["an agent that is no controller", "ses_parent", "build", ["lead"]],
  ] as const)(
    "is refused for %s, and the board is not asked",
    async (_, caller, agentName, controllers) => {
      const { parts, requests } = surroundings(controllers)
      const call = toolContext(caller, agentName)
      await expect(create(parts).run(args, call.context)).rejects.toMatchObject({
        code: "TASK_NOT_CONTROLLER",
        what: expect.stringContaining(`${name} was not run`),
      })
      expect([requests, call.asked]).toEqual([[], []])
    },
  )

  test("is every primary agent's where no controllers are named", async () => {
    const { parts, requests } = surroundings()
    await create(parts).run(args, toolContext("ses_parent", "lead").context)
    expect(requests).toMatchObject([{ caller: "ses_parent" }])
  })
})

describe("task_message", () => {
  const send = (message: string) => {
    const { parts, requests } = surroundings()
    const args = { task_id: "gen-1", message }
    const run = createTaskMessage(parts).run(args, toolContext("ses_parent").context)
    return { run, requests }
  }

  test.each([1, 500])("takes a note of %i characters", async (length) => {
    const { run, requests } = send("x".repeat(length))
    await run
    expect(requests).toMatchObject([{ tool: "message", text: "x".repeat(length) }])
  })

  test.each([
    ["blank", "  "],
    ["501 characters long", "x".repeat(501)],
  ])("refuses a note that is %s", async (_, message) => {
    const { run, requests } = send(message)
    await expect(run).rejects.toMatchObject({ code: "TOOL_ARGUMENTS_INVALID" })
    expect(requests).toEqual([])
  })
})
