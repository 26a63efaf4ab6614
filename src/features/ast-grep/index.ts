// The ast-grep feature: search and rewrite code by structure, in 25 languages, in a process of its own.

import { defineFeature } from "../../feature/feature.ts"
import type { ToolParts } from "./call-session.ts"
import { currentRuntime } from "./engine/child-runtime.ts"
import { astGrepLimits } from "./limits.ts"
import { astGrepOptions } from "./options.ts"
import { createReplaceTool, createSearchTool } from "./tools.ts"

export const astGrep = defineFeature({
  name: "ast-grep",
  summary: "Search and rewrite code by structure, in 25 languages.",
  options: astGrepOptions,
  opens: ["binaryPath"],
  restricts: [],
  actsOn: [],
  offers: ["ast_grep_search", "ast_grep_replace"],
  create: (context, options) => {
    const parts: ToolParts = { context, options, limits: astGrepLimits, runtime: currentRuntime() }
    return { tools: [createSearchTool(parts), createReplaceTool(parts)] }
  },
})
