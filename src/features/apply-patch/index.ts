// Wiring of apply-patch: its name, options and hooks. The flow is in rescue.ts, loaded with the first patch.

import { pass } from "../../feature/decision.ts"
import { defineFeature } from "../../feature/feature.ts"
import { lazy } from "../../lib/lazy.ts"
import { options } from "./options.ts"

const toolName = "apply_patch"

export const applyPatch = defineFeature({
  name: "apply-patch",
  summary:
    "Places patches where they were meant, or says why not; the host's own tool writes them.",
  options,
  opens: ["outside", "ambiguous"],
  restricts: [],
  actsOn: [toolName],
  create: (context, chosen) => {
    const flow = lazy(async () => (await import("./rescue.ts")).createRescue(context, chosen))
    return {
      beforeTool: async (call) =>
        call.tool === toolName ? (await flow.load()).before(call) : pass,
      afterTool: async (call, result) =>
        call.tool === toolName ? (await flow.load()).after(call, result) : undefined,
      // Before the first patch there is nothing in flight that an event could concern.
      onEvent: (event) => flow.loaded?.follow(event),
      dispose: () => flow.loaded?.close(),
    }
  },
})
