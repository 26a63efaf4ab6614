// Answers questions that Readability asks of every element, some of them once for each level of a page, without
// building the element's whole text or searching it. Same answers as its own: only the time differs.

import { hasNode, isElement, isText, type PageElement, type PageNode, walk } from "./dom.ts"

/** What Readability asks itself; not part of its interface, so a version without one of these is left as it is. */
interface ReaderQuestions {
  _isElementWithoutContent(element: PageElement): boolean
  _isValidByline(element: PageElement, classAndId: string): boolean
  _hasSingleTagInsideElement(element: PageElement, tagName: string): boolean
  _hasChildBlockElement(element: PageElement): boolean
  _getLinkDensity(element: PageElement): number
  _getTextDensity(element: PageElement, names: readonly string[]): number
  _getAllNodesWithTag(root: PageElement, names: readonly string[]): readonly PageElement[]
  _cleanStyles(element: PageElement): void
  _fixRelativeUris(root: PageElement): void
  _isProbablyVisible(element: PageElement): boolean
  _grabArticle(page: unknown): PageElement | null
  _getInnerText(node: PageNode, collapses?: boolean): string
  _getCharCount(node: PageNode, wanted?: string): number
}

const questions: readonly (keyof ReaderQuestions)[] = [
  "_isElementWithoutContent",
  "_isValidByline",
  "_hasSingleTagInsideElement",
  "_hasChildBlockElement",
  "_getLinkDensity",
  "_getTextDensity",
  "_getAllNodesWithTag",
  "_cleanStyles",
  "_fixRelativeUris",
  "_isProbablyVisible",
  "_grabArticle",
  "_getInnerText",
  "_getCharCount",
]

export function addShortcuts(reader: object): void {
  if (!hasQuestions(reader)) return
  const isByline = reader._isValidByline
  const fixAddresses = reader._fixRelativeUris
  const isVisible = reader._isProbablyVisible
  const grab = reader._grabArticle
  Object.assign(reader, {
    _isElementWithoutContent: isWithoutContent,
    _hasSingleTagInsideElement: hasSingleElement,
    _hasChildBlockElement: hasBlock,
    _getLinkDensity: linkDensityOf,
    _getTextDensity: textDensityOf,
    _cleanStyles: removePresentation,
    _isValidByline: (element, marks) =>
      mayBeByline(element, marks) && isByline.call(reader, element, marks),
    _getInnerText: innerText,
    _getCharCount: countInText,
    _isProbablyVisible: (element) => !mayBeHidden(element) || isVisible.call(reader, element),
    // What it found it only writes into its log.
    _grabArticle: (page) => {
      const article = grab.call(reader, page)
      if (article && article.ownerDocument.innerHtmlAs === "copy")
        article.ownerDocument.innerHtmlAs = "nothing"
      return article
    },
    _fixRelativeUris: (root) => {
      if (hasAddressesToFix(root)) fixAddresses.call(reader, root)
    },
  } satisfies Omit<ReaderQuestions, "_getAllNodesWithTag">)
}

function hasQuestions(reader: object): reader is ReaderQuestions {
  return questions.every((name) => name in reader)
}

/** No text to see, and no element but line breaks and rules. */
function isWithoutContent(node: PageNode): boolean {
  if (!isElement(node) || hasNode(node, isVisibleText)) return false
  const children = node.children.length
  if (children === 0) return true
  const breaks = node.getElementsByTagName("br").length + node.getElementsByTagName("hr").length
  return children === breaks
}

const cdataNode = 4

function isVisibleText(node: PageNode): boolean {
  return (isText(node) || node.nodeType === cdataNode) && /\S/.test(node.textContent)
}

/** Marks of any by-line; whether it is one, its text decides. */
function mayBeByline(element: PageElement, marks: string): boolean {
  return (
    /byline|author|dateline|writtenby/i.test(marks) ||
    element.getAttribute("rel") === "author" ||
    (element.getAttribute("itemprop")?.includes("author") ?? false)
  )
}

function mayBeHidden(element: PageElement): boolean {
  return (
    element.hasAttributes() &&
    (element.hasAttribute("style") ||
      element.hasAttribute("hidden") ||
      element.hasAttribute("aria-hidden"))
  )
}

function hasSingleElement(element: PageElement, tagName: string): boolean {
  const only = element.firstElementChild
  if (only?.nodeName !== tagName || only.nextElementSibling !== null) return false
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isText(child) && /\S$/.test(child.textContent)) return false
  }
  return true
}

const blockNames = new Set(["blockquote", "dl", "div", "img", "ol", "p", "pre", "table", "ul"])

function hasBlock(element: PageElement): boolean {
  return hasNode(element, isBlock)
}

function isBlock(node: PageNode): boolean {
  return isElement(node) && blockNames.has(node.localName)
}

// --- shares of the text ---------------------------------------------------------------------------

/** A link inside the page counts less. */
const fragmentWeight = 0.3

function linkDensityOf(element: PageElement): number {
  if (element.textLength === 0) return 0
  let linked = 0
  for (const link of element.getElementsByTagName("a")) {
    const href = link.getAttribute("href")
    const isFragment = href?.startsWith("#") && /^#./.test(href)
    linked += link.textLength * (isFragment ? fragmentWeight : 1)
  }
  return linked / element.textLength
}

function textDensityOf(
  this: ReaderQuestions,
  element: PageElement,
  names: readonly string[],
): number {
  if (element.textLength === 0) return 0
  let inner = 0
  for (const child of this._getAllNodesWithTag(element, names)) inner += child.textLength
  return inner / element.textLength
}

function innerText(node: PageNode, collapses = true): string {
  const text = node.textContent.trim()
  const isCollapsed = isElement(node) && node.textLength === text.length
  return !collapses || isCollapsed ? text : text.replace(/\s{2,}/g, " ")
}

function countInText(node: PageNode, wanted?: string): number {
  const text = node.textContent
  const sought = wanted || ","
  let count = 0
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    count++
  }
  return count
}

// --- addresses ------------------------------------------------------------------------------------

/**
 * Addresses are made absolute later. Readability does it against a `base` element alone, and tries in vain where there
 * is none, link by link; it also unwraps links that run scripts.
 */
function hasAddressesToFix(root: PageElement): boolean {
  if (root.ownerDocument.querySelector("base")) return true
  return root
    .getElementsByTagName("a")
    .some((link) => link.getAttribute("href")?.startsWith("javascript:"))
}

// --- styles ---------------------------------------------------------------------------------------

const presentationAttributes = new Set(
  "align background bgcolor border cellpadding cellspacing frame hspace rules style valign vspace".split(
    " ",
  ),
)
const sizedNames = new Set(["table", "th", "td", "hr", "pre"])

function removePresentation(root: PageElement): void {
  walk(root, removePresentationOf, undefined)
}

function removePresentationOf(node: PageNode): "skip" | undefined {
  if (!isElement(node)) return undefined
  if (node.localName === "svg") return "skip"
  if (!node.hasAttributes()) return undefined
  for (const { name } of [...node.attributes]) {
    if (presentationAttributes.has(name)) node.removeAttribute(name)
  }
  if (sizedNames.has(node.localName)) {
    node.removeAttribute("width")
    node.removeAttribute("height")
  }
  return undefined
}
