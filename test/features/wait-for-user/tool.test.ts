import { expect, test } from "vitest"
import type { Reply } from "../../../src/board/effect.ts"
import { createWaitForUser } from "../../../src/features/wait-for-user/tool.ts"
import { createTaskContext, session, toolContext } from "../../support/task-context.ts"

const sessions = [session("ses_parent"), session("ses_child", { parentId: "ses_parent" })]

function wait(reason: string, options: { readonly in?: string; readonly reply?: Reply } = {}) {
  const { in: sessionId = "ses_parent", reply } = options
  const around = createTaskContext({ sessions, ...(reply && { reply }) })
  if (reply) around.context.board.attach(around.driver)
  const tool = createWaitForUser(around.context, true)
  return { run: tool.run({ reason }, toolContext(sessionId).context), requests: around.requests }
}

test("a session that is itself a task has no user to wait for", async () => {
  await expect(wait("review", { in: "ses_child" }).run).rejects.toMatchObject({
    code: "WAIT_NOT_TOP_LEVEL",
    next: "Finish with a report that says what you need.",
  })
})

test("the answer names state, protocol and reason, and ends the turn", async () => {
  const { output } = await wait("review", { reply: { outcome: "waiting_for_user" } }).run
  expect(output).toMatchInlineSnapshot(`
    "state: waiting_for_user
    protocol: opencode-workbench.wait_for_user.v1
    reason: review
    next: End the turn now, with a short text that tells the user what you wait for. Call no other tool."
  `)
})

test("with running tasks the wait is skipped and the turn ends all the same", async () => {
  const { output } = await wait("review", { reply: { outcome: "waiting_for_user_skipped" } }).run
  expect(output).toContain("state: waiting_for_user_skipped")
  expect(output).toContain("End the turn now without another tool call")
})

test("white space in the reason is collapsed before its length counts", async () => {
  const { run, requests } = wait(`  a${" ".repeat(600)}b\n`, {
    reply: { outcome: "waiting_for_user" },
  })
  expect((await run).output).toContain("reason: a b\n")
  expect(requests).toMatchObject([{ tool: "wait", reason: "a b", isGuarded: true }])
})

test.each([
  ["blank", "  \n "],
  ["501 characters", "x".repeat(501)],
])("a reason that is %s is a wrong argument", async (_, reason) => {
  await expect(wait(reason).run).rejects.toMatchObject({ code: "TOOL_ARGUMENTS_INVALID" })
})

test("without the tasks feature the words alone end the turn", async () => {
  expect((await wait("review").run).output).toContain("state: waiting_for_user\n")
})
