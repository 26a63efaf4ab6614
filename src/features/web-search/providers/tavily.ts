// Tavily: POST /search with a bearer token.

import { isRecord, readString } from "../../../lib/json.ts"
import type { SearchProvider } from "../provider.ts"
import { failureOfStatus, readHits, textOf } from "./answers.ts"

export const tavily: SearchProvider = {
  name: "tavily",
  keyVariables: ["TAVILY_API_KEY"],
  defaultBaseUrl: "https://api.tavily.com",
  request: (query, { baseUrl, key }) => ({
    url: new URL(`${baseUrl}/search`),
    headers: { authorization: `Bearer ${key ?? ""}` },
    json: {
      query: query.text,
      max_results: query.count,
      search_depth: "basic",
      ...(query.freshness ? { time_range: query.freshness } : {}),
      ...(query.allowedDomains.length > 0 ? { include_domains: query.allowedDomains } : {}),
      ...(query.blockedDomains.length > 0 ? { exclude_domains: query.blockedDomains } : {}),
    },
  }),
  // 432 and 433 are its own statuses for a spent plan.
  read: (response) =>
    failureOfStatus(response, { 432: "quota", 433: "quota" }) ??
    readHits(isRecord(response.value) ? response.value.results : undefined, (entry) => ({
      title: textOf(entry, "title"),
      url: textOf(entry, "url"),
      snippet: textOf(entry, "content"),
      published: readString(entry, "published_date"),
    })),
}
