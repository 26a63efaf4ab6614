// The tool code_search: public code over a Sourcegraph-compatible endpoint (S11).

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import type { Transport } from "./ask-provider.ts"
import { webSearchLimits } from "./limits.ts"
import { providerFailed } from "./messages.ts"
import { type CodeHit, codeRequest, readCodeAnswer } from "./providers/sourcegraph.ts"

export interface CodeSearchParts {
  readonly transport: Transport
  readonly baseUrl: string
}

export function createCodeSearchTool({ transport, baseUrl }: CodeSearchParts): AnyTool {
  return defineTool({
    name: "code_search",
    description:
      "Searches public source code (Sourcegraph syntax: repo:, file:, lang:, quotes for exact text). Returns files with matching lines.",
    loop: "guarded",
    args: {
      query: described(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(webSearchLimits.queryCharactersMax)),
        "What to search for.",
      ),
      count: described(
        z._default(z.int().check(z.minimum(1), z.maximum(webSearchLimits.resultsMax)), 10),
        "Files, 1 to 20.",
      ),
      context_lines: described(
        z._default(z.int().check(z.minimum(0), z.maximum(10)), 1),
        "Lines around each match.",
      ),
    },
    execute: async (args, context) => {
      await context.ask({ permission: "web_search", patterns: [args.query], always: ["*"] })
      const query = { text: args.query, count: args.count, contextLines: args.context_lines }
      const response = await transport.send(codeRequest(query, baseUrl), context.abort)
      const answer = readCodeAnswer(response, baseUrl)
      if (answer.kind === "failed")
        throw providerFailed("code search", answer.failure, answer.reason)
      const hits = answer.hits.slice(0, args.count)
      return {
        title: args.query,
        output: renderCode(args.query, hits, answer.isCut),
        metadata: { results: hits.length },
      }
    },
  })
}

function renderCode(query: string, hits: readonly CodeHit[], isCut: boolean): string {
  if (hits.length === 0)
    return `No code found for "${query}". Try fewer words, or drop a repo: or lang: filter.`
  const files = hits.map((hit) => {
    const shown = hit.lines.slice(0, webSearchLimits.codeLinesPerFileMax)
    const more = hit.lines.length - shown.length
    const lines = shown.map((line) => `  ${line.number}: ${line.text.slice(0, 300)}`)
    const rest = more > 0 ? [`  … ${more} more lines`] : []
    return [`${hit.repository} ${hit.path}`, `  ${hit.url}`, ...lines, ...rest].join("\n")
  })
  const cut = isCut ? " The search was cut off; there are more." : ""
  return `${files.join("\n\n")}\n\n${hits.length} files for "${query}".${cut}`
}
