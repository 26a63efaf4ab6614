// The permission rules that hold for a tool call, as the host would judge them: the agent's own, then the session's.

import type { Host, PermissionRule } from "../host/port.ts"
import type { ToolContext } from "./tool-spec.ts"

interface RuleHost {
  readonly agents: Host["agents"]
  readonly sessions: Pick<Host["sessions"], "get">
}

/** Later rules win. A session or agent that the host does not know adds none. */
export async function askCallerRules(
  host: RuleHost,
  { agent, sessionId }: Pick<ToolContext, "agent" | "sessionId">,
): Promise<readonly PermissionRule[]> {
  const [agents, session] = await Promise.all([host.agents(), host.sessions.get(sessionId)])
  const own = agents.find(({ name }) => name === agent)
  return [...(own?.permission ?? []), ...(session?.permission ?? [])]
}
