// Brave Search: GET /res/v1/web/search with the key in X-Subscription-Token.

import { readRecord, readString } from "../../../lib/json.ts"
import type { SearchProvider } from "../provider.ts"
import { failureOfStatus, readHits, textOf, withSiteOperators } from "./answers.ts"

const freshnessCodes = { day: "pd", week: "pw", month: "pm", year: "py" } as const

export const brave: SearchProvider = {
  name: "brave",
  keyVariables: ["BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"],
  defaultBaseUrl: "https://api.search.brave.com",
  request: (query, { baseUrl, key }) => {
    const url = new URL(`${baseUrl}/res/v1/web/search`)
    url.searchParams.set("q", withSiteOperators(query))
    url.searchParams.set("count", String(query.count))
    url.searchParams.set("result_filter", "web")
    if (query.freshness) url.searchParams.set("freshness", freshnessCodes[query.freshness])
    return { url, headers: { "x-subscription-token": key ?? "" } }
  },
  // An unknown token is answered with 422.
  read: (response) =>
    failureOfStatus(response, { 422: "auth" }) ??
    readHits(readRecord(response.value, "web")?.results ?? missingWeb(response.value), (entry) => ({
      title: textOf(entry, "title"),
      url: textOf(entry, "url"),
      snippet: textOf(entry, "description"),
      published: readString(entry, "page_age") ?? readString(entry, "age"),
    })),
}

/** Without any result Brave leaves `web` out, but says which query it answered. */
function missingWeb(value: unknown): readonly unknown[] | undefined {
  return readRecord(value, "query") === undefined ? undefined : []
}
