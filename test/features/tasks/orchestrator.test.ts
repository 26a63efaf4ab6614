import { expect, test } from "vitest"
import { tasks } from "../../../src/features/tasks/index.ts"
import type { JsonObject } from "../../../src/lib/json.ts"
import { createTaskContext } from "../../support/task-context.ts"

/** The agents that the feature adds to the host's configuration. */
async function addedAgents(options: Readonly<Record<string, unknown>>) {
  const parts = tasks.create(createTaskContext().context, options)
  const added: Record<string, JsonObject> = {}
  parts.onHostConfig?.({
    view: {},
    addAgent: (name, agent) => {
      added[name] = agent
    },
    denyEverywhere: () => undefined,
    denyInSubagents: () => undefined,
  })
  await parts.dispose?.()
  return added
}

test("there is no orchestrator unless it is asked for", async () => {
  expect(await addedAgents({})).toEqual({})
})

test("the orchestrator is a primary agent with a short prompt over the task tools", async () => {
  const { orchestrator } = await addedAgents({ orchestrator: true })
  const prompt = String(orchestrator?.prompt)
  expect(orchestrator?.mode).toBe("primary")
  expect(prompt.length).toBeLessThanOrEqual(800)
  for (const tool of [
    "task_batch",
    "task_message",
    "task_cancel",
    "task_revive",
    "wait_for_user",
  ]) {
    expect(prompt).toContain(tool)
  }
})
