// Takes out of an article what surrounds its text: pictures' credits, share and subscription boxes, teasers for
// other articles, by-lines, and what follows the last sentence. Runs after Readability, never on documentation.
// Every rule is bounded by size, so that a page made of such parts stays readable.

import { isBoilerplate, isByline, isCredit, isTeaserLabel } from "./article-phrases.ts"
import {
  collapse,
  hasNode,
  isElement,
  isMarked,
  isText,
  type PageElement,
  type PageNode,
  walk,
} from "./dom.ts"

/** A box with more text than this is content, whatever its class says. */
const boxCharactersMax = 700
/** A box with more than this share of the article is content. */
const boxShareMax = 0.25
/** Short blocks are judged by their words, longer ones are prose. */
const phraseCharactersMax = 320
const headlineWordsMin = 6
/** Mean words of a link in a list of teasers; lists of names and terms are shorter. */
const listHeadlineWordsMin = 4.5
const linkListItemsMax = 8
/** Captions may be at most this share of the text; beyond it the pictures are the article. */
const captionShareMax = 0.5
/** Teasers may be at most this share of the text; beyond it the page is a list of links on purpose. */
const teaserShareMax = 0.2

const boxClass =
  /(?:^|[\s_-])(?:share(?:-?(?:bar|box|buttons?|links?|tools?))?|sharing|social(?:-?\w+)?|newsletter\w*|sign-?up\w*|subscri(?:be|ption)\w*|related\w*|recommend\w*|trending\w*|most-?(?:read|popular)|popular|row-(?:recent|pop)|breadcrumbs?|by-?line\w*|dateline|author-?(?:bio|name|info|box|flyout|meta|card|details)\w*|bio|post-author|about-author|timestamp|article-?(?:meta|info|controls)|entry-meta|post-?(?:meta|info)|copyrights?|tags?|tag-?list|taglist|comments?(?:-\w+)?|disqus\w*|advert\w*|ad-(?:container|slot|unit)|promo\w*|outbrain|taboola|cookies?|skip-?link|read-?(?:more|next)|(?:estimated-)?read(?:ing)?-time|syndigate-\w+|make-?homepage\w*|attribution\w*)(?=$|[\s_-])/i
const captionClass =
  /(?:^|[\s_-])(?:caption\w*|credits?|wp-caption-text|photo-?credit|image-?(?:caption|credit|meta|source)|legend)(?=$|[\s_-]|__)/i

export function cleanArticle(root: PageElement): void {
  const total = Math.max(1, root.textLength)
  removeCredits(root, total)
  removeBoxes(root, total)
  const blocks = leafBlocks(root)
  removeTeasers(blocks, total)
  trimStart(blocks)
  trimEnd(blocks)
}

/** What a walk found, and in what. */
interface Found {
  readonly root: PageElement
  /** Characters of the whole article. */
  readonly total: number
  readonly elements: PageElement[]
}

// --- elements by name and class -------------------------------------------------------------------

/** Captions that credit a picture go, with what else they say, and all but the first that say the same; others stay. */
function removeCredits(root: PageElement, total: number): void {
  const found: Found = { root, total, elements: [] }
  walk(root, listCaption, found)
  const captions = found.elements
  const seen = new Map<string, PageElement>()
  const credits = captions.filter((caption) => {
    const text = collapse(caption.textContent)
    const same = seen.get(text)
    if (!same) seen.set(text, caption)
    return isCredit(text) || (same !== undefined && !same.contains(caption))
  })
  const length = credits.reduce((sum, caption) => sum + caption.textLength, 0)
  if (length > total * captionShareMax) return
  for (const caption of credits) removeText(caption)
}

function listCaption(node: PageNode, { root, elements }: Found): "skip" | undefined {
  if (!isElement(node) || node === root) return undefined
  if (node.localName === "figure") {
    if (!holdsContent(node)) elements.push(...textChildren(node))
    return undefined
  }
  const isCaption = node.localName === "figcaption" || isMarked(node, captionClass)
  if (!isCaption || node.localName === "table" || holdsContent(node)) return undefined
  if (node.textContent.length > boxCharactersMax) return undefined
  elements.push(node)
  return "skip"
}

/** Code, tables, quotes and formulas are never a caption. */
function holdsContent(element: PageElement): boolean {
  return element.querySelector("pre, table, blockquote, ul, ol") !== null
}

/** Blocks of text in a figure that has no caption element. */
function textChildren(figure: PageElement): PageElement[] {
  return figure.children.filter(
    (child) => child.localName !== "img" && child.textContent.length <= phraseCharactersMax,
  )
}

/** Images inside stay. */
function removeText(element: PageElement): void {
  const images = element.querySelectorAll("img")
  if (images.length > 0) element.replaceWith(...images)
  else element.remove()
}

function removeBoxes(root: PageElement, total: number): void {
  const found: Found = { root, total, elements: [] }
  walk(root, listBox, found)
  for (const box of found.elements) box.remove()
}

function listBox(node: PageNode, { root, total, elements }: Found): "skip" | undefined {
  if (!isElement(node) || node === root || node.parentNode === root) return undefined
  const isBox = node.localName === "nav" || isMarked(node, boxClass)
  if (!isBox) return undefined
  const length = node.textLength
  if (length > boxCharactersMax || length > total * boxShareMax) return undefined
  if (node.localName !== "nav" && node.querySelector("pre, blockquote")) return undefined
  elements.push(node)
  return "skip"
}

