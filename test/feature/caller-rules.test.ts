import { describe, expect, test } from "vitest"
import { askCallerRules } from "../../src/feature/caller-rules.ts"
import type { AgentInfo, PermissionRule, SessionInfo } from "../../src/host/port.ts"
import { taskSession } from "../support/task-session.ts"

const deny: PermissionRule = { permission: "webfetch", pattern: "*", action: "deny" }
const allow: PermissionRule = { ...deny, action: "allow" }

function hostWith(agents: readonly AgentInfo[], session: SessionInfo | undefined) {
  return { agents: async () => agents, sessions: { get: async () => session } }
}

describe("the rules that hold for a caller", () => {
  const call = { agent: "build", sessionId: "ses_1" }
  const build: AgentInfo = {
    name: "build",
    description: "",
    mode: "primary",
    isHidden: false,
    model: undefined,
    permission: [deny],
  }

  test("are those of its agent, then those of its session", async () => {
    const other: AgentInfo = { ...build, name: "plan", permission: [allow, allow] }
    const session = { ...taskSession("ses_1"), permission: [allow] }
    expect(await askCallerRules(hostWith([other, build], session), call)).toEqual([deny, allow])
  })

  test("are none where the host knows neither", async () => {
    expect(await askCallerRules(hostWith([], undefined), call)).toEqual([])
  })
})
