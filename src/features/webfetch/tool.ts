// What the model knows of webfetch. The flow is loaded with the first call.

import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { toolArguments } from "./description.ts"
import type { Webfetch } from "./webfetch.ts"

export function createWebfetchTool(description: string, load: () => Promise<Webfetch>): AnyTool {
  return defineTool({
    name: "webfetch",
    description,
    args: toolArguments,
    loop: "guarded",
    execute: async (args, tool) => (await load()).fetch(args, tool),
  })
}
