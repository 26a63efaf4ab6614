// The tool web_search: permission, search, text.

import { z } from "zod"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { parseDomains } from "./domains.ts"
import { webSearchLimits } from "./limits.ts"
import { renderHits } from "./render.ts"
import type { Search } from "./search.ts"

const domains = z.array(z.string().min(1)).max(webSearchLimits.domainsMax).default([])

export function createWebSearchTool(search: Search): AnyTool {
  return defineTool({
    name: "web_search",
    description:
      "Searches the web and returns titles, URLs and snippets. Use it to find pages; read one with webfetch. Small focused queries find more than long ones.",
    loop: "guarded",
    readiness: search.readiness,
    args: {
      query: z
        .string()
        .trim()
        .min(1)
        .max(webSearchLimits.queryCharactersMax)
        .describe("What to search for."),
      num_results: z
        .int()
        .min(1)
        .max(webSearchLimits.resultsMax)
        .default(webSearchLimits.resultsDefault)
        .describe("1 to 20."),
      allowed_domains: domains.describe("Only results from these domains and their subdomains."),
      blocked_domains: domains.describe("No results from these domains."),
      freshness: z
        .enum(["day", "week", "month", "year"])
        .optional()
        .describe("Only results this recent."),
    },
    execute: async (args, context) => {
      const query = {
        text: args.query,
        count: args.num_results,
        allowedDomains: parseDomains(args.allowed_domains),
        blockedDomains: parseDomains(args.blocked_domains),
        freshness: args.freshness,
      }
      await context.ask({ permission: "web_search", patterns: [args.query], always: ["*"] })
      const { provider, hits, isCached } = await search.run(query, context.abort)
      return {
        title: args.query,
        output: renderHits(args.query, provider, hits),
        metadata: { provider, results: hits.length, cached: isCached },
      }
    },
  })
}
