import { expect, test } from "vitest"
import type { Reply } from "../../../src/board/effect.ts"
import { createWaitForUser } from "../../../src/features/wait-for-user/tool.ts"
import { Refusal } from "../../../src/lib/refusal.ts"
import { createTaskContext, session, toolContext } from "../../support/task-context.ts"

const sessions = [session("ses_parent"), session("ses_child", { parentId: "ses_parent" })]

interface Options {
  readonly in?: string
  readonly reply?: Reply
  /** Set where this agent may not act on tasks. */
  readonly refusal?: Refusal
}

function wait(reason: string, options: Options = {}) {
  const { in: sessionId = "ses_parent", reply, refusal } = options
  const around = createTaskContext({ sessions, ...(reply && { reply }) })
  const checkController = async () => {
    if (refusal) throw refusal
  }
  if (reply) around.context.board.attach({ request: around.driver.request, checkController })
  const tool = createWaitForUser(around.context, true)
  return { run: tool.run({ reason }, toolContext(sessionId).context), requests: around.requests }
}

test("a session that is itself a task has no user to wait for", async () => {
  await expect(wait("review", { in: "ses_child" }).run).rejects.toMatchObject({
    code: "WAIT_NOT_TOP_LEVEL",
    next: "Finish with a report that says what you need.",
  })
})

test("an agent that may not act on tasks does not wait either, and nothing is held back", async () => {
  const refusal = new Refusal("TASK_NOT_CONTROLLER", "no", "go on")
  const reply = { outcome: "waiting_for_user" } as const
  const { run, requests } = wait("review", { reply, refusal })
  await expect(run).rejects.toBe(refusal)
  expect(requests).toEqual([])
})

test.each([1, 500])("a reason of %i characters is taken", async (length) => {
  const reason = "x".repeat(length)
  expect((await wait(reason).run).output).toContain(`reason: ${reason}\n`)
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
