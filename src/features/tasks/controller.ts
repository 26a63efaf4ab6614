// Who may act on tasks (T6): the owning session, under a primary agent or one that the configuration names. A session
// that is itself a child is refused. Asks the host at each call.

import type { CheckController } from "../../board/link.ts"
import type { Host } from "../../host/port.ts"
import { Refusal } from "../../lib/refusal.ts"

export function createControllerCheck(
  host: Host,
  controllers: readonly string[] | undefined,
): CheckController {
  return async (context, tool) => {
    if (controllers) {
      if (controllers.includes(context.agent)) return
      throw refusal(tool, `agent "${context.agent}" is not in tasks.controllers`)
    }
    const session = await host.sessions.get(context.sessionId)
    if (session?.parentId !== undefined) throw refusal(tool, "this session is itself a task")
    const agents = await host.agents()
    const agent = agents.find((one) => one.name === context.agent)
    if (agent?.mode === "subagent") throw refusal(tool, `"${context.agent}" is a sub-agent`)
  }
}

function refusal(tool: string, why: string): Refusal {
  return new Refusal(
    "TASK_NOT_CONTROLLER",
    `${tool} was not run: ${why}.`,
    "Do the work yourself, and say in your report what you would have needed.",
  )
}
