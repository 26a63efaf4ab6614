// One page to the form that was asked for: plain conversion of the whole body.

import type { ConvertedPage, PageHeading, PageInput } from "./page.ts"

export async function convertPage(input: PageInput): Promise<ConvertedPage> {
  const text = new TextDecoder().decode(input.bytes)
  const isHtml =
    /html/i.test(input.contentType ?? "") || /^\s*<(!doctype|html|head|body)/i.test(text)
  if (!isHtml) return describeText(text)
  const { parseHTML } = await import("linkedom")
  const { document } = parseHTML(text)
  for (const node of document.querySelectorAll("script, style, noscript, template")) node.remove()
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(
    (node): PageHeading => ({
      level: Number(node.tagName.slice(1)),
      text: (node.textContent ?? "").trim(),
    }),
  )
  const title = document.title.trim()
  const content = await render(document.body, input.format)
  return {
    kind: "html",
    content,
    ...(title === "" ? {} : { title }),
    headings,
    extractedMain: false,
    wordCount: countWords(content),
    qualitySignals: [],
  }
}

async function render(
  body: { readonly innerHTML: string; readonly textContent: string | null },
  format: PageInput["format"],
): Promise<string> {
  if (format === "html") return body.innerHTML
  if (format === "text") return (body.textContent ?? "").replace(/\s*\n\s*/g, "\n").trim()
  const { default: Turndown } = await import("turndown")
  return new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced" }).turndown(body.innerHTML)
}

function describeText(content: string): ConvertedPage {
  return {
    kind: "text",
    content,
    headings: [],
    extractedMain: false,
    wordCount: countWords(content),
    qualitySignals: [],
  }
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0
}
