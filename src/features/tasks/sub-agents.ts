// Which agents may be started as tasks (T17): visible ones with mode `subagent` or `all`. Pure.

import type { AgentInfo } from "../../host/port.ts"
import { nearestName } from "../../lib/nearest-name.ts"
import { Refusal } from "../../lib/refusal.ts"

/** Names of the agents that may be started, in one order whatever the host's. */
export function startableNames(agents: readonly AgentInfo[]): readonly string[] {
  return agents
    .filter((agent) => agent.mode !== "primary" && !agent.isHidden)
    .map((agent) => agent.name)
    .sort()
}

/** Why `tool` must not start this agent, or undefined where it may. */
export function refuseAgent(
  tool: string,
  name: string,
  agents: readonly AgentInfo[],
): Refusal | undefined {
  const names = startableNames(agents)
  if (names.includes(name)) return undefined
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`
  return new Refusal(
    "TASK_AGENT_UNKNOWN",
    `${tool} was not run: "${name}" is no sub-agent.${hint}`,
    `Use one of: ${names.join(", ")}.`,
  )
}
