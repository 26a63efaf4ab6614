// HTML text to a document. A page with its html and body tags in place is built as it stands, which is fast; pages
// without them, in upper case or with a second body go through parse5 first, which repairs as browsers do.

import { hasNode, isText, type PageDocument, type PageElement } from "./dom.ts"
import { keepOutOfLastTier } from "./last-tier.ts"
import { convertLimits } from "./limits.ts"
import { buildTree } from "./tree/build-tree.ts"

/** A page whose body came out with less text than this is looked at once more. */
const suspiciousTextMax = 16

export async function parseHtml(html: string): Promise<PageDocument> {
  const source = removeControls(html)
  if (!isWellFramed(source)) return parseRepaired(source)
  const document = await parseFast(source)
  const hasLostBody = source.length > suspiciousTextMax && !hasEnoughText(document.body)
  return hasLostBody ? parseRepaired(source) : document
}

function hasEnoughText(body: PageElement | null): boolean {
  let text = ""
  if (!body) return false
  return hasNode(body, (node) => {
    if (isText(node)) text = `${text}${node.textContent}`.replace(/\s+/g, " ")
    return text.trim().length > suspiciousTextMax
  })
}

/** Exactly one lower-case html start tag and body start tag, in this order. */
function isWellFramed(html: string): boolean {
  const htmlTag = html.search(/<html[\s>]/)
  const bodyTag = html.search(/<body[\s>]/)
  if (htmlTag < 0 || bodyTag < htmlTag) return false
  const rest = html.slice(bodyTag + 1)
  if (/<body[\s>]/.test(rest) && hasSecondBody(rest)) return false
  return (
    removeSpans(html.slice(0, htmlTag), ["<!--", "-->"], ["<!", ">"], ["<?", ">"]).trim() === ""
  )
}

/** Scripts often hold the text of a body tag; only one outside of them counts. */
function hasSecondBody(html: string): boolean {
  return /<body[\s>]/.test(removeSpans(html, ["<script", "</script>"], ["<!--", "-->"]))
}

type Span = readonly [opening: string, closing: string]

/** The text without what lies between marks, in one pass; a span without an end reaches to the end of the text. */
function removeSpans(text: string, ...spans: readonly Span[]): string {
  const kept: string[] = []
  let position = 0
  for (;;) {
    const next = nextSpan(text, position, spans)
    kept.push(text.slice(position, next?.at))
    if (next === undefined) return kept.join("")
    const end = text.indexOf(next.closing, next.at + 2)
    if (end < 0) return kept.join("")
    position = end + next.closing.length
  }
}

function nextSpan(text: string, from: number, spans: readonly Span[]) {
  let at = text.indexOf("<", from)
  for (; at >= 0; at = text.indexOf("<", at + 1)) {
    const span = spans.find(([opening]) => text.startsWith(opening, at))
    if (span !== undefined) return { at, closing: span[1] }
  }
  return undefined
}

async function parseFast(html: string): Promise<PageDocument> {
  return buildTree(html)
}

async function parseRepaired(html: string): Promise<PageDocument> {
  const { parse, serialize, defaultTreeAdapter, Parser, Tokenizer } = await import("parse5")
  await keepOutOfLastTier(Tokenizer, Parser)
  let elements = 0
  // Repair opens formatting anew in every block that it was not closed in: a small page can become a huge tree.
  const createElement: typeof defaultTreeAdapter.createElement = (...parts) => {
    elements += 1
    if (elements > convertLimits.repairedElementsMax) throw new TreeTooLarge()
    return defaultTreeAdapter.createElement(...parts)
  }
  try {
    const tree = parse(html, { treeAdapter: { ...defaultTreeAdapter, createElement } })
    // The fast parser makes a node of each character reference; these two stand for themselves.
    const source = serialize(tree).replaceAll("&nbsp;", "\u00A0").replaceAll("&gt;", ">")
    return await parseFast(source)
  } catch (error) {
    if (!(error instanceof TreeTooLarge)) throw error
    const body = html.replace(/<\/?(?:html|body)\b[^<>]*>/gi, "")
    return parseFast(`<html><body>${body}</body></html>`)
  }
}

class TreeTooLarge extends Error {}

/** NUL and other controls that HTML forbids; browsers drop or replace them. */
function removeControls(html: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return html.replace(/^\uFEFF|[\u0000-\u0008\u000B\u000E-\u001F]/g, "")
}
