import { describe, expect, it } from "vitest"
import { fetchPage } from "../../../src/features/webfetch/fetch-page.ts"
import { planFetch } from "../../../src/features/webfetch/plan.ts"
import type { HttpClient, HttpResponse } from "../../../src/net/http-client.ts"
import { NetFailure, type NetReason } from "../../../src/net/net-failure.ts"

type Reaction = number | NetReason | { readonly location: string }

/** What the server does on each scheme, and what was asked and permitted. */
async function fetchHttp(reactions: { readonly https: Reaction; readonly http: Reaction }) {
  const sent: string[] = []
  const permitted: string[] = []
  const client: HttpClient = {
    exchange: (request, use) => {
      sent.push(request.url.href)
      const reaction = request.url.protocol === "https:" ? reactions.https : reactions.http
      if (typeof reaction === "string") throw failure(reaction)
      return use(responseOf(reaction))
    },
  }
  const plan = planFetch({
    url: "http://pages.example/a",
    format: "markdown",
    timeout: 30,
    extract_main: true,
    include_metadata: true,
    save_binary: false,
  })
  const outcome = await fetchPage(plan, {
    client,
    signal: new AbortController().signal,
    validators: undefined,
    permit: async (url) => void permitted.push(url.href),
    isRedirectTarget: () => false,
    bytesWanted: () => 1_000,
  }).catch((error: unknown) => error)
  return { outcome, sent, permitted }
}

function failure(reason: NetReason): NetFailure {
  return new NetFailure(reason, { what: "What.", next: "Next." })
}

function responseOf(reaction: number | { readonly location: string }): HttpResponse {
  const isRedirect = typeof reaction === "object"
  return {
    status: isRedirect ? 302 : reaction,
    isPinned: true,
    header: (name) => (isRedirect && name === "location" ? reaction.location : undefined),
    read: async () => ({ bytes: new Uint8Array(), wireBytes: 0, cut: undefined }),
  }
}

const secure = "https://pages.example/a"
const plain = "http://pages.example/a"

describe("http without a port", () => {
  it("is fetched over https where that works, and said to be", async () => {
    const { outcome, sent } = await fetchHttp({ https: 200, http: 200 })
    expect(outcome).toMatchObject({ kind: "page", page: { url: secure, isUpgraded: true } })
    expect(sent).toEqual([secure])
  })

  it.each([
    ["the connection fails", "connect-failed" as const],
    ["the certificate is not accepted", "tls-failed" as const],
    ["https answers with an error status", 404],
    ["https redirects to another site", { location: "https://elsewhere.example/" }],
    ["https redirects back to http", { location: plain }],
  ])("falls back where %s", async (_case, https) => {
    const { outcome, sent, permitted } = await fetchHttp({ https, http: 200 })
    expect(outcome).toMatchObject({ kind: "page", page: { url: plain, isUpgraded: false } })
    expect(sent).toEqual([secure, plain])
    expect(permitted).toEqual([secure, plain])
  })

  it.each(["address-denied", "port-denied", "decompression-ratio", "aborted"] as const)(
    "does not fall back after %s",
    async (reason) => {
      const { outcome, sent } = await fetchHttp({ https: reason, http: 200 })
      expect(outcome).toMatchObject({ reason })
      expect(sent).toEqual([secure])
    },
  )

  it("answers with the status of https where http fails too", async () => {
    const { outcome } = await fetchHttp({ https: 404, http: "connect-failed" })
    expect(outcome).toMatchObject({ kind: "page", page: { status: 404, url: secure } })
  })

  it("answers with the status of http where https cannot be reached", async () => {
    const { outcome } = await fetchHttp({ https: "connect-failed", http: 404 })
    expect(outcome).toMatchObject({ kind: "page", page: { status: 404, url: plain } })
  })

  it("answers with the failure of https where both cannot be reached", async () => {
    const { outcome } = await fetchHttp({ https: "tls-failed", http: "connect-failed" })
    expect(outcome).toMatchObject({ reason: "tls-failed" })
  })
})
