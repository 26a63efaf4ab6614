import { describe, expect, it } from "vitest"
import { outlineOf } from "../../../src/features/webfetch/paging.ts"
import { fitsInline } from "../../../src/spill/spill-store.ts"
import { useLoopback } from "../../support/loopback.ts"
import { contentOf, factsOf, openSite } from "../../support/webfetch-fixture.ts"

const { serve } = useLoopback()

/** Forty chapters of five thousand characters each. */
const longPage = Array.from(
  { length: 40 },
  (_, chapter) => `## Chapter ${chapter + 1}\n\n${`Line of chapter ${chapter + 1}.\n`.repeat(200)}`,
).join("\n")

async function openLongPage(content = longPage) {
  const server = await serve((_request, response) => response.end(content))
  return openSite(server)
}

describe("a long page", () => {
  it("comes in a part that fits, with its place, a file and an outline", async () => {
    const page = await openLongPage()
    const reply = await page.run({ url: page.url("/guide.html") })
    expect(fitsInline(reply.output)).toBe(true)
    expect(factsOf(reply)).toMatchObject({ truncated: true })
    expect(reply.output).toContain(
      `of ${longPage.length}. Read on with the same url and "offset": `,
    )
    expect(reply.output).toContain("The whole page: /spill/1-guide.html.md]")
    expect(reply.output).toMatch(/\n +\d+ {3}Chapter 40$/)
    expect(page.written).toEqual([{ name: "guide.html.md", content: longPage }])
  })

  it("is complete when all its parts are put together", async () => {
    const page = await openLongPage()
    let whole = ""
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const reply = await page.run({ url: page.url("/"), offset, include_metadata: false })
      const end = /\n\n\[Characters \d+ to (\d+) of /.exec(reply.output)
      const next = /"offset": (\d+)/.exec(reply.output)?.[1]
      whole = whole.padEnd(offset, "\n") + reply.output.slice(0, end?.index)
      offset = next === undefined ? undefined : Number(next)
    }
    expect(whole).toBe(longPage.trimEnd())
    expect(page.written.length).toBe(1)
  })

  it("shows one section by its heading", async () => {
    const page = await openLongPage()
    const reply = await page.run({ url: page.url("/"), section: "## chapter 7" })
    const content = contentOf(reply)
    expect(content.startsWith("## Chapter 7\n\nLine of chapter 7.")).toBe(true)
    expect(content).not.toContain("Chapter 8")
  })

  it("starts at the fragment of the URL", async () => {
    const page = await openLongPage()
    const reply = await page.run({ url: page.url("/#chapter-30") })
    expect(contentOf(reply).startsWith("## Chapter 30")).toBe(true)
  })

  it("starts at its beginning where the fragment names nothing", async () => {
    const page = await openLongPage()
    const reply = await page.run({ url: page.url("/#nothing") })
    expect(contentOf(reply).startsWith("## Chapter 1\n")).toBe(true)
  })

  it("refuses an unknown section with the nearest name", async () => {
    const page = await openLongPage()
    await expect(page.run({ url: page.url("/"), section: "Chaptr 7" })).rejects.toMatchObject({
      code: "WEBFETCH_SECTION_UNKNOWN",
      next: expect.stringContaining('Did you mean "Chapter 7"?'),
    })
  })

  it("refuses an offset behind its end", async () => {
    const page = await openLongPage()
    await expect(page.run({ url: page.url("/"), offset: 1_000_000 })).rejects.toMatchObject({
      code: "WEBFETCH_OFFSET_BEYOND_END",
    })
  })

  it("without line breaks is cut between characters", async () => {
    const page = await openLongPage("€😀".repeat(30_000))
    const reply = await page.run({ url: page.url("/") })
    expect(fitsInline(reply.output)).toBe(true)
    expect(reply.output).not.toContain("\uFFFD")
    const end = Number(/Characters 0 to (\d+)/.exec(reply.output)?.[1])
    const rest = await page.run({ url: page.url("/"), offset: end })
    expect(contentOf(rest).startsWith("€") || contentOf(rest).startsWith("😀")).toBe(true)
  })

  it("fits with headings and redirects that are long on purpose", async () => {
    const heading = `## ${"数".repeat(400)}\n\nText.\n`
    const server = await serve((request, response) => {
      const hop = Number(request.url?.split("?")[0]?.slice(1))
      if (hop < 9) response.writeHead(302, { location: `/${hop + 1}?${"x".repeat(1900)}` }).end()
      else response.end(heading.repeat(500))
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/0") })
    expect(fitsInline(reply.output)).toBe(true)
  })
})

describe("outlineOf", () => {
  const page = {
    kind: "html",
    headings: [],
    extractedMain: false,
    wordCount: 0,
    qualitySignals: [],
  } as const

  it("reads headings outside code, without their marks", () => {
    const content = "# One\n\n```\n# not one\n```\n\n## [Two](https://example.com) `x` ##\n"
    expect(outlineOf({ ...page, content }, "markdown")).toEqual([
      { level: 1, text: "One", offset: 0 },
      { level: 2, text: "Two x", offset: 26 },
    ])
  })

  it("finds the headings of plain text where they stand", () => {
    const content = "One\nAbout Two and more\nTwo\n"
    const headings = [
      { level: 1, text: "One" },
      { level: 2, text: "Two" },
    ]
    expect(outlineOf({ ...page, content, headings }, "text")).toEqual([
      { level: 1, text: "One", offset: 0 },
      { level: 2, text: "Two", offset: 23 },
    ])
  })
})
