// webfetch: replaces the host's tool of the same name. Wiring only.

import { defineFeature } from "../../feature/feature.ts"
import { lazy } from "../../lib/lazy.ts"
import { createPrivateRuns } from "../../private-run/private-run.ts"
import { describeTool, isOnPath } from "./description.ts"
import { webfetchOptions } from "./options.ts"
import { readerAgent } from "./secondary-model.ts"
import { createWebfetchTool } from "./tool.ts"

export const webfetch = defineFeature({
  name: "webfetch",
  summary: "Fetches web pages as clean Markdown, and cannot be led into the private network.",
  options: webfetchOptions,
  opens: ["allowPrivate", "allowPorts", "redirectTo"],
  restricts: ["deny", "only"],
  actsOn: ["webfetch"],
  offers: ["webfetch"],
  create: (context, options) => {
    const runs = createPrivateRuns(context)
    const flow = lazy(async () => {
      const { connectWebfetch } = await import("./connect.ts")
      return connectWebfetch(context, options, runs)
    })
    const description = describeTool(isOnPath("gh", context.environment.PATH))
    return {
      tools: [createWebfetchTool(description, flow.load)],
      dispose: () => flow.loaded?.dispose(),
      onSystem: (sessionId) => runs.systemOf(sessionId),
      onHostConfig: (draft) => {
        draft.addAgent(readerAgent.name, readerAgent.definition)
        draft.denyEverywhere("task", readerAgent.name)
      },
    }
  },
})
