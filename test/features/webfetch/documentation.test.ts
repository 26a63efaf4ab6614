import { describe, expect, it } from "vitest"
import type { PageInput } from "../../../src/features/webfetch/convert/page.ts"
import { type Answer, useLoopback } from "../../support/loopback.ts"
import {
  contentOf,
  createWebfetchFixture,
  type FixtureOptions,
  factsOf,
} from "../../support/webfetch-fixture.ts"

const { serve } = useLoopback()

type Files = Readonly<Record<string, string>>

/** A site of files; what begins with `<` is HTML. */
function filesAnswer(files: Files): Answer {
  return (request, response) => {
    const body = files[request.url ?? ""]
    response.setHeader("content-type", body?.startsWith("<") ? "text/html" : "text/plain")
    if (body === undefined) response.writeHead(404, { "content-type": "text/html" })
    response.end(body ?? "<p>Not here.</p>")
  }
}

/** HTML whose text is "shell" is an empty shell; `data-md` names its Markdown version. */
async function convert(input: PageInput) {
  const content = new TextDecoder().decode(input.bytes)
  const markdownUrl = /data-md="([^"]+)"/.exec(content)?.[1]
  return {
    kind: "markdown" as const,
    content,
    headings: [],
    extractedMain: false,
    wordCount: 100,
    qualitySignals: content.includes("shell") ? ["empty_spa"] : [],
    ...(markdownUrl === undefined ? {} : { markdownUrl }),
  }
}

async function openDocs(
  files: Files,
  { host = "docs.example", ...more }: FixtureOptions & { host?: string } = {},
) {
  const server = await serve(filesAnswer(files))
  const site = `${host}:${server.port}`
  const fixture = createWebfetchFixture({ allowPrivate: [site], convert, ...more })
  return {
    ...fixture,
    url: (path: string) => `http://${site}${path}`,
    paths: () => server.requests.map((request) => request.url).sort(),
  }
}

