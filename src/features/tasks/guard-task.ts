// The guard on the host's own `task` tool (T8, T13, T17): a wrong task_id is refused instead of silently starting a new
// session, an alias becomes the id, the limits hold, and no primary agent is started.

import type { Reply } from "../../board/effect.ts"
import {
  type BeforeDecision,
  pass,
  refuse,
  rewrite,
  type ToolCall,
} from "../../feature/decision.ts"
import type { Host } from "../../host/port.ts"
import type { ErrorCode } from "../../lib/error-codes.ts"
import { readString } from "../../lib/json.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Driver } from "./driver.ts"
import { nextStep } from "./reply-text.ts"
import { refuseAgent } from "./sub-agents.ts"

export interface GuardParts {
  readonly host: Host
  readonly driver: Driver
}

export async function guardTask(parts: GuardParts, call: ToolCall): Promise<BeforeDecision> {
  const { host, driver } = parts
  const agent = readString(call.args, "subagent_type")
  if (agent === undefined) return pass
  const refusal = await refusePrimary(host, call.sessionId, agent)
  if (refusal) return refuse(refusal)
  const ancestors = await ancestorsOf(host, call.sessionId)
  const task = readString(call.args, "task_id")
  const reply = await driver.request({
    tool: "native",
    caller: call.sessionId,
    rootId: ancestors.at(-1) ?? call.sessionId,
    callId: call.callId,
    agent,
    description: readString(call.args, "description") ?? "",
    task: task === "" ? undefined : task,
    ancestors,
  })
  if (reply.outcome !== "pass") return refuse(describeRefusal(reply, task ?? ""))
  const isTranslated = reply.detail !== undefined && reply.detail !== task
  return isTranslated ? rewrite({ task_id: reply.detail }) : pass
}

/**
 * The host runs any agent that `task` names, from a session that only plans too (HOST-QUIRK-59). A command of the user
 * that runs a primary agent as a sub-task is left alone.
 */
async function refusePrimary(
  host: Host,
  sessionId: string,
  name: string,
): Promise<Refusal | undefined> {
  const agents = await host.agents()
  if (agents.find((agent) => agent.name === name)?.mode !== "primary") return undefined
  const messages = await host.sessions.messages(sessionId)
  const newest = messages.findLast((message) => message.info.role === "user")
  const isCommand = newest?.parts.some((part) => part.type === "subtask" && part.agent === name)
  return isCommand ? undefined : refuseAgent("task", name, agents)
}

/** The sessions above this one, nearest first. */
export async function ancestorsOf(host: Host, sessionId: string): Promise<readonly string[]> {
  const above: string[] = []
  let current = await host.sessions.get(sessionId)
  while (current?.parentId !== undefined && above.length < 20) {
    above.push(current.parentId)
    current = await host.sessions.get(current.parentId)
  }
  return above
}

function describeRefusal(reply: Reply, name: string): Refusal {
  return new Refusal(codeOf(reply), `task was not run${whyOf(reply, name)}.`, nextStep(reply))
}

function codeOf(reply: Reply): ErrorCode {
  if (reply.outcome === "busy") return "TASK_BUSY"
  if (reply.outcome !== "refused") return "TASK_UNKNOWN"
  const isLimit = reply.reason?.endsWith("_limit") ?? false
  return isLimit ? "TASK_LIMIT" : "TASK_REFUSED"
}

function whyOf(reply: Reply, name: string): string {
  if (reply.outcome === "unknown_task") return `: no task of yours is called "${name.slice(0, 80)}"`
  if (reply.outcome === "deleted") return `: the session of "${name.slice(0, 80)}" was deleted`
  if (reply.outcome === "busy") return ": another operation on that task is under way"
  return ""
}
