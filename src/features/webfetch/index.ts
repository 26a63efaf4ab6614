// webfetch: replaces the host's tool of the same name. Wiring only.

import { defineFeature } from "../../feature/feature.ts"
import { createAccess } from "../../net/access.ts"
import { createHttpClient } from "../../net/http-client.ts"
import { createSlots } from "../../net/slots.ts"
import { candidateModels } from "../../private-run/models.ts"
import { createPrivateRuns } from "../../private-run/private-run.ts"
import { createPageConverter } from "./convert/converter.ts"
import { describeTool, isOnPath } from "./description.ts"
import type { Network } from "./load-page.ts"
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
  create: (context, options) => {
    const { clock, environment, host } = context
    const runs = createPrivateRuns(context)
    const slots = createSlots()
    const reader = createPageConverter()
    const network = (name: Network["name"], access: Network["access"]): Network => ({
      name,
      access,
      client: createHttpClient({ clock, access, environment, slots }),
    })
    const tool = createWebfetchTool({
      context,
      runs,
      description: describeTool(isOnPath("gh", environment.PATH)),
      rules: options,
      open: network("open", createAccess(options)),
      publicOnly: network("public", createAccess()),
      models: async () => {
        const [hostConfig, agents] = await Promise.all([host.config(), host.agents()])
        return candidateModels({ configured: [options.model].flat(), hostConfig, agents })
      },
      convert: reader.convert,
    })
    return {
      tools: [tool],
      dispose: reader.dispose,
      onSystem: (sessionId) => runs.systemOf(sessionId),
      onHostConfig: (draft) => {
        draft.addAgent(readerAgent.name, readerAgent.definition)
        draft.denyEverywhere("task", readerAgent.name)
      },
    }
  },
})
