// The configuration of agentic fetch.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"
import { agenticFetchLimits } from "./limits.ts"

const model = z.string().check(z.regex(/^[^/]+\/.+$/, "must be provider/model"))

export const agenticFetchOptions = {
  model: described(
    z._default(z.union([model, z.array(model)]), []),
    "Model, or list of models, that does the research: provider/model. Tried before the host's `small_model` and `model`.",
  ),
  timeoutSeconds: described(
    z._default(z.int().check(z.minimum(10), z.maximum(300)), agenticFetchLimits.totalMs / 1000),
    "Time of one call; what was found until then is returned.",
  ),
} as const
