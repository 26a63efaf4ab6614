// The configuration of web search. Keys come from the environment only, so that no file holds a secret.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"

const baseUrl = z.optional(z.url({ protocol: /^https?$/ }))

export const adapterNames = ["brave", "tavily", "exa", "searxng", "duckduckgo"] as const

export const webSearchOptions = {
  adapter: described(
    z.optional(z.enum(adapterNames)),
    "Provider that is asked, and no other. Without it: Brave, Tavily, Exa, SearXNG, whichever has a key or address. `WEB_SEARCH_ADAPTER` goes first.",
  ),
  fallback: described(
    z._default(z.array(z.enum(adapterNames)), []),
    "Providers that are asked in this order after the first one failed.",
  ),
  baseUrls: described(
    z._default(
      z.strictObject({
        brave: baseUrl,
        tavily: baseUrl,
        exa: baseUrl,
        searxng: baseUrl,
        duckduckgo: baseUrl,
      }),
      {},
    ),
    "Other addresses of the providers; SearXNG has none of its own.",
  ),
  codeSearchUrl: described(
    z.optional(z.url({ protocol: /^https?$/ })),
    "Address of a Sourcegraph-compatible instance; offers the tool `code_search`.",
  ),
} as const
