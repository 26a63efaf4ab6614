// The tool web_search: permission, search, text.

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool } from "../../feature/tool-spec.ts"
import { described } from "../../lib/schema.ts"
import { parseDomains } from "./domains.ts"
import { webSearchLimits } from "./limits.ts"
import { renderHits } from "./render.ts"
import type { Search } from "./search.ts"

const domains = () =>
  z._default(
    z.array(z.string().check(z.minLength(1))).check(z.maxLength(webSearchLimits.domainsMax)),
    [],
  )

export function createWebSearchTool(search: Search): AnyTool {
  return defineTool({
    name: "web_search",
    description:
      "Searches the web and returns titles, URLs and snippets. Use it to find pages; read one with webfetch. Small focused queries find more than long ones.",
    loop: "guarded",
    readiness: search.readiness,
    args: {
      query: described(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(webSearchLimits.queryCharactersMax)),
        "What to search for.",
      ),
      num_results: described(
        z._default(
          z.int().check(z.minimum(1), z.maximum(webSearchLimits.resultsMax)),
          webSearchLimits.resultsDefault,
        ),
        "1 to 20.",
      ),
      allowed_domains: described(
        domains(),
        "Only results from these domains and their subdomains.",
      ),
      blocked_domains: described(domains(), "No results from these domains."),
      freshness: described(
        z.optional(z.enum(["day", "week", "month", "year"])),
        "Only results this recent.",
      ),
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
