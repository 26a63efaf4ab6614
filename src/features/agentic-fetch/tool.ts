// What the model knows of agentic_fetch, and how many may run side by side. The flow is loaded with the first call.

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import type { AgenticFetchParts } from "./agentic-fetch.ts"
import { description } from "./description.ts"
import { agenticFetchLimits } from "./limits.ts"
import { busy } from "./messages.ts"

export function createAgenticFetchTool(parts: AgenticFetchParts): AnyTool {
  const running = new Map<string, number>()
  return defineTool({
    name: "agentic_fetch",
    description,
    loop: "guarded",
    args: {
      prompt: described(
        z
          .string()
          .check(z.trim(), z.minLength(1), z.maxLength(agenticFetchLimits.promptCharactersMax)),
        "The question.",
      ),
      url: described(z.optional(z.string().check(z.minLength(1))), "Page to start from."),
    },
    execute: async ({ prompt, url }, tool) => {
      const active = running.get(tool.sessionId) ?? 0
      if (active >= agenticFetchLimits.parallelMax) throw busy()
      running.set(tool.sessionId, active + 1)
      try {
        const signal = AbortSignal.any([tool.abort, AbortSignal.timeout(parts.timeoutMs)])
        const { research } = await import("./agentic-fetch.ts")
        return await research({ prompt, url, tool, signal }, parts)
      } finally {
        const left = (running.get(tool.sessionId) ?? 1) - 1
        if (left > 0) running.set(tool.sessionId, left)
        else running.delete(tool.sessionId)
      }
    },
  })
}
