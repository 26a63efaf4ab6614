// The page reader's entry: bytes of any readable kind to Markdown, text or HTML, with what is known about the page.
// Pure apart from loading libraries; the caller decides where it runs (the host's thread or a worker).

import { convertHtml } from "./convert-html.ts"
import { decodeText } from "./decode.ts"
import { detectKind, isMarkupType, isPdf } from "./detect-kind.ts"
import { formatJson } from "./format-json.ts"
import { convertLimits } from "./limits.ts"
import { countWords } from "./measure-text.ts"
import type { ConvertedPage, PageHeading, PageInput, PageKind } from "./page.ts"
import { shortWords } from "./quality-signals.ts"
import { describeFeed, readFeed } from "./read-feed.ts"
import { describePdf, readPdf } from "./read-pdf.ts"

export async function convertPage(input: PageInput): Promise<ConvertedPage> {
  if (isPdf(input.bytes)) return convertPdf(input)
  const isMarkup = isMarkupType(input.contentType)
  const { text, charset } = await decodeText(input.bytes, input.contentType, isMarkup)
  const kind = detectKind(text, input.contentType, input.url)
  const page = await convertText(text, kind, input)
  return { charset, ...page }
}

async function convertText(text: string, kind: PageKind, input: PageInput): Promise<ConvertedPage> {
  switch (kind) {
    case "html":
      return input.format === "html" && !input.extractMain
        ? describeSource(text)
        : convertHtml(text, input)
    case "feed":
      return convertFeed(text, input)
    case "json":
      return convertJson(text)
    case "markdown":
      return { ...describe("markdown", text.trim()), ...describeMarkdown(text) }
    case "text":
    case "pdf":
      return describe("text", text.trimEnd())
  }
}

/** The page as it was sent: nothing is parsed. */
function describeSource(text: string): ConvertedPage {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(text)?.[1]?.replace(/\s+/g, " ").trim()
  return { ...describe("html", text.trim()), ...(title ? { title } : {}) }
}

function convertJson(text: string): ConvertedPage {
  const formatted = formatJson(text)
  if (formatted !== undefined) return describe("json", formatted)
  const note = "The body is not valid JSON and is shown as it was sent."
  return { ...describe("json", text.trim()), note }
}

async function convertFeed(text: string, input: PageInput): Promise<ConvertedPage> {
  if (input.format === "html") return describe("feed", text.trim())
  const feed = await readFeed(text)
  if (!feed) return describe("text", text.trim())
  const { title } = feed
  return { ...describe("feed", describeFeed(feed)), ...(title === undefined ? {} : { title }) }
}

/** Never the bytes: text, or a sentence that says why there is none. */
async function convertPdf(input: PageInput): Promise<ConvertedPage> {
  const pdf = await readPdf(input.bytes)
  if (pdf.kind === "unreadable") {
    return { ...describe("pdf", ""), note: `The text of this PDF cannot be read (${pdf.why}).` }
  }
  const content = describePdf(pdf.pages)
  const { title, pageCount, pages } = pdf
  const isCut = pageCount > pages.length
  return {
    ...describe("pdf", content),
    ...(title === undefined ? {} : { title }),
    headings: pages.length > 1 ? pages.map(describePdfPage) : [],
    ...(isCut ? { truncated: true, note: `Pages 1 to ${pages.length} of ${pageCount}.` } : {}),
    ...(content === "" ? { note: "The PDF holds no text; its pages may be scans." } : {}),
  }
}

function describePdfPage(_: string, index: number): PageHeading {
  return { level: 2, text: `Page ${index + 1}` }
}

function describeMarkdown(text: string): Pick<ConvertedPage, "headings" | "title"> {
  const headings: PageHeading[] = []
  let isFenced = false
  for (const line of text.split("\n")) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced
    const heading = isFenced
      ? null
      : /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line.slice(0, convertLimits.headingCharactersMax))
    if (heading?.[1] && heading[2]) headings.push({ level: heading[1].length, text: heading[2] })
  }
  const title = headings.find(({ level }) => level === 1)?.text
  return title === undefined ? { headings } : { headings, title }
}

function describe(kind: PageKind, content: string): ConvertedPage {
  const wordCount = countWords(content)
  return {
    kind,
    content,
    headings: [],
    extractedMain: false,
    wordCount,
    qualitySignals: wordCount < shortWords && kind !== "json" ? ["very_short_content"] : [],
  }
}
