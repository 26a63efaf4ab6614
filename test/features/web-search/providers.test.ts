import { describe, expect, test } from "vitest"
import { brave } from "../../../src/features/web-search/providers/brave.ts"
import { duckduckgo } from "../../../src/features/web-search/providers/duckduckgo.ts"
import { createExa } from "../../../src/features/web-search/providers/exa.ts"
import { searxng } from "../../../src/features/web-search/providers/searxng.ts"
import { tavily } from "../../../src/features/web-search/providers/tavily.ts"
import type { JsonResponse } from "../../../src/net/json-request.ts"
import { describeProvider, key, type WireHit } from "./provider.suite.ts"

const sites = "event+loop+%28site%3Aexample.org%29+-site%3Abad.example.org"
const named = (field: string) => (hit: WireHit) => ({
  ...(hit.title === undefined ? {} : { title: hit.title }),
  ...(hit.url === undefined ? {} : { url: hit.url }),
  ...(hit.snippet === undefined ? {} : { [field]: hit.snippet }),
})
const common = {
  400: "bad-request",
  401: "auth",
  402: "quota",
  403: "auth",
  429: "rate",
  500: "upstream",
} as const

describeProvider({
  provider: brave,
  body: (hits) => JSON.stringify({ query: {}, web: { results: hits.map(named("description")) } }),
  expected: {
    method: "GET",
    url: `/res/v1/web/search?q=${sites}&count=5&result_filter=web&freshness=pw`,
    body: undefined,
    headers: { "x-subscription-token": key },
  },
  statuses: { ...common, 422: "auth" },
})

describeProvider({
  provider: tavily,
  body: (hits) => JSON.stringify({ response_time: "0.5", results: hits.map(named("content")) }),
  expected: {
    method: "POST",
    url: "/search",
    body: {
      query: "event loop",
      max_results: 5,
      search_depth: "basic",
      time_range: "week",
      include_domains: ["example.org"],
      exclude_domains: ["bad.example.org"],
    },
    headers: { authorization: `Bearer ${key}` },
  },
  statuses: { ...common, 432: "quota", 433: "quota" },
})

describeProvider({
  provider: createExa(() => Date.UTC(2026, 0, 8)),
  body: (hits) =>
    JSON.stringify({
      results: hits.map((hit) => ({
        ...(hit.title === undefined ? {} : { title: hit.title }),
        ...(hit.url === undefined ? {} : { url: hit.url }),
        ...(hit.snippet === undefined ? {} : { highlights: [hit.snippet] }),
      })),
    }),
  expected: {
    method: "POST",
    url: "/search",
    body: {
      query: "event loop",
      numResults: 5,
      type: "auto",
      contents: { highlights: true },
      startPublishedDate: "2026-01-01T00:00:00.000Z",
      includeDomains: ["example.org"],
      excludeDomains: ["bad.example.org"],
    },
    headers: { "x-api-key": key },
  },
  statuses: common,
})

describeProvider({
  provider: searxng,
  body: (hits) => JSON.stringify({ results: hits.map(named("content")), unresponsive_engines: [] }),
  expected: {
    method: "GET",
    url: `/search?q=${sites}&format=json&time_range=week`,
    body: undefined,
    headers: {},
  },
  statuses: common,
})

const liteLink = (hit: WireHit) =>
  `<tr><td><a rel="nofollow" href="${hit.url === undefined ? "" : `//duckduckgo.com/l/?uddg=${encodeURIComponent(hit.url)}&amp;rut=1`}" class='result-link'>${hit.title ?? ""}</a></td></tr>` +
  `<tr><td class='result-snippet'>${hit.snippet ?? ""}</td></tr>`

describeProvider({
  provider: duckduckgo,
  contentType: "text/html",
  body: (hits) =>
    `<html><table>${hits.length === 0 ? "No results." : hits.map(liteLink).join("")}</table></html>`,
  expected: {
    method: "GET",
    url: `/lite/?q=${sites}&df=w`,
    body: undefined,
    headers: { accept: "text/html" },
  },
  statuses: { 400: "bad-request", 403: "auth", 429: "rate", 500: "upstream" },
})

const answer = (status: number, text: string): JsonResponse => ({
  status,
  text,
  value: undefined,
  header: () => undefined,
})

describe("what single providers do on their own", () => {
  test.each([answer(202, ""), answer(200, "<div class='anomaly-modal'>")])(
    "a bot check of DuckDuckGo is no empty result",
    (response) => {
      expect(duckduckgo.read(response)).toMatchObject({ kind: "failed", failure: "bot-check" })
    },
  )

  test("SearXNG without the json format says what to enable", () => {
    expect(searxng.read(answer(403, ""))).toMatchObject({
      reason: expect.stringContaining("search.formats"),
    })
  })

  test("Brave leaves out the list when nothing was found", () => {
    const response = { ...answer(200, ""), value: { query: { original: "x" } } }
    expect(brave.read(response)).toEqual({ kind: "hits", hits: [] })
  })

  test("Exa falls back from highlights to summary and text", () => {
    const response = {
      ...answer(200, ""),
      value: { results: [{ url: "u", title: "t", text: "whole" }] },
    }
    expect(createExa(() => 0).read(response)).toMatchObject({ hits: [{ snippet: "whole" }] })
  })

  test("a query with many sites drops the operators rather than growing too long", () => {
    const allowedDomains = Array.from({ length: 50 }, (_, index) => `domain-${index}.example.org`)
    const query = { text: "q", count: 5, allowedDomains, blockedDomains: [], freshness: undefined }
    const { url } = brave.request(query, { baseUrl: "http://x", key })
    expect(url.searchParams.get("q")).toBe("q")
  })
})
