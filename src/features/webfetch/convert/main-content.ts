// What Readability takes for the main text of a page, and how much prose an element holds, to tell whether
// Readability lost too much of it.

import {
  isElement,
  isMarked,
  isRawText,
  type PageDocument,
  type PageElement,
  type PageNode,
  walk,
} from "./dom.ts"
import { keepOutOfLastTier } from "./last-tier.ts"
import { addShortcuts } from "./readability-shortcuts.ts"

export interface Article {
  readonly root: PageElement
  readonly title: string | undefined
}

/** Consumes the document. Undefined where nothing was found. */
export async function readArticle(document: PageDocument): Promise<Article | undefined> {
  const { Readability } = await import("@mozilla/readability")
  await keepOutOfLastTier(Readability)
  const reader = new Readability(document, {
    keepClasses: true,
    serializer: (node: PageElement) => node,
  })
  addShortcuts(reader)
  document.innerHtmlAs = "copy"
  const article = reader.parse()
  document.innerHtmlAs = "html"
  const root: PageElement | null | undefined = article?.content
  return root ? { root, title: article?.title ?? undefined } : undefined
}

export interface Prose {
  /** Characters in paragraphs, list items, cells and code that are not mostly links. */
  readonly characters: number
  /** Characters of code blocks. */
  readonly code: number
}

const proseNames = new Set(["p", "pre", "li", "dd", "dt", "td"])
const asideNames = new Set([
  "nav",
  "aside",
  "footer",
  "header",
  "form",
  "noscript",
  "button",
  "select",
  "figcaption",
])
const asideClass = /comment|related|sidebar|share|promo|footer|newsletter|recommend|disqus/i
/** A block with more of its text in links is navigation. */
const linkShareMax = 0.5

export function measureProse(root: PageElement): Prose {
  const prose = { root, characters: 0, code: 0 }
  walk(root, addProse, prose)
  return prose
}

interface Measured {
  readonly root: PageElement
  characters: number
  code: number
}

function addProse(node: PageNode, prose: Measured): "skip" | undefined {
  if (!isElement(node)) return undefined
  const name = node.localName
  if (node !== prose.root && isAside(node, name)) return "skip"
  if (!proseNames.has(name)) return undefined
  const length = node.textLength
  if (linkCharacters(node) <= length * linkShareMax) prose.characters += length
  if (name === "pre") prose.code += length
  return "skip"
}

function isAside(element: PageElement, name: string): boolean {
  if (asideNames.has(name) || isRawText(name) || element.hasAttribute("hidden")) return true
  const style = element.getAttribute("style")
  if (style && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)) return true
  return isMarked(element, asideClass)
}

function linkCharacters(element: PageElement): number {
  let length = 0
  for (const link of element.getElementsByTagName("a")) length += link.textLength
  return length
}

/** Below this share of the landmark's prose the article is a fragment of it. */
const recallMin = 0.6
/** An article of this size without code around is left alone: the rest of a news page is other articles. */
const fragmentCharactersMax = 2_500
/** Losing a single short sample is worse than keeping a little more around. */
const codeLossMin = 16

/** Did extraction lose what the page's own landmark holds? */
export function hasLostProse(landmark: Prose, article: Prose): boolean {
  if (article.code + codeLossMin < landmark.code * 0.9) return true
  if (article.characters >= landmark.characters * recallMin) return false
  return article.characters < fragmentCharactersMax || landmark.code > 0
}
