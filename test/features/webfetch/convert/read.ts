// Short ways to the page reader for tests: HTML in, the form asked for out.

import { convertPage } from "../../../../src/features/webfetch/convert/convert.ts"
import type { ConvertedPage, PageInput } from "../../../../src/features/webfetch/convert/page.ts"

const pageUrl = "https://site.test/links/page.html"

/** A whole page around a body, read with the defaults of the tool unless told otherwise. */
export function readPage(
  html: string,
  options: Partial<Omit<PageInput, "bytes">> = {},
): Promise<ConvertedPage> {
  return convertPage({
    bytes: new TextEncoder().encode(html),
    contentType: "text/html; charset=utf-8",
    url: pageUrl,
    format: "markdown",
    extractMain: true,
    status: 200,
    ...options,
  })
}

/** The Markdown of a body, all of it. */
export async function markdownOf(body: string): Promise<string> {
  const html = `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`
  const page = await readPage(html, { extractMain: false })
  return page.content
}
