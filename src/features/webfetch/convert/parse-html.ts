// HTML text to a document. linkedom parses fast but loses the body of pages without html and body tags, of pages
// in upper case and of pages with a second body; those go through parse5, which repairs as browsers do, first.

import { collapse, type PageDocument } from "./dom.ts"

/** A page whose body came out with less text than this is looked at once more. */
const suspiciousTextMax = 16

export async function parseHtml(html: string): Promise<PageDocument> {
  const source = removeControls(html)
  if (!isWellFramed(source)) return parseRepaired(source)
  const document = await parseFast(source)
  const text = document.body ? collapse(document.body.textContent) : ""
  const hasLostBody = text.length <= suspiciousTextMax && source.length > suspiciousTextMax
  return hasLostBody ? parseRepaired(source) : document
}

/** Exactly one lower-case html start tag and body start tag, in this order. */
function isWellFramed(html: string): boolean {
  const htmlTag = html.search(/<html[\s>]/)
  const bodyTag = html.search(/<body[\s>]/)
  if (htmlTag < 0 || bodyTag < htmlTag) return false
  const rest = html.slice(bodyTag + 1)
  if (/<body[\s>]/.test(rest) && hasSecondBody(rest)) return false
  const textBefore = html.slice(0, htmlTag).replace(/<!--[\s\S]*?-->|<[!?][^>]*>/g, "")
  return textBefore.trim() === ""
}

/** Scripts often hold the text of a body tag; only one outside of them counts. */
function hasSecondBody(html: string): boolean {
  return /<body[\s>]/.test(html.replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/gi, ""))
}

async function parseFast(html: string): Promise<PageDocument> {
  const { parseHTML } = await import("linkedom")
  const { document }: { document: PageDocument } = parseHTML(html)
  return document
}

async function parseRepaired(html: string): Promise<PageDocument> {
  const { parse, serialize } = await import("parse5")
  return parseFast(serialize(parse(html)))
}

/** NUL and other controls that HTML forbids; browsers drop or replace them. */
function removeControls(html: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return html.replace(/^\uFEFF|[\u0000-\u0008\u000B\u000E-\u001F]/g, "")
}
