// A feature whose restricting configuration is wrong: it answers every call with that report (X4).

import { Refusal } from "../lib/refusal.ts"
import { pass, refuse } from "./decision.ts"
import type { AnyFeature, FeatureParts } from "./feature.ts"

/** Same tools, same watched host tools; nothing is executed. */
export function blockedParts(
  feature: AnyFeature,
  parts: FeatureParts,
  report: string,
): FeatureParts {
  const refusal = new Refusal(
    "CONFIG_RESTRICTION_INVALID",
    `${feature.name} does nothing because its configuration is wrong: ${report}`,
    "Ask the user to mend that setting; it was meant to restrict, so nothing runs without it.",
  )
  return {
    tools: (parts.tools ?? []).map((tool) => ({
      ...tool,
      run: async () => {
        throw refusal
      },
    })),
    beforeTool: (call) => (feature.actsOn.includes(call.tool) ? refuse(refusal) : pass),
  }
}
