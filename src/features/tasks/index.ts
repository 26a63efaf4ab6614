// tasks: background agents under control. Wiring only.

import path from "node:path"
import { defineFeature } from "../../feature/feature.ts"
import { parentOnlyTools, taskTools } from "./child-permission.ts"
import { createControllerCheck } from "./controller.ts"
import { createDriver } from "./driver.ts"
import { createHooks } from "./hooks.ts"
import { tasksOptions } from "./options.ts"
import { orchestratorAgent } from "./orchestrator.ts"
import { createOwnerEpochs, createOwnerProbe } from "./owner.ts"
import { createPanelRequests } from "./panel-requests.ts"
import { createTaskBatch } from "./task-batch.ts"
import { createTaskCancel } from "./task-cancel.ts"
import { createTaskMessage } from "./task-message.ts"
import { createTaskReply } from "./task-reply.ts"
import { createTaskResult } from "./task-result.ts"
import { createTaskRevive } from "./task-revive.ts"
import { createTaskStatus } from "./task-status.ts"
import type { ToolParts } from "./tool-parts.ts"

export const tasks = defineFeature({
  name: "tasks",
  summary: "Background agents that can be watched, messaged, cancelled, revived and waited for.",
  options: tasksOptions,
  opens: [],
  restricts: ["controllers", "runningPerParentMax", "runningPerRootMax", "launchesPerHourMax"],
  actsOn: ["task"],
  offers: taskTools,
  create: (context, options) => {
    const { host, clock, log, environment } = context
    const owners = createOwnerEpochs(dataFolder(environment), createOwnerProbe())
    const driver = createDriver({ host, clock, log, owners, caps: options })
    const checkController = createControllerCheck(host, options.controllers)
    context.board.attach({ request: driver.request, checkController })
    const panelRequests = createPanelRequests({ host, clock, log, driver })
    const { hooks, open, close } = createHooks({ context, driver, owners, panelRequests })
    const parts: ToolParts = { context, driver, checkController }
    return {
      tools: [
        createTaskStatus(parts),
        createTaskResult(parts),
        createTaskMessage(parts),
        createTaskCancel(parts),
        createTaskRevive(parts),
        createTaskBatch(parts),
        createTaskReply(parts),
      ],
      ...hooks,
      onHostConfig: (draft) => {
        // Where a rule names `task`, the host leaves out the deny that sub-agents get otherwise (HOST-QUIRK-57).
        draft.denyInSubagents(["task", ...parentOnlyTools])
        if (options.orchestrator) draft.addAgent("orchestrator", orchestratorAgent)
        open()
      },
      dispose: () => {
        close()
        return driver.dispose()
      },
    }
  },
})

/** The package's folder beside the host's own data. */
function dataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const home = environment.HOME ?? environment.USERPROFILE ?? "."
  const data = environment.XDG_DATA_HOME ?? path.join(home, ".local", "share")
  return path.join(data, "opencode", "workbench")
}
