// The configuration of web search. Keys come from the environment only, so that no file holds a secret.

import { z } from "zod"

const baseUrl = z.url({ protocol: /^https?$/ }).optional()

export const adapterNames = ["brave", "tavily", "exa", "searxng", "duckduckgo"] as const

export const webSearchOptions = {
  adapter: z
    .enum(adapterNames)
    .optional()
    .describe(
      "Provider that is asked, and no other. Without it: Brave, Tavily, Exa, SearXNG, whichever has a key or address. `WEB_SEARCH_ADAPTER` goes first.",
    ),
  fallback: z
    .array(z.enum(adapterNames))
    .default([])
    .describe("Providers that are asked in this order after the first one failed."),
  baseUrls: z
    .strictObject({
      brave: baseUrl,
      tavily: baseUrl,
      exa: baseUrl,
      searxng: baseUrl,
      duckduckgo: baseUrl,
    })
    .default({})
    .describe("Other addresses of the providers; SearXNG has none of its own."),
  codeSearchUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of a Sourcegraph-compatible instance; offers the tool `code_search`."),
} as const
