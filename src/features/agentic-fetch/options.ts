// The configuration of agentic fetch.

import { z } from "zod"
import { agenticFetchLimits } from "./limits.ts"

const model = z.string().regex(/^[^/]+\/.+$/, "must be provider/model")

export const agenticFetchOptions = {
  model: z
    .union([model, z.array(model)])
    .default([])
    .describe(
      "Model, or list of models, that does the research: provider/model. Without it the host's `small_model`, then the caller's own.",
    ),
  timeoutSeconds: z
    .int()
    .min(10)
    .max(300)
    .default(agenticFetchLimits.totalMs / 1000)
    .describe("Time of one call; what was found until then is returned."),
} as const