// --- blocks of text by their words ----------------------------------------------------------------

interface Block {
  readonly element: PageElement
  readonly text: string
  readonly linkShare: number
}

const blockNames = new Set([
  ..."p div section article header footer ul ol li h1 h2 h3 h4 h5 h6 blockquote figure table".split(
    " ",
  ),
  ..."tr td th pre dl dt dd main form address center details summary aside nav tbody thead".split(
    " ",
  ),
])

/** Elements with text and without blocks inside, in document order; code and tables are one block. */
function leafBlocks(root: PageElement): Block[] {
  const blocks: Block[] = []
  walk(root, listBlock, blocks)
  return blocks
}

function listBlock(node: PageNode, blocks: Block[]): "skip" | undefined {
  if (!isElement(node) || !blockNames.has(node.localName)) return undefined
  const isWhole = node.localName === "pre" || node.localName === "table"
  if (!isWhole && hasNode(node, isBlock)) return undefined
  const text = collapse(node.textContent)
  if (text !== "") blocks.push({ element: node, text, linkShare: linkShare(node, text) })
  return "skip"
}

function isBlock(node: PageNode): boolean {
  return isElement(node) && blockNames.has(node.localName)
}

function linkShare(element: PageElement, text: string): number {
  let length = 0
  for (const link of element.getElementsByTagName("a")) length += link.textLength
  return length / text.length
}

/** Links to other articles between the paragraphs: a label with a link, a link alone, a list of links. */
function removeTeasers(blocks: readonly Block[], total: number): void {
  const teasers = blocks.filter((block, index) => isTeaser(block) || isTeaserTitle(blocks, index))
  const length = teasers.reduce((sum, block) => sum + block.text.length, 0)
  if (length > total * teaserShareMax) return
  for (const block of teasers) removeBlock(block)
}

function isTeaser(block: Block): boolean {
  const { element, text, linkShare } = block
  if (text.length > phraseCharactersMax || !isProse(element) || isHeading(element)) return false
  if (element.localName === "li") return linkShare > 0.9 && isLinkList(element)
  if (linkShare > 0.95 && !isTeaserLabel(text)) return isHeadline(text)
  return isTeaserLabel(text) && (linkShare > 0.3 || text.length < 60)
}

function isHeading(element: PageElement): boolean {
  return /^h[1-6]$/.test(element.localName)
}

function isProse(element: PageElement): boolean {
  return (
    !/^(?:pre|table|td|th|tr|dt|dd)$/.test(element.localName) && element.closest("table") === null
  )
}

/** A heading such as "Read more" that only teasers follow. */
function isTeaserTitle(blocks: readonly Block[], index: number): boolean {
  const [block, next] = [blocks[index], blocks[index + 1]]
  if (!block || !isHeading(block.element) || !isTeaserLabel(block.text)) return false
  return next === undefined || isTeaser(next)
}

/** A link alone is a teaser when it reads like a headline; a name or a product is a heading of the text. */
function isHeadline(text: string): boolean {
  const isShouted = text === text.toUpperCase() && text !== text.toLowerCase()
  return text.split(" ").length >= headlineWordsMin || (isShouted && text.includes(" "))
}

function isLinkList(item: PageElement): boolean {
  const items = item.parentNode?.children ?? []
  if (items.length > linkListItemsMax || item.parentNode?.closest("li")) return false
  const texts = items.map((other) => collapse(other.textContent)).filter((text) => text !== "")
  const words = texts.reduce((sum, text) => sum + text.split(" ").length, 0)
  if (words < texts.length * listHeadlineWordsMin) return false
  if (item.querySelector("a[href^='#']")) return false
  return items.every((other) => {
    const text = collapse(other.textContent)
    return text === "" || linkShare(other, text) > 0.8
  })
}

/** Dates, names and read times before the first sentence. */
function trimStart(blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (!block.element.parentNode) continue
    if (!isProse(block.element)) return
    if (isByline(block.text)) removeBlock(block)
    else if (isSentence(block.text)) return
  }
}

/** Headings and boilerplate after the last sentence. */
function trimEnd(blocks: readonly Block[]): void {
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    if (!block?.element.parentNode) continue
    const isTitle = isHeading(block.element)
    if (isTitle && !blocks.slice(0, index).some((other) => isSentence(other.text))) return
    const isShort = block.text.length <= phraseCharactersMax
    if (!isProse(block.element) || !(isTitle || (isShort && isBoilerplate(block.text)))) return
    removeBlock(block)
  }
}

function isSentence(text: string): boolean {
  return text.length > 80
}

/** Removes the block and what its removal leaves empty. */
function removeBlock(block: Block): void {
  let element: PageElement = block.element
  for (;;) {
    const parent: PageElement | null = element.parentNode
    element.remove()
    if (!parent?.parentNode || hasContent(parent)) return
    element = parent
  }
}

function hasContent(element: PageElement): boolean {
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isElement(child) || (isText(child) && child.textContent.trim() !== "")) return true
  }
  return false
}
