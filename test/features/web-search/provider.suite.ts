// One suite that every search provider passes, against a loopback server that speaks its wire format.

import { describe, expect, test } from "vitest"
import { createTransport } from "../../../src/features/web-search/ask-provider.ts"
import type {
  FailureKind,
  SearchProvider,
  SearchQuery,
} from "../../../src/features/web-search/provider.ts"
import { createSearch } from "../../../src/features/web-search/search.ts"
import { systemClock } from "../../../src/lib/clock.ts"
import { Refusal } from "../../../src/lib/refusal.ts"
import { type Answer, type LoopbackServer, useLoopback } from "../../support/loopback.ts"

export interface WireHit {
  readonly title?: string
  readonly url?: string
  readonly snippet?: string
}

export interface ProviderCase {
  readonly provider: SearchProvider
  /** A body with these hits, in the provider's own format. */
  body(hits: readonly WireHit[]): string
  readonly contentType?: string
  /** What the exact request looks like for the query below. */
  readonly expected: {
    readonly method: string
    readonly url: string
    readonly body: unknown
    readonly headers: Readonly<Record<string, string>>
  }
  readonly statuses: Readonly<Record<number, FailureKind>>
}

export const key = "key-that-must-not-leak"
const codes: Readonly<Record<FailureKind, string>> = {
  auth: "WEB_SEARCH_KEY_REJECTED",
  quota: "WEB_SEARCH_QUOTA",
  rate: "WEB_SEARCH_RATE_LIMITED",
  "bad-request": "WEB_SEARCH_REJECTED",
  upstream: "WEB_SEARCH_UPSTREAM",
  "bad-answer": "WEB_SEARCH_BAD_ANSWER",
  "bot-check": "WEB_SEARCH_BOT_CHECK",
}
const plain: SearchQuery = {
  text: "event loop",
  count: 5,
  allowedDomains: [],
  blockedDomains: [],
  freshness: undefined,
}
const filtered: SearchQuery = {
  ...plain,
  allowedDomains: ["example.org"],
  blockedDomains: ["bad.example.org"],
  freshness: "week",
}

