import { describe, expect, test } from "vitest"
import {
  incompleteAdapter,
  notConfigured,
  unknownAdapter,
} from "../../../src/features/web-search/messages.ts"
import { brave } from "../../../src/features/web-search/providers/brave.ts"
import { searxng } from "../../../src/features/web-search/providers/searxng.ts"
import {
  codeRequest,
  readCodeAnswer,
} from "../../../src/features/web-search/providers/sourcegraph.ts"
import { tavily } from "../../../src/features/web-search/providers/tavily.ts"
import { createSearch } from "../../../src/features/web-search/search.ts"
import type { JsonResponse } from "../../../src/net/json-request.ts"

const query = { text: "q", count: 5, allowedDomains: [], blockedDomains: [], freshness: undefined }
const signal = new AbortController().signal
const response = (status: number, value: unknown, text = ""): JsonResponse => ({
  status,
  value,
  text,
  header: () => undefined,
})
const chain = [brave, tavily].map((provider) => ({
  provider,
  settings: { baseUrl: `http://${provider.name}`, key: "secret" },
}))

function searchWith(answers: Readonly<Record<string, JsonResponse>>) {
  const asked: string[] = []
  const transport = {
    send: async ({ url }: { readonly url: URL }) => {
      asked.push(url.hostname)
      return answers[url.hostname] ?? response(500, {})
    },
  }
  const choice = { kind: "chosen", chain } as const
  return { asked, search: createSearch({ transport, choice, adapterNames: [], now: () => 0 }) }
}

describe("one search", () => {
  const found = response(200, {
    results: [{ title: "t", url: "https://example.org", content: "c" }],
  })

  test("a listed fallback answers after the first provider failed", async () => {
    const { asked, search } = searchWith({ brave: response(500, {}), tavily: found })
    expect(await search.run(query, signal)).toMatchObject({ provider: "tavily" })
    expect(asked).toEqual(["brave", "tavily"])
  })

  test("when all fail, the first failure is told", async () => {
    const { search } = searchWith({ brave: response(429, {}), tavily: response(500, {}) })
    await expect(search.run(query, signal)).rejects.toMatchObject({
      code: "WEB_SEARCH_RATE_LIMITED",
    })
  })

  test("a query that is not accepted is not sent to another provider", async () => {
    const { asked, search } = searchWith({ brave: response(400, {}), tavily: found })
    await expect(search.run(query, signal)).rejects.toMatchObject({ code: "WEB_SEARCH_REJECTED" })
    expect(asked).toEqual(["brave"])
  })

  test("a key in the provider's own error text is not passed on", async () => {
    const { search } = searchWith({
      brave: response(401, { message: "bad token secret" }),
      tavily: response(500, {}),
    })
    await expect(search.run(query, signal)).rejects.toThrow("HTTP 401: bad token [key]")
  })

  test.each([
    [{ kind: "none" }, notConfigured()],
    [{ kind: "unknown", name: "google" }, unknownAdapter("google", ["brave"])],
    [{ kind: "incomplete", provider: tavily }, incompleteAdapter(tavily)],
    [{ kind: "incomplete", provider: searxng }, incompleteAdapter(searxng)],
  ] as const)("without a usable provider it says what to set: %o", async (choice, refusal) => {
    const transport = { send: async () => response(500, {}) }
    const search = createSearch({ transport, choice, adapterNames: ["brave"], now: () => 0 })
    await expect(search.run(query, signal)).rejects.toThrow(refusal.message)
  })

  test("the texts without a provider", () => {
    expect(
      [
        notConfigured(),
        unknownAdapter("google", ["brave", "exa"]),
        incompleteAdapter(tavily),
        incompleteAdapter(searxng),
      ].map((refusal) => refusal.message),
    ).toEqual([
      'WEB_SEARCH_NOT_CONFIGURED: No search provider is set up, so nothing was searched. Tell the user: set one of BRAVE_API_KEY, TAVILY_API_KEY or EXA_API_KEY in the environment of opencode; or run SearXNG (docker run -p 8888:8080 searxng/searxng, with json in search.formats of its settings) and set web-search.baseUrls.searxng to http://127.0.0.1:8888; or choose DuckDuckGo with web-search.adapter "duckduckgo".\nDo not search again in this session; use webfetch with an address that you know.',
      'WEB_SEARCH_NOT_CONFIGURED: The search adapter "google" does not exist; known are brave, exa.\nTell the user to mend WEB_SEARCH_ADAPTER or web-search.adapter.',
      "WEB_SEARCH_NOT_CONFIGURED: The search adapter tavily is chosen, but the variable TAVILY_API_KEY is not set. No other provider is asked instead.\nTell the user; use webfetch with an address that you know.",
      "WEB_SEARCH_NOT_CONFIGURED: The search adapter searxng is chosen, but web-search.baseUrls.searxng is not set. No other provider is asked instead.\nTell the user; use webfetch with an address that you know.",
    ])
  })
})

describe("code search", () => {
  const stream = (...events: readonly [string, unknown][]) =>
    events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("")
  const read = (text: string, status = 200) =>
    readCodeAnswer(response(status, undefined, text), "http://code")

  test("asks the streaming endpoint", () => {
    const { url } = codeRequest({ text: "lang:go x", count: 3, contextLines: 2 }, "http://code/")
    expect(url.href).toBe(
      "http://code/.api/search/stream?q=lang%3Ago+x&v=V3&display=3&cm=true&cl=2",
    )
  })

  test("reads chunk and line matches with numbers from 1", () => {
    const match = {
      repository: "github.com/a/b",
      path: "x.go",
      chunkMatches: [{ content: "one\ntwo\n", contentStart: { line: 4 } }],
      lineMatches: [{ line: "three", lineNumber: 9 }],
    }
    expect(read(stream(["matches", [match]], ["done", {}]))).toEqual({
      kind: "hits",
      isCut: false,
      hits: [
        {
          repository: "github.com/a/b",
          path: "x.go",
          url: "http://code/github.com/a/b/-/blob/x.go",
          lines: [
            { number: 5, text: "one" },
            { number: 6, text: "two" },
            { number: 10, text: "three" },
          ],
        },
      ],
    })
  })

  test("nothing found, a cut search, an alert, an error status and a page of HTML are told apart", () => {
    expect(read(stream(["done", {}]))).toEqual({ kind: "hits", hits: [], isCut: false })
    expect(
      read(stream(["progress", { skipped: [{ reason: "shard-match-limit" }] }])),
    ).toMatchObject({ isCut: true })
    expect(read(stream(["alert", { title: "unbalanced" }]))).toMatchObject({
      failure: "bad-request",
      reason: "unbalanced",
    })
    expect(read("", 429)).toMatchObject({ failure: "rate" })
    expect(read("<html>")).toMatchObject({ failure: "bad-answer" })
  })
})
