// SearXNG, a search engine that one can run oneself: GET /search?format=json, no key.

import { isRecord, readString } from "../../../lib/json.ts"
import type { SearchProvider } from "../provider.ts"
import { failed, failureOfStatus, readHits, textOf, withSiteOperators } from "./answers.ts"

export const searxng: SearchProvider = {
  name: "searxng",
  keyVariables: [],
  defaultBaseUrl: undefined,
  request: (query, { baseUrl }) => {
    const url = new URL(`${baseUrl}/search`)
    url.searchParams.set("q", withSiteOperators(query))
    url.searchParams.set("format", "json")
    if (query.freshness) url.searchParams.set("time_range", query.freshness)
    return { url }
  },
  read: (response) => {
    if (response.status === 403) {
      return failed(
        "auth",
        "HTTP 403: enable the json format in the instance's settings (search.formats)",
      )
    }
    const failure = failureOfStatus(response)
    if (failure) return failure
    return readHits(isRecord(response.value) ? response.value.results : undefined, (entry) => ({
      title: textOf(entry, "title"),
      url: textOf(entry, "url"),
      snippet: textOf(entry, "content"),
      published: readString(entry, "publishedDate"),
    }))
  },
}