export function describeProvider(described: ProviderCase): void {
  const { provider } = described
  const { serve } = useLoopback()
  const open = (server: LoopbackServer) => {
    const baseUrl = `http://127.0.0.1:${server.port}`
    const transport = createTransport({ clock: systemClock, environment: {}, ownUrls: [baseUrl] })
    const settings = { baseUrl, key: provider.keyVariables.length > 0 ? key : undefined }
    const choice = { kind: "chosen", chain: [{ provider, settings }] } as const
    return createSearch({ transport, choice, adapterNames: [], now: systemClock.now })
  }
  const ask = async (answer: Answer, query = plain, signal = new AbortController().signal) => {
    const server = await serve(answer)
    const outcome = await open(server)
      .run(query, signal)
      .catch((error: unknown) => error)
    return { server, outcome }
  }
  const send = (
    body: string,
    status = 200,
    headers: Readonly<Record<string, string>> = {},
  ): Answer => {
    const contentType = described.contentType ?? "application/json"
    return (_, response) => {
      response.writeHead(status, { "content-type": contentType, ...headers })
      response.end(body)
    }
  }
  const hits: readonly WireHit[] = [
    { title: "First", url: "https://example.org/a", snippet: "one" },
    { title: "Second", url: "https://example.com/b", snippet: "two" },
  ]

  describe(provider.name, () => {
    test("returns title, address and snippet in the provider's order", async () => {
      const { outcome } = await ask(send(described.body(hits)))
      expect(outcome).toMatchObject({
        provider: provider.name,
        hits: [
          { title: "First", url: "https://example.org/a", snippet: "one" },
          { title: "Second", url: "https://example.com/b", snippet: "two" },
        ],
      })
    })

    test("sends exactly one request, with the key where it belongs", async () => {
      const { server } = await ask(send(described.body(hits)), filtered)
      expect(server.requests).toHaveLength(1)
      const [request] = server.requests
      const { method, url, body, headers } = described.expected
      expect(request?.method).toBe(method)
      expect(request?.url).toBe(url)
      expect(request?.body ? JSON.parse(request.body) : undefined).toEqual(body)
      expect(request?.headers).toMatchObject(headers)
      expect(request?.url).not.toContain(key)
      expect(request?.body).not.toContain(key)
    })

    test("an empty list is no failure", async () => {
      const { outcome } = await ask(send(described.body([])))
      expect(outcome).toMatchObject({ hits: [] })
    })

    test("a hit without title or snippet is kept, one without address is dropped", async () => {
      const { outcome } = await ask(
        send(described.body([{ url: "https://example.org/x" }, { title: "no address" }])),
      )
      expect(outcome).toMatchObject({
        hits: [{ title: "example.org", url: "https://example.org/x", snippet: "" }],
      })
    })

    test("HTML in titles and snippets becomes text", async () => {
      const { outcome } = await ask(
        send(
          described.body([
            { title: "A <b>bold</b> claim", url: "https://example.org/", snippet: "x <em>y</em>" },
          ]),
        ),
      )
      expect(outcome).toMatchObject({ hits: [{ title: "A bold claim", snippet: "x y" }] })
    })

    test("only web addresses are shown", async () => {
      const { outcome } = await ask(
        send(
          described.body([
            { title: "x", url: "javascript:alert(1)" },
            { title: "y", url: "/relative" },
            { title: "z", url: "ftp://example.org/" },
          ]),
        ),
      )
      expect(outcome).toMatchObject({ hits: [] })
    })

    test("domains are filtered again, whatever the provider returns", async () => {
      const wire = [
        "https://example.org/1",
        "https://sub.example.org/2",
        "https://badexample.org/3",
        "https://bad.example.org/4",
      ]
      const { outcome } = await ask(
        send(described.body(wire.map((url) => ({ title: "t", url })))),
        filtered,
      )
      expect(outcome).toMatchObject({
        hits: [{ url: "https://example.org/1" }, { url: "https://sub.example.org/2" }],
      })
    })

    test.each(Object.entries(described.statuses))(
      "status %s is told as what it is",
      async (status, kind) => {
        const { outcome } = await ask(
          send(
            `{"error":"refused for ${provider.keyVariables.length > 0 ? key : "you"}"}`,
            Number(status),
          ),
        )
        expect(outcome).toBeInstanceOf(Refusal)
        expect(outcome).toMatchObject({ code: codes[kind] })
        expect(String(outcome)).not.toContain(key)
      },
    )

    test("429 with a short Retry-After is tried once more", async () => {
      let count = 0
      const { server, outcome } = await ask((request, response) => {
        count += 1
        if (count === 1) send("{}", 429, { "retry-after": "0" })(request, response)
        else send(described.body(hits))(request, response)
      })
      expect(server.requests).toHaveLength(2)
      expect(outcome).toMatchObject({ hits: [{ title: "First" }, { title: "Second" }] })
    })

    test("429 without Retry-After is told at once", async () => {
      const { server, outcome } = await ask(send("{}", 429))
      expect(server.requests).toHaveLength(1)
      expect(outcome).toMatchObject({ code: "WEB_SEARCH_RATE_LIMITED" })
    })

    test("an answer of another type is told", async () => {
      const { outcome } = await ask(
        send("<html><body>maintenance</body></html>", 200, { "content-type": "text/html" }),
      )
      expect(outcome).toMatchObject({ code: "WEB_SEARCH_BAD_ANSWER" })
    })

    test("an answer of 5 MB is given up", async () => {
      const { outcome } = await ask(send(" ".repeat(5_000_000)))
      expect(outcome).toMatchObject({ code: "NET_BODY_TOO_LARGE" })
    })

    test("an abort in the middle of a slow answer closes the socket", async () => {
      const controller = new AbortController()
      const { server, outcome } = await ask(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json" })
          response.write("{")
          controller.abort()
        },
        plain,
        controller.signal,
      )
      expect(outcome).toMatchObject({ code: "NET_ABORTED" })
      for (let wait = 0; wait < 100 && server.closed() === 0; wait++) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      expect(server.closed()).toBe(1)
    })

    test("a lost connection names no key", async () => {
      const { outcome } = await ask((_, response) => response.destroy())
      expect(outcome).toBeInstanceOf(Refusal)
      expect(`${String(outcome)}${JSON.stringify(outcome)}`).not.toContain(key)
    })

    test("the same search within five minutes asks nobody", async () => {
      const server = await serve(send(described.body(hits)))
      const search = open(server)
      const signal = new AbortController().signal
      expect((await search.run(plain, signal)).isCached).toBe(false)
      expect((await search.run(plain, signal)).isCached).toBe(true)
      expect(server.requests).toHaveLength(1)
    })
  })
}
