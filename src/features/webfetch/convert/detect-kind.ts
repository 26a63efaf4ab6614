// What a body is, by its type and by its first characters. Servers lie about both, so the two are weighed together.

import type { PageKind } from "./page.ts"

/** Characters looked at where the type does not decide. */
const headCharacters = 2_048

export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-"
}

/** Can the text be HTML? Decides whether a `meta` charset counts. */
export function isMarkupType(contentType: string | undefined): boolean {
  const mime = mimeOf(contentType)
  return mime === "" || /html|xml|^text\/plain|octet-stream/.test(mime)
}

export function detectKind(text: string, contentType: string | undefined, url: string): PageKind {
  const mime = mimeOf(contentType)
  const head = text.slice(0, headCharacters).trimStart()
  if (/[/+]json\b/.test(mime)) return isJsonFeed(head) ? "feed" : "json"
  if (/xml|html/.test(mime)) return detectMarkup(mime, head)
  if (/^text\/(?:x-)?markdown/.test(mime)) return "markdown"
  if (mime !== "" && !/^text\/plain|octet-stream/.test(mime)) return "text"
  return detectByText(head, text, url)
}

function detectMarkup(mime: string, head: string): PageKind {
  if (/(?:rss|atom|rdf)\+xml/.test(mime) || startsLikeFeed(head)) return "feed"
  return /html/.test(mime) || startsLikeHtml(head) ? "html" : "text"
}

function detectByText(head: string, text: string, url: string): PageKind {
  if (startsLikeHtml(head)) return "html"
  if (startsLikeFeed(head)) return "feed"
  if (/\.(?:md|markdown|mdx)(?:[?#]|$)/i.test(url)) return "markdown"
  if (/^[[{]/.test(head) && isJson(text)) return isJsonFeed(head) ? "feed" : "json"
  return "text"
}

function mimeOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
}

function startsLikeHtml(head: string): boolean {
  return /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|title|meta|script|div|p|h1|table|article|main|section)\b/i.test(
    head,
  )
}

function startsLikeFeed(head: string): boolean {
  const root =
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<\?[^>]*>\s*)*<(rss|feed|rdf:RDF)\b/i.exec(head)
  return root !== null
}

function isJsonFeed(head: string): boolean {
  return /"version"\s*:\s*"https:\/\/jsonfeed\.org\/version\//.test(head)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
