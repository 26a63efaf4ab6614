// agentic-fetch: web research in a session of its own. Wiring only.

import { pass, refuse } from "../../feature/decision.ts"
import { defineFeature } from "../../feature/feature.ts"
import { readString } from "../../lib/json.ts"
import { candidateModels } from "../../private-run/models.ts"
import { createPrivateRuns } from "../../private-run/private-run.ts"
import { pageTools, researchAgent } from "./agent.ts"
import { fence } from "./fence.ts"
import { sweepLeftovers } from "./leftovers.ts"
import { budgetSpent } from "./messages.ts"
import { agenticFetchOptions } from "./options.ts"
import { createPageTools } from "./page-tools.ts"
import { createResearchSessions, spend } from "./research-state.ts"
import { createAgenticFetchTool } from "./tool.ts"

export const agenticFetch = defineFeature({
  name: "agentic-fetch",
  summary: "Researches a question on the web with a small model and answers with checked sources.",
  options: agenticFetchOptions,
  opens: [],
  restricts: ["timeoutSeconds"],
  actsOn: [],
  offers: ["agentic_fetch", "page_read", "page_grep"],
  create: (context, options) => {
    const { host } = context
    const runs = createPrivateRuns(context)
    const sessions = createResearchSessions()
    const tool = createAgenticFetchTool({
      context,
      runs,
      sessions,
      timeoutMs: options.timeoutSeconds * 1000,
      models: async () => {
        const [hostConfig, agents] = await Promise.all([host.config(), host.agents()])
        const configured = [
          options.model,
          readString(hostConfig, "small_model"),
          readString(hostConfig, "model"),
        ]
        return candidateModels({
          configured: configured.flat().filter((it) => it !== undefined),
          hostConfig,
          agents,
        })
      },
    })
    return {
      tools: [tool, ...createPageTools(sessions)],
      beforeTool: (call) => {
        const research = sessions.get(call.sessionId)
        if (!research) {
          if (call.tool === tool.name) void sweepLeftovers(context, call.sessionId)
          return pass
        }
        return spend(research, call.tool) ? pass : refuse(budgetSpent(call.tool))
      },
      afterTool: (call, result) => {
        const research = sessions.get(call.sessionId)
        if (!research) return undefined
        const asked = readString(call.args, "url")
        const isPage =
          call.tool === "webfetch" && asked !== undefined && result.metadata.refused !== true
        if (isPage)
          research.opened.push({ urls: [asked, readString(result.metadata, "url") ?? asked] })
        return { output: fence(research.marker, result.output) }
      },
      onSystem: (sessionId) => runs.systemOf(sessionId),
      onHostConfig: (draft) => {
        draft.addAgent(researchAgent.name, researchAgent.definition)
        draft.denyEverywhere("task", researchAgent.name)
        for (const page of pageTools) draft.denyEverywhere(page, "*")
      },
    }
  },
})
