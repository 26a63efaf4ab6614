import { describe, expect, test } from "vitest"
import { createAgentList, describeAgents } from "../../../src/features/tasks/agent-list.ts"
import type { AgentInfo } from "../../../src/host/port.ts"
import { agent, createTaskContext } from "../../support/task-context.ts"

const build = agent("build", { mode: "primary" })
const deny = (pattern: string) => ({ permission: "task", pattern, action: "deny" }) as const

describe("the agents in the description of task_batch", () => {
  test("are sorted by name, whatever order the host gives", () => {
    const agents = [agent("general"), build, agent("explore"), agent("Zed"), agent("both")]
    expect(describeAgents(agents)).toBe("Sub-agents: Zed, both, explore, general.")
    expect(describeAgents(agents.toReversed())).toBe(describeAgents(agents))
  })

  test("are neither primary nor hidden", () => {
    const agents = [build, agent("secret", { isHidden: true }), agent("any", { mode: "all" })]
    expect(describeAgents(agents)).toBe("Sub-agents: any.")
  })

  test("leave out what no agent may start, and keep what one of them may", () => {
    const careful = { ...build, permission: [deny("*")] }
    const agents = [agent("general"), agent("sealed")]
    const sealing = { ...build, permission: [deny("seal*")] }
    expect(describeAgents([careful, sealing, ...agents])).toBe("Sub-agents: general.")
    expect(describeAgents([careful, ...agents])).toBe("No sub-agent can be started.")
  })

  test("let the last rule that matches count", () => {
    const rules = [deny("*"), { permission: "*", pattern: "general", action: "ask" } as const]
    expect(describeAgents([{ ...build, permission: rules }, agent("general")])).toBe(
      "Sub-agents: general.",
    )
  })

  test("take a bounded place however many there are", () => {
    const many = Array.from({ length: 200 }, (_, index) => agent(`agent-${index}-${"é".repeat(9)}`))
    const text = describeAgents([build, ...many])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400)
    expect(text).toMatch(/ and 19\d more \(a wrong name is answered with the whole list\)\.$/)
  })
})

describe("reading them", () => {
  /** A host that counts how often it is asked for its agents. */
  const counting = (agents: () => Promise<readonly AgentInfo[]>) => {
    const { context } = createTaskContext()
    let reads = 0
    const host = {
      ...context.host,
      agents: () => {
        reads += 1
        return agents()
      },
    }
    return { list: createAgentList(host, context.log), reads: () => reads }
  }

  test("waits for the first request, and happens once: the bytes stay the same", async () => {
    let agents = [build, agent("general")]
    const { list, reads } = counting(async () => agents)
    expect(reads()).toBe(0)
    const first = await Promise.all([list(), list()])
    agents = [build]
    expect([...first, await list()]).toEqual(Array(3).fill("Sub-agents: general."))
    expect(reads()).toBe(1)
  })

  test("that failed adds nothing, and is not repeated", async () => {
    const { list, reads } = counting(async () => {
      throw new Error("no answer")
    })
    expect([await list(), await list()]).toEqual([undefined, undefined])
    expect(reads()).toBe(1)
  })
})
