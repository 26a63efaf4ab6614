// The page reader's entry: bytes of any readable kind to Markdown, text or HTML, with what is known about the page.

import { convertHtml } from "./convert-html.ts"
import type { ConvertedPage, PageInput } from "./page.ts"

export async function convertPage(input: PageInput): Promise<ConvertedPage> {
  const text = new TextDecoder().decode(input.bytes)
  const isHtml =
    /html/i.test(input.contentType ?? "") || /^\s*<(!doctype|html|head|body)/i.test(text)
  return isHtml ? convertHtml(text, input) : describeText(text)
}

function describeText(content: string): ConvertedPage {
  return {
    kind: "text",
    content,
    headings: [],
    extractedMain: false,
    wordCount: content.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0,
    qualitySignals: [],
  }
}
