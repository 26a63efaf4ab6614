import { expect, test } from "vitest"
import { createControllerCheck } from "../../../src/features/tasks/controller.ts"
import { createTaskBatch } from "../../../src/features/tasks/task-batch.ts"
import {
  agent,
  createTaskContext,
  session,
  type TaskContextOptions,
  taskView,
  toolContext,
} from "../../support/task-context.ts"

const agents = [
  agent("build", { mode: "primary" }),
  agent("general"),
  agent("hidden", { isHidden: true }),
]

function batch(args: Readonly<Record<string, unknown>>, options: TaskContextOptions = {}) {
  const around = createTaskContext({ sessions: [session("ses_parent")], agents, ...options })
  const tool = createTaskBatch({
    ...around,
    checkController: createControllerCheck(around.host, ["build"]),
  })
  const call = toolContext("ses_parent")
  const run = tool.run({ agent: "general", tasks: ["one two three"], ...args }, call.context)
  return { run, requests: around.requests, asked: call.asked }
}

test("an agent that does not exist is refused with the nearest name and the list", async () => {
  await expect(batch({ agent: "genral" }).run).rejects.toMatchObject({
    code: "TASK_AGENT_UNKNOWN",
    what: 'task_batch was not run: "genral" is no sub-agent. Did you mean "general"?',
    next: "Use one of: general.",
  })
})

test.each(["build", "hidden"])("%s is no sub-agent to be started", async (name) => {
  await expect(batch({ agent: name }).run).rejects.toMatchObject({ code: "TASK_AGENT_UNKNOWN" })
})

test("a session at the nesting limit starts no tasks, and nothing is asked", async () => {
  const deep = [session("ses_root"), session("ses_parent", { parentId: "ses_root" })]
  const { run, asked, requests } = batch({}, { sessions: deep })
  await expect(run).rejects.toMatchObject({
    code: "TASK_LIMIT",
    what: "task_batch was not run: tasks may be nested 1 deep (subagent_depth).",
  })
  expect([asked, requests]).toEqual([[], []])
})

test("the host's own subagent_depth is the limit", async () => {
  const deep = [session("ses_root"), session("ses_parent", { parentId: "ses_root" })]
  const { run, requests } = batch({}, { sessions: deep, config: { subagent_depth: 2 } })
  await run
  expect(requests).toMatchObject([{ tool: "batch", rootId: "ses_root" }])
})

test("`opencode run` has no background", async () => {
  await expect(batch({ background: true }, { mode: "run" }).run).rejects.toMatchObject({
    code: "TASK_NO_BACKGROUND",
    next: "Call it again without background.",
  })
})

test("the task permission is asked with the agent's name", async () => {
  const { run, asked } = batch({})
  await run
  expect(asked).toEqual([
    { permission: "task", patterns: ["general"], always: ["*"], metadata: { agent: "general" } },
  ])
})

test("the title of a task is its first six words", async () => {
  const { run, requests } = batch({ tasks: ["find  all\nplaces that call the old parser"] })
  await run
  expect(requests).toMatchObject([{ items: [{ title: "find all places that call the" }] }])
})

test.each([
  ["no task", []],
  ["13 tasks", Array.from({ length: 13 }, () => "x")],
  ["a blank task", [" "]],
])("%s is a wrong argument", async (_, tasks) => {
  await expect(batch({ tasks }).run).rejects.toMatchObject({ code: "TOOL_ARGUMENTS_INVALID" })
})

test("one failure does not hide the others, and each has its id", async () => {
  const good = { title: "a", outcome: "started", task: taskView() } as const
  const bad = { title: "b", outcome: "not_created", task: undefined } as const
  const rest = { reason: undefined, detail: undefined }
  const reply = {
    outcome: "batch_done",
    batch: [
      { ...good, ...rest },
      { ...bad, ...rest },
    ],
  } as const
  const { output } = await batch({ background: true }, { reply }).run
  expect(output.split("\n")).toEqual([
    "1 of 2 started",
    '<task id="ses_child" alias="gen-1" state="running" outcome="started">',
    "Go on with other work; you are told when gen-1 ends.",
    "</task>",
    "<task_error>",
    '"b" was not started: not_created. No session was created; call again.',
    "</task_error>",
  ])
})
