import { describe, expect, test } from "vitest"
import { refuseAgent } from "../../../src/features/tasks/sub-agents.ts"
import type { AgentInfo } from "../../../src/host/port.ts"

const agent = (name: string, mode: AgentInfo["mode"], isHidden = false): AgentInfo => ({
  name,
  mode,
  isHidden,
  description: "",
  model: undefined,
  permission: [],
})
const agents = [
  agent("build", "primary"),
  agent("general", "subagent"),
  agent("both", "all"),
  agent("secret", "subagent", true),
]

describe("an agent that is named for a task", () => {
  test("may be a sub-agent or one for both", () => {
    expect(refuseAgent("task_batch", "general", agents)).toBeUndefined()
    expect(refuseAgent("task_batch", "both", agents)).toBeUndefined()
  })

  test("may be neither primary nor hidden nor unknown", () => {
    const refusals = ["build", "secret", "nobody"].map(
      (name) => refuseAgent("task", name, agents)?.message,
    )
    expect(refusals).toEqual([
      'TASK_AGENT_UNKNOWN: task was not run: "build" is no sub-agent.\nUse one of: both, general.',
      'TASK_AGENT_UNKNOWN: task was not run: "secret" is no sub-agent.\nUse one of: both, general.',
      'TASK_AGENT_UNKNOWN: task was not run: "nobody" is no sub-agent.\nUse one of: both, general.',
    ])
  })

  test("is found behind a misspelt name", () => {
    expect(refuseAgent("task_batch", "generl", agents)?.message).toContain(
      'Did you mean "general"?',
    )
  })
})
