import { describe, expect, test } from "vitest"
import {
  collectFacts,
  type SessionRecords,
} from "../../../src/features/compaction/collect-facts.ts"
import type { SessionInfo } from "../../../src/host/port.ts"
import { answer, compacted, continued, toolCall, user } from "../../support/transcript.ts"

const empty: SessionRecords = { messages: [], todos: [], children: [], statuses: {} }

const child = (id: string): SessionInfo => ({
  id,
  parentId: "ses_0",
  title: "look around",
  directory: "/project",
  createdAt: 0,
  updatedAt: 0,
  agent: "general",
  model: undefined,
  metadata: {},
  permission: [],
  cost: 0,
  tokens: { input: 0, output: 0, reasoning: 0 },
})

describe("facts from what the host stores", () => {
  test("first and newest request are the user's, not those of a summary", () => {
    const messages = [
      user("Port it."),
      answer("Which?"),
      user("All."),
      ...compacted(1),
      continued(),
    ]
    const facts = collectFacts({ ...empty, messages })
    expect(facts).toMatchObject({ firstRequest: "Port it.", newestRequest: "All." })
  })

  test("the only request is named once, also where the host stored it again", () => {
    const messages = [user("Port it."), ...compacted(1, { overflow: true }), user("Port it.")]
    expect(collectFacts({ ...empty, messages }).newestRequest).toBeUndefined()
  })

  test("open todos are those that are neither done nor dropped", () => {
    const todos = ["completed", "cancelled", "pending"].map((status) => ({ content: "x", status }))
    expect(collectFacts({ ...empty, todos }).openTodos).toEqual([todos[2]])
  })

  test("running tasks are the children that are busy", () => {
    const children = [child("ses_1"), child("ses_2")]
    const facts = collectFacts({ ...empty, children, statuses: { ses_2: "busy" } })
    expect(facts.runningTasks.map((task) => task.id)).toEqual(["ses_2"])
  })

  test("failed calls are newest first and without those that succeeded later", () => {
    const failed = (command: string) =>
      toolCall("error", { tool: "bash", state: { input: { command }, error: `${command} failed` } })
    const passed = toolCall("completed", { tool: "bash", state: { input: { command: "build" } } })
    const messages = [failed("old"), user("Go."), failed("build"), failed("test"), passed]
    expect(collectFacts({ ...empty, messages }).failedCalls).toEqual([
      { tool: "bash", args: '{"command":"test"}', error: "test failed" },
    ])
  })
})
