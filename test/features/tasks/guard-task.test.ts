import { expect, test } from "vitest"
import type { Reply } from "../../../src/board/effect.ts"
import { guardTask } from "../../../src/features/tasks/guard-task.ts"
import { createTaskContext, session, taskView } from "../../support/task-context.ts"

const sessions = [
  session("ses_root"),
  session("ses_parent", { parentId: "ses_root" }),
  session("ses_caller", { parentId: "ses_parent" }),
]

async function guard(reply: Reply, args: Readonly<Record<string, unknown>> = {}) {
  const around = createTaskContext({ sessions, reply })
  const decision = await guardTask(around, {
    tool: "task",
    sessionId: "ses_caller",
    callId: "call",
    args: { subagent_type: "general", description: "look", prompt: "go", ...args },
  })
  return { decision, requests: around.requests }
}

test.each([
  [{ outcome: "busy", task: taskView() }, "TASK_BUSY"],
  [{ outcome: "refused", reason: "parent_limit", detail: "6" }, "TASK_LIMIT"],
  [{ outcome: "refused", reason: "root_limit", detail: "12" }, "TASK_LIMIT"],
  [{ outcome: "refused", reason: "hour_limit", detail: "60" }, "TASK_LIMIT"],
  [{ outcome: "refused", reason: "foreign" }, "TASK_REFUSED"],
  [{ outcome: "unknown_task" }, "TASK_UNKNOWN"],
  [{ outcome: "deleted" }, "TASK_UNKNOWN"],
] satisfies [Reply, string][])("%j is refused as %s", async (reply, code) => {
  const { decision } = await guard(reply, { task_id: "gen-1" })
  expect(decision).toMatchObject({ kind: "refuse", refusal: { code } })
})

test("an alias becomes the id, and nothing else is changed", async () => {
  const { decision } = await guard({ outcome: "pass", detail: "ses_child" }, { task_id: "gen-1" })
  expect(decision).toEqual({ kind: "rewrite", args: { task_id: "ses_child" } })
})

test("the real id passes unchanged", async () => {
  const { decision } = await guard(
    { outcome: "pass", detail: "ses_child" },
    { task_id: "ses_child" },
  )
  expect(decision).toEqual({ kind: "pass" })
})

test("the board is told the root and every session above the caller", async () => {
  const { requests } = await guard({ outcome: "pass" })
  expect(requests[0]).toMatchObject({
    rootId: "ses_root",
    ancestors: ["ses_parent", "ses_root"],
    task: undefined,
  })
})

test("an empty task_id is none", async () => {
  const { requests } = await guard({ outcome: "pass" }, { task_id: "" })
  expect(requests[0]).toMatchObject({ task: undefined })
})

test("a call without an agent is left to the host, which refuses it", async () => {
  const { decision, requests } = await guard({ outcome: "pass" }, { subagent_type: undefined })
  expect(decision).toEqual({ kind: "pass" })
  expect(requests).toEqual([])
})
