// Models without a known context: the host cannot tell when their sessions are full, so it never summarises them,
// and the provider refuses the request that is too long (HOST-QUIRK-120).

import type { Check } from "./check.ts"

export const modelLimitsCheck: Check = {
  name: "models",
  run: async ({ hostConfig }) =>
    hostConfig.boundlessModels.map((model) => ({
      level: "warning",
      message: `${model} has no limit.context, so the host never summarises its sessions.`,
      next: `Give it "limit": { "context": …, "output": … } in the host's configuration.`,
    })),
}
