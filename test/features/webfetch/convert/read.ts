// Short ways to the page reader for tests: HTML in, the form asked for out.

import { convertPage } from "../../../../src/features/webfetch/convert/convert.ts"
import type { ConvertedPage, PageInput } from "../../../../src/features/webfetch/convert/page.ts"

const pageUrl = "https://site.test/links/page.html"

/** Bytes with the defaults of the tool unless told otherwise. */
export function readBytes(
  bytes: Uint8Array | readonly number[],
  options: Partial<Omit<PageInput, "bytes">> = {},
): Promise<ConvertedPage> {
  return convertPage({
    bytes: Uint8Array.from(bytes),
    contentType: "text/html; charset=utf-8",
    url: pageUrl,
    format: "markdown",
    extractMain: true,
    status: 200,
    ...options,
  })
}

/** A whole page, or a body of any other type. */
export function readPage(
  text: string,
  options: Partial<Omit<PageInput, "bytes">> = {},
): Promise<ConvertedPage> {
  return readBytes(new TextEncoder().encode(text), options)
}

/** The Markdown of a body, all of it. */
export async function markdownOf(body: string): Promise<string> {
  const html = `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`
  const page = await readPage(html, { extractMain: false })
  return page.content
}

/** Prose of about so many words, different in every sentence. */
export function prose(words: number): string {
  const sentences = Array.from(
    { length: Math.ceil(words / 12) },
    (_, index) => `In the year ${index}, the keeper of the house wrote, at length, about weather.`,
  )
  return sentences.join(" ")
}
