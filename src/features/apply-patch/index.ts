// Wiring of apply-patch: its name, options and hooks. The flow is in rescue.ts.

import { defineFeature } from "../../feature/feature.ts"
import { options } from "./options.ts"
import { createRescue } from "./rescue.ts"

export const applyPatch = defineFeature({
  name: "apply-patch",
  summary:
    "Places patches where they were meant, or says why not; the host's own tool writes them.",
  options,
  opens: ["outside", "ambiguous"],
  restricts: [],
  actsOn: ["apply_patch"],
  create: createRescue,
})
