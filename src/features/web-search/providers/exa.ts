// Exa: POST /search with the key in x-api-key.

import { isRecord, readString } from "../../../lib/json.ts"
import type { Freshness, SearchProvider } from "../provider.ts"
import { failureOfStatus, readHits, textOf } from "./answers.ts"

const daysBack: Readonly<Record<Freshness, number>> = { day: 1, week: 7, month: 31, year: 366 }
const dayMs = 24 * 60 * 60 * 1000

/** `now` gives the day from which "fresh" counts, in milliseconds since the epoch. */
export function createExa(now: () => number): SearchProvider {
  return {
    name: "exa",
    keyVariables: ["EXA_API_KEY"],
    defaultBaseUrl: "https://api.exa.ai",
    request: (query, { baseUrl, key }) => ({
      url: new URL(`${baseUrl}/search`),
      headers: { "x-api-key": key ?? "" },
      json: {
        query: query.text,
        numResults: query.count,
        type: "auto",
        contents: { highlights: true },
        ...(query.freshness ? { startPublishedDate: startDate(query.freshness, now()) } : {}),
        ...(query.allowedDomains.length > 0 ? { includeDomains: query.allowedDomains } : {}),
        ...(query.blockedDomains.length > 0 ? { excludeDomains: query.blockedDomains } : {}),
      },
    }),
    read: (response) =>
      failureOfStatus(response) ??
      readHits(isRecord(response.value) ? response.value.results : undefined, (entry) => ({
        title: textOf(entry, "title"),
        url: textOf(entry, "url"),
        snippet: snippetOf(entry),
        published: readString(entry, "publishedDate"),
      })),
  }
}

function startDate(freshness: Freshness, now: number): string {
  return new Date(now - daysBack[freshness] * dayMs).toISOString()
}

function snippetOf(entry: Readonly<Record<string, unknown>>): string {
  const { highlights } = entry
  const lines = Array.isArray(highlights)
    ? highlights.filter((line) => typeof line === "string")
    : []
  return lines.length > 0
    ? lines.join(" … ")
    : (readString(entry, "summary") ?? textOf(entry, "text"))
}