describe("a documentation site", () => {
  it("answers for its root with the whole llms text", async () => {
    const docs = await openDocs({
      "/": "<p>Home.</p>",
      "/llms-full.txt": "# All",
      "/llms.txt": "# Index",
    })
    const reply = await docs.run({ url: docs.url("/") })
    expect(contentOf(reply)).toBe("# All")
    expect(factsOf(reply)).toMatchObject({
      used_llms_txt: true,
      source_kind: "llms_txt",
      requested_url: docs.url("/"),
      final_url: docs.url("/llms-full.txt"),
    })
    expect(docs.paths()).toEqual(["/llms-full.txt"])
  })

  it("answers for its root with the index where there is no whole text", async () => {
    const docs = await openDocs({ "/": "<p>Home.</p>", "/llms.txt": "# Index" })
    expect(contentOf(await docs.run({ url: docs.url("/") }))).toBe("# Index")
  })

  it("answers for its root with the page where there is neither", async () => {
    const docs = await openDocs({ "/": "<p>Home.</p>", "/llms.txt": "<html>Log in</html>" })
    const reply = await docs.run({ url: docs.url("/") })
    expect(contentOf(reply)).toBe("<p>Home.</p>")
    expect(factsOf(reply)).toMatchObject({ used_llms_txt: false })
  })

  it("answers for a deeper page with its Markdown version", async () => {
    const docs = await openDocs({
      "/a/b": "<p>HTML.</p>",
      "/a/b.md": "# Markdown",
      "/llms-full.txt": "# All",
    })
    const reply = await docs.run({ url: docs.url("/a/b") })
    expect(contentOf(reply)).toBe("# Markdown")
    expect(factsOf(reply)).toMatchObject({ used_llms_txt: false, final_url: docs.url("/a/b.md") })
  })

  it("answers for a deeper page with the page itself, not with the llms text", async () => {
    const docs = await openDocs({ "/a/b": "<p>HTML.</p>", "/llms-full.txt": "# All" })
    expect(contentOf(await docs.run({ url: docs.url("/a/b") }))).toBe("<p>HTML.</p>")
  })

  it("rescues an empty shell with the page's own section of the llms text", async () => {
    const files: Record<string, string> = { "/a/b": "<p>shell</p>" }
    const docs = await openDocs(files)
    files["/llms-full.txt"] =
      `# Other\n\nX.\n# B\nSource: ${docs.url("/a/b")}\n\nThe text.\n# Next\n`
    const reply = await docs.run({ url: docs.url("/a/b") })
    expect(contentOf(reply)).toBe(`# B\nSource: ${docs.url("/a/b")}\n\nThe text.`)
    expect(factsOf(reply)).toMatchObject({
      used_llms_txt: true,
      note: "The page itself gave no content; this is from the site's llms text.",
    })
  })

  it("rescues a page that is gone with the llms text", async () => {
    const docs = await openDocs({ "/llms.txt": "# Index" })
    expect(contentOf(await docs.run({ url: docs.url("/gone") }))).toBe("# Index")
  })

  it("leaves a page that is gone as it is where nothing can rescue it", async () => {
    const docs = await openDocs({})
    const reply = await docs.run({ url: docs.url("/gone") })
    expect(reply.metadata).toMatchObject({ code: "WEBFETCH_HTTP_STATUS" })
  })

  it("is asked for missing files once in a while", async () => {
    const docs = await openDocs({ "/a": "<p>A.</p>", "/b": "<p>B.</p>" })
    await docs.run({ url: docs.url("/a") })
    await docs.run({ url: docs.url("/b") })
    expect(docs.paths().filter((path) => path?.startsWith("/llms"))).toEqual([
      "/llms-full.txt",
      "/llms.txt",
    ])
  })

  it("is left alone on request", async () => {
    const docs = await openDocs({ "/": "<p>Home.</p>", "/llms.txt": "# Index" })
    const reply = await docs.run({ url: docs.url("/"), prefer_llms_txt: "never" })
    expect(contentOf(reply)).toBe("<p>Home.</p>")
    expect(docs.paths()).toEqual(["/"])
  })

  it("sends nothing that the user's rules deny", async () => {
    const docs = await openDocs(
      { "/": "<p>Home.</p>", "/llms.txt": "# Index" },
      { deny: ["*/llms*"] },
    )
    expect(contentOf(await docs.run({ url: docs.url("/") }))).toBe("<p>Home.</p>")
    expect(docs.paths()).toEqual(["/"])
  })

  it("gives its pages as HTML without looking further", async () => {
    const docs = await openDocs({ "/": "<p>Home.</p>", "/llms.txt": "# Index" })
    const reply = await docs.run({ url: docs.url("/"), format: "html" })
    expect(contentOf(reply)).toBe("<p>Home.</p>")
    expect(docs.paths()).toEqual(["/"])
  })
})

describe("any other site", () => {
  it("is asked for its page alone", async () => {
    const docs = await openDocs(
      { "/": "<p>Home.</p>", "/llms.txt": "# Index" },
      { host: "www.example" },
    )
    expect(contentOf(await docs.run({ url: docs.url("/") }))).toBe("<p>Home.</p>")
    expect(docs.paths()).toEqual(["/"])
  })

  it("answers with the Markdown version that a page names, on the same site", async () => {
    const files: Record<string, string> = { "/a.markdown": "# Markdown" }
    const docs = await openDocs(files, { host: "www.example" })
    files["/a"] = `<p data-md="${docs.url("/a.markdown")}">HTML.</p>`
    expect(contentOf(await docs.run({ url: docs.url("/a") }))).toBe("# Markdown")
  })

  it.each(["http://10.0.0.1/a.md", "https://elsewhere.example/a.md"])(
    "is not left for a Markdown version at %s",
    async (target) => {
      const page = `<p data-md="${target}">HTML.</p>`
      const docs = await openDocs({ "/a": page }, { host: "www.example" })
      expect(contentOf(await docs.run({ url: docs.url("/a") }))).toBe(page)
      expect(docs.asked.length).toBe(1)
    },
  )

  it("gives its llms text on request, or says that it has none", async () => {
    const docs = await openDocs(
      { "/a": "<p>A.</p>", "/llms.txt": "# Index" },
      { host: "www.example" },
    )
    const reply = await docs.run({ url: docs.url("/a"), prefer_llms_txt: "always" })
    expect(contentOf(reply)).toBe("# Index")
    const bare = await openDocs({ "/a": "<p>A.</p>" }, { host: "www.example" })
    await expect(
      bare.run({ url: bare.url("/a"), prefer_llms_txt: "always" }),
    ).rejects.toMatchObject({ code: "WEBFETCH_LLMS_TXT_MISSING" })
  })
})
