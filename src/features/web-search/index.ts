// web-search: the tools web_search and code_search. Wiring only.

import { defineFeature } from "../../feature/feature.ts"
import { lazy } from "../../lib/lazy.ts"
import type { Transport } from "./ask-provider.ts"
import { chooseProviders } from "./choose.ts"
import { createCodeSearchTool } from "./code-search.ts"
import { adapterNames, webSearchOptions } from "./options.ts"
import { brave } from "./providers/brave.ts"
import { duckduckgo } from "./providers/duckduckgo.ts"
import { createExa } from "./providers/exa.ts"
import { searxng } from "./providers/searxng.ts"
import { tavily } from "./providers/tavily.ts"
import { createSearch } from "./search.ts"
import { createWebSearchTool } from "./web-search.ts"

export const webSearch = defineFeature({
  name: "web-search",
  summary: "Searches the web through Brave, Tavily, Exa, SearXNG or DuckDuckGo, and public code.",
  options: webSearchOptions,
  opens: ["baseUrls", "codeSearchUrl", "adapter", "fallback"],
  restricts: [],
  actsOn: [],
  offers: ["web_search", "code_search"],
  create: (context, options) => {
    const { clock, environment } = context
    const { codeSearchUrl, fallback } = options
    const baseUrls: Readonly<Record<string, string | undefined>> = options.baseUrls
    const ownUrls = [...Object.values(baseUrls), codeSearchUrl].filter((url) => url !== undefined)
    const connection = lazy(async () => {
      const { createTransport } = await import("./ask-provider.ts")
      return createTransport({ clock, environment, ownUrls })
    })
    const transport: Transport = {
      send: async (request, signal) => (await connection.load()).send(request, signal),
    }
    const choice = chooseProviders({
      // Brave goes first, unless only Tavily's key exists: then Brave is incomplete and passed over.
      providers: [brave, tavily, createExa(clock.now), searxng, duckduckgo],
      explicit: environment.WEB_SEARCH_ADAPTER?.trim().toLowerCase() || (options.adapter ?? ""),
      baseUrls,
      environment,
      fallback,
    })
    const search = createSearch({ transport, choice, adapterNames, now: clock.now })
    const tools = [createWebSearchTool(search)]
    if (codeSearchUrl !== undefined) {
      tools.push(createCodeSearchTool({ transport, baseUrl: codeSearchUrl }))
    }
    return { tools }
  },
})
