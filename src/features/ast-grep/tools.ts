// What the model knows of the two tools. Their flows are loaded with the first call.

import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { languagesText, replaceArguments, searchArguments } from "./arguments.ts"
import type { ToolParts } from "./call-session.ts"

export const searchDescription = [
  "Search code by structure (ast-grep). `pattern` is one complete node of code; $X is one node, $$$ any number:",
  "`console.log($$$ARGS)`, `if ($C) { $$$BODY }`, Python `def $F($$$ARGS)`. Or `rule`: YAML (kind, has, inside, any, not, regex).",
  `lang: ${languagesText}.`,
].join(" ")

export const replaceDescription =
  "Rewrite code by structure: like ast_grep_search, plus `rewrite` with the same metavariables. Shows the diff; writes only with dry_run false."

export function createSearchTool(parts: ToolParts): AnyTool {
  return defineTool({
    name: "ast_grep_search",
    description: searchDescription,
    args: searchArguments,
    loop: "guarded",
    execute: async (args, tool) => (await import("./ast-grep-search.ts")).search(parts, args, tool),
  })
}

export function createReplaceTool(parts: ToolParts): AnyTool {
  return defineTool({
    name: "ast_grep_replace",
    description: replaceDescription,
    args: replaceArguments,
    loop: "guarded",
    execute: async (args, tool) =>
      (await import("./ast-grep-replace.ts")).replace(parts, args, tool),
  })
}
