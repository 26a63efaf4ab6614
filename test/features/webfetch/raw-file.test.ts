import { describe, expect, it } from "vitest"
import { fetchPage } from "../../../src/features/webfetch/fetch-page.ts"
import { planFetch } from "../../../src/features/webfetch/plan.ts"
import { rawFileType, rawFileUrl } from "../../../src/features/webfetch/raw-file.ts"
import type { HttpClient } from "../../../src/net/http-client.ts"
import { parseWebUrl } from "../../../src/net/url.ts"
import { createWebfetchFixture } from "../../support/webfetch-fixture.ts"

const fileOf = (url: string) => rawFileUrl(parseWebUrl(url))?.href
const gist = "0123456789abcdef0123"
const revision = "a".repeat(40)

describe("rawFileUrl", () => {
  it.each([
    [
      "https://github.com/o/r/blob/main/src/f.ts",
      "https://raw.githubusercontent.com/o/r/main/src/f.ts",
    ],
    [
      "https://GitHub.com/o/r/blob/v1/a%20b.md?plain=1#L3",
      "https://raw.githubusercontent.com/o/r/v1/a%20b.md",
    ],
    ["http://www.github.com/o/r/raw/main/f.ts", "https://raw.githubusercontent.com/o/r/main/f.ts"],
    [`https://gist.github.com/o/${gist}`, `https://gist.githubusercontent.com/o/${gist}/raw`],
    [
      `https://gist.github.com/o/${gist}/${revision}`,
      `https://gist.githubusercontent.com/o/${gist}/raw/${revision}`,
    ],
  ])("of %s is %s", (page, file) => {
    expect(fileOf(page)).toBe(file)
  })

  it.each([
    "https://evil-github.com.example/o/r/blob/main/f.ts",
    "https://github.com.example/o/r/blob/main/f.ts",
    "https://notgithub.com/o/r/blob/main/f.ts",
    "https://example.com/github.com/o/r/blob/main/f.ts",
    "https://github.com:8443/o/r/blob/main/f.ts",
    "https://github.com/o/r",
    "https://github.com/o/r/tree/main/src",
    "https://github.com/o/r/blob/main",
    "https://github.com/o/r/issues/1",
    `https://gist.github.com/o/${gist}#file-b-ts`,
    "https://gist.github.com/o",
    "https://gist.github.com/discover",
  ])("is none for %s", (page) => {
    expect(fileOf(page)).toBeUndefined()
  })
})

describe("rawFileType", () => {
  it("keeps the source of a page from being read as a page", () => {
    const type = "text/plain; charset=utf-8"
    const raw = "https://raw.githubusercontent.com/o/r/main/"
    expect(rawFileType(type, `${raw}index.html`)).toBe("text/x-source; charset=utf-8")
    expect(rawFileType(type, `${raw}README.md`)).toBe(type)
    expect(rawFileType(type, "https://example.com/index.html")).toBe(type)
    expect(rawFileType("image/png", `${raw}a.png`)).toBe("image/png")
  })
})

describe("a page that frames one file", () => {
  const page = "https://github.com/o/r/blob/main/index.html"
  const file = "https://raw.githubusercontent.com/o/r/main/index.html"

  it("is asked for together with its file, in one question", async () => {
    const fixture = createWebfetchFixture({ lookup: () => Promise.reject(new Error("ENOTFOUND")) })
    await expect(fixture.run({ url: page })).rejects.toMatchObject({ code: "NET_DNS_FAILED" })
    expect(fixture.asked).toMatchObject([
      {
        patterns: [page, file],
        always: ["https://github.com/*", "https://raw.githubusercontent.com/*"],
        metadata: { url: page },
      },
    ])
  })

  it.each([
    ["the page as HTML is wanted", { format: "html" }, {}],
    ["the file is closed", {}, { deny: ["raw.githubusercontent.com"] }],
    ["only the page's host is open", {}, { only: ["github.com"] }],
  ])("is fetched itself where %s", async (_case, args, options) => {
    const names: string[] = []
    const fixture = createWebfetchFixture({
      ...options,
      lookup: (name) => {
        names.push(name)
        return Promise.reject(new Error("ENOTFOUND"))
      },
    })
    await expect(fixture.run({ url: page, ...args })).rejects.toMatchObject({
      code: "NET_DNS_FAILED",
    })
    expect(names).toEqual(["github.com"])
    expect(fixture.asked.map((request) => request.patterns)).toEqual([[page]])
  })

  /** Fetches with a server that answers these statuses by host. */
  async function fetchWith(statuses: Readonly<Record<string, number>>) {
    const sent: string[] = []
    const client: HttpClient = {
      exchange: (request, use) => {
        sent.push(request.url.hostname)
        return use({
          status: statuses[request.url.hostname] ?? 500,
          isPinned: true,
          header: () => undefined,
          read: async () => ({ bytes: new Uint8Array(), wireBytes: 0, cut: undefined }),
        })
      },
    }
    const plan = planFetch(
      {
        url: page,
        format: "markdown",
        timeout: 30,
        extract_main: true,
        include_metadata: true,
        save_binary: false,
      },
      { fileOf: rawFileUrl },
    )
    const outcome = await fetchPage(plan, {
      client,
      signal: new AbortController().signal,
      validators: undefined,
      permit: async () => undefined,
      isRedirectTarget: () => false,
      bytesWanted: () => 1_000,
    })
    return { sent, url: outcome.kind === "page" ? outcome.page.url : outcome.kind }
  }

  it("is read from its file", async () => {
    const { sent, url } = await fetchWith({ "raw.githubusercontent.com": 200 })
    expect({ sent, url }).toEqual({ sent: ["raw.githubusercontent.com"], url: file })
  })

  it("is read itself where the file is not there", async () => {
    const { sent, url } = await fetchWith({ "raw.githubusercontent.com": 404, "github.com": 404 })
    expect({ sent, url }).toEqual({ sent: ["raw.githubusercontent.com", "github.com"], url: page })
  })
})
