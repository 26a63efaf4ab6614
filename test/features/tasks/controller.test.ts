import { expect, test } from "vitest"
import { createControllerCheck } from "../../../src/features/tasks/controller.ts"
import { agent, createTaskContext, session, toolContext } from "../../support/task-context.ts"

const agents = [agent("build", { mode: "primary" }), agent("general")]
const sessions = [session("ses_parent"), session("ses_child", { parentId: "ses_parent" })]
const check = (controllers?: readonly string[]) =>
  createControllerCheck(createTaskContext({ sessions, agents }).host, controllers)

test("a primary agent in a session of the user controls its tasks", async () => {
  const { context } = toolContext("ses_parent")
  expect(await check()(context, "task_cancel")).toBeUndefined()
})

test("a session that is itself a task is refused", async () => {
  const { context } = toolContext("ses_child")
  await expect(check()(context, "task_cancel")).rejects.toMatchObject({
    code: "TASK_NOT_CONTROLLER",
    what: "task_cancel was not run: this session is itself a task.",
  })
})

test("a sub-agent is refused", async () => {
  const { context } = toolContext("ses_parent", "general")
  await expect(check()(context, "task_revive")).rejects.toMatchObject({
    code: "TASK_NOT_CONTROLLER",
    what: 'task_revive was not run: "general" is a sub-agent.',
  })
})

test("the configured controllers are the only ones", async () => {
  const lead = toolContext("ses_parent", "lead").context
  expect(await check(["lead"])(lead, "task_batch")).toBeUndefined()
  await expect(
    check(["lead"])(toolContext("ses_parent").context, "task_batch"),
  ).rejects.toMatchObject({ code: "TASK_NOT_CONTROLLER" })
})
