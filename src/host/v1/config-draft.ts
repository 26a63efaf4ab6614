// The host's configuration at start, as a narrow editor: adding agents and denies, in place.

import type { HostConfigDraft } from "../../feature/feature.ts"
import { isRecord, readString } from "../../lib/json.ts"

/** `config` is the host's own object; changes are made in place (HOST-QUIRK-37). */
export function createConfigDraft(config: Record<string, unknown>): HostConfigDraft {
  return {
    view: config,
    addAgent: (name, agent) => {
      const agents = childRecord(config, "agent")
      if (!Object.hasOwn(agents, name)) agents[name] = { ...agent }
    },
    denyEverywhere: (permission, pattern) => {
      denyIn(config, permission, pattern)
      // An agent's own `"*": "allow"` would show the tool again (HOST-QUIRK-38).
      for (const agent of Object.values(childRecord(config, "agent"))) {
        if (isRecord(agent)) denyIn(agent, permission, pattern)
      }
    },
    denyInSubagents: (tools) => {
      const agents = childRecord(config, "agent")
      const configured = Object.keys(agents).filter(
        (name) => readString(agents[name], "mode") === "subagent",
      )
      for (const name of new Set([...hostSubagents, ...configured])) {
        const agent = childRecord(agents, name)
        for (const tool of tools) denyUnlessAllowed(agent, tool)
      }
    },
  }
}

/** A rule that allows something keeps the tool; one that only denies single patterns does not. */
function denyUnlessAllowed(agent: Record<string, unknown>, tool: string) {
  const rule = isRecord(agent.permission) ? agent.permission[tool] : undefined
  const isOnlyDenies = isRecord(rule) && Object.values(rule).every((action) => action === "deny")
  if (isOnlyDenies) rule["*"] = "deny"
  else denyIn(agent, tool, "*")
}

/** Sub-agents that the host brings along (HOST-QUIRK-56). */
const hostSubagents: readonly string[] = ["general", "explore"]

function childRecord(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const existing = holder[key]
  if (isRecord(existing)) return existing
  const created: Record<string, unknown> = {}
  holder[key] = created
  return created
}

/** A rule that the user wrote for exactly this key and pattern stays as it is. */
function denyIn(holder: Record<string, unknown>, permission: string, pattern: string): void {
  const existing = holder.permission
  if (typeof existing === "string") holder.permission = { "*": existing }
  const rules = childRecord(holder, "permission")
  if (pattern === "*") {
    if (!Object.hasOwn(rules, permission)) rules[permission] = "deny"
    return
  }
  const rule = rules[permission]
  // A single pattern behind a deny of all would make the host offer the tool again: only a last `*` hides it.
  if (rule === "deny") return
  if (typeof rule === "string") rules[permission] = { "*": rule, [pattern]: "deny" }
  else if (isRecord(rule)) rule[pattern] ??= "deny"
  else rules[permission] = { [pattern]: "deny" }
}
