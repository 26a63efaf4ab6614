// The ast-grep feature: search and rewrite code by structure, in 25 languages, in a process of its own.

import { defineFeature } from "../../feature/feature.ts"
import { createReplaceTool } from "./ast-grep-replace.ts"
import { createSearchTool } from "./ast-grep-search.ts"
import type { ToolParts } from "./call-session.ts"
import { currentRuntime } from "./engine/napi-matcher.ts"
import { astGrepLimits } from "./limits.ts"
import { astGrepOptions } from "./options.ts"

export const astGrep = defineFeature({
  name: "ast-grep",
  summary: "Search and rewrite code by structure, in 25 languages.",
  options: astGrepOptions,
  opens: ["binaryPath"],
  restricts: [],
  actsOn: [],
  create: (context, options) => {
    const parts: ToolParts = { context, options, limits: astGrepLimits, runtime: currentRuntime() }
    return { tools: [createSearchTool(parts), createReplaceTool(parts)] }
  },
})
