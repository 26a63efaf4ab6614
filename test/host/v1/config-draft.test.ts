import { describe, expect, test } from "vitest"
import { createConfigDraft } from "../../../src/host/v1/config-draft.ts"

describe("editing the host's configuration at start", () => {
  test("an agent is added unless the user has one of that name", () => {
    const config: Record<string, unknown> = { agent: { mine: { mode: "primary" } } }
    const draft = createConfigDraft(config)
    draft.addAgent("mine", { mode: "subagent" })
    draft.addAgent("reader", { hidden: true })
    expect(config).toEqual({ agent: { mine: { mode: "primary" }, reader: { hidden: true } } })
  })

  test("a deny is added at top level and in every agent", () => {
    const config: Record<string, unknown> = {
      agent: { open: { permission: { "*": "allow" } }, plain: {} },
    }
    createConfigDraft(config).denyEverywhere("page_read", "*")
    expect(config).toEqual({
      agent: {
        open: { permission: { "*": "allow", page_read: "deny" } },
        plain: { permission: { page_read: "deny" } },
      },
      permission: { page_read: "deny" },
    })
  })

  test("a permission given as one word keeps its meaning", () => {
    const config: Record<string, unknown> = { permission: "allow" }
    createConfigDraft(config).denyEverywhere("page_read", "*")
    expect(config.permission).toEqual({ "*": "allow", page_read: "deny" })
  })

  test("a pattern is denied beside the user's own rules", () => {
    const config: Record<string, unknown> = { permission: { task: "ask" } }
    const draft = createConfigDraft(config)
    draft.denyEverywhere("task", "reader")
    draft.denyEverywhere("task", "other")
    expect(config.permission).toEqual({ task: { "*": "ask", reader: "deny", other: "deny" } })
  })

  test("a tool that is denied altogether gets no rule behind that, or the host would offer it", () => {
    const config: Record<string, unknown> = { agent: { general: { permission: { task: "deny" } } } }
    const draft = createConfigDraft(config)
    draft.denyEverywhere("task", "reader")
    expect(config.agent).toEqual({ general: { permission: { task: "deny" } } })
  })

  test("a rule that the user wrote for the same thing stays", () => {
    const config: Record<string, unknown> = {
      permission: { page_read: "allow", task: { reader: "allow" } },
    }
    const draft = createConfigDraft(config)
    draft.denyEverywhere("page_read", "*")
    draft.denyEverywhere("task", "reader")
    expect(config.permission).toEqual({ page_read: "allow", task: { reader: "allow" } })
  })
})
