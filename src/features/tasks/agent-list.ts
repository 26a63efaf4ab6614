// The agents in the description of task_batch (T15): sorted by name, bounded, the same bytes for as long as the host
// keeps its configuration.

import type { Logger } from "../../feature/logger.ts"
import type { AgentInfo, Host } from "../../host/port.ts"
import { matchesWildcard } from "../../lib/wildcard.ts"
import { taskLimits } from "./limits.ts"
import { startableNames } from "./sub-agents.ts"

/**
 * Reads the agents at the first request to a model: at start the host would wait for itself. A failed read is not
 * repeated, for a description that changes would break the prefix of every session (X8).
 */
export function createAgentList(host: Host, log: Logger): () => Promise<string | undefined> {
  let reading: Promise<string | undefined> | undefined
  const read = async () => {
    try {
      return describeAgents(await host.agents({ timeoutMs: taskLimits.agentNamesReadMs }))
    } catch {
      log.warn("agents-unread")
      return undefined
    }
  }
  return () => {
    reading ??= read()
    return reading
  }
}

/**
 * Agents that may be started by at least one agent: whose request it is the host does not say (HOST-QUIRK-161), and
 * what the caller's own rules deny is refused when it is called.
 */
export function describeAgents(agents: readonly AgentInfo[]): string {
  const callers = agents.filter((agent) => agent.mode !== "subagent")
  const names = startableNames(agents).filter((name) =>
    callers.some((caller) => mayStart(caller, name)),
  )
  const shown = fittingNames(names)
  const rest = names.length - shown.length
  const more = rest === 0 ? "" : ` and ${rest} more (a wrong name is answered with the whole list)`
  return shown.length === 0
    ? "No sub-agent can be started."
    : `Sub-agents: ${shown.join(", ")}${more}.`
}

/** The host's rules: the last one that matches counts. */
function mayStart(caller: AgentInfo, name: string): boolean {
  const rule = caller.permission.findLast(
    (one) => matchesWildcard(one.permission, "task") && matchesWildcard(one.pattern, name),
  )
  return rule?.action !== "deny"
}

function fittingNames(names: readonly string[]): readonly string[] {
  let bytes = 0
  const end = names.findIndex((name) => {
    bytes += Buffer.byteLength(name) + 2
    return bytes > taskLimits.agentNamesBytesMax
  })
  return end === -1 ? names : names.slice(0, end)
}
