// Removes what is on a page but not part of its text: controls, hidden parts, permalinks, edit and copy buttons,
// navigation inside the main text. Safe for any page: names and attributes decide, never words.

import {
  classOf,
  isElement,
  isHeadingName,
  isMarked,
  type PageElement,
  type PageNode,
  walk,
} from "./dom.ts"

const chromeNames = new Set(
  "script style noscript template button input select textarea option iframe object embed canvas svg dialog nav link meta audio video".split(
    " ",
  ),
)
const chromeRoles = new Set([
  "navigation",
  "search",
  "tablist",
  "dialog",
  "alertdialog",
  "menu",
  "toolbar",
])

/** Class words that only buttons and permalinks carry. */
const chromeClass =
  /(?:^|\s)(?:headerlink|hash-link|header-anchor|permalink|anchor(?:-link|js-link)?|mark|copybtn|copy-(?:button|path|btn)|clipboard-copy|edit-(?:page|link|this-page)|viewcode-(?:link|back)|srclink|test-arrow|out-of-band|collapse-toggle|skip-(?:link|to-content)|sr-only|visually-hidden|screen-reader-text|line-numbers-rows|mw-editsection|toc-backref-icon|theme-doc-breadcrumbs|breadcrumbs?|pagination-nav|toggle-button)(?:\s|$)/
const chromeId = /^(?:copy-path|toggle-all-docs|theme-picker|copybutton)$/

/** Text of a link in a heading that only points to the heading. */
const permalinkText = /^[\s#¶§🔗\u2693\u{1F517}\uF0C1]*$/u

export function stripChrome(root: PageElement): void {
  const chrome: Chrome = { root, elements: [] }
  walk(root, listChrome, chrome)
  for (const element of chrome.elements) element.remove()
}

interface Chrome {
  readonly root: PageElement
  readonly elements: PageElement[]
}

function listChrome(node: PageNode, { root, elements }: Chrome): "skip" | undefined {
  if (!isElement(node) || node === root || !isChrome(node)) return undefined
  elements.push(node)
  return "skip"
}

function isChrome(element: PageElement): boolean {
  const name = element.localName
  if (chromeNames.has(name)) return true
  if (isHidden(element) || chromeRoles.has(element.getAttribute("role") ?? "")) return true
  if (name === "a") return isPermalink(element)
  const className = classOf(element)
  if (className !== "" && chromeClass.test(className)) return !holdsText(element)
  return chromeId.test(element.getAttribute("id") ?? "")
}

/** A class name is no proof against a long text. */
function holdsText(element: PageElement): boolean {
  return element.textContent.length > chromeCharactersMax
}

const chromeCharactersMax = 200

export function isHidden(element: PageElement): boolean {
  if (element.hasAttribute("hidden")) return element.getAttribute("hidden") !== "until-found"
  const style = element.getAttribute("style")
  if (style && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)) return true
  return (
    element.getAttribute("aria-hidden") === "true" && !/^(?:img|code|pre)$/.test(element.localName)
  )
}

/** A hidden element with this much text is content that a script would show. */
const hiddenTextMin = 200

/** Shows hidden parts with text; true where there were any. */
export function revealHidden(root: PageElement): boolean {
  const shown: PageElement[] = []
  walk(root, reveal, shown)
  return shown.length > 0
}

function reveal(node: PageNode, shown: PageElement[]): "skip" | undefined {
  if (!isElement(node) || !isHidden(node)) return undefined
  if (node.textContent.length < hiddenTextMin || !node.querySelector("p")) return "skip"
  node.removeAttribute("hidden")
  node.removeAttribute("style")
  node.removeAttribute("aria-hidden")
  shown.push(node)
  return undefined
}

const permalinkMark =
  /(?:^|\s)(?:src|srclink|headerlink|hash-link|header-anchor|permalink|anchorjs-link|copy-path|skip-link)(?:\s|$)/i

function isPermalink(link: PageElement): boolean {
  if (isMarked(link, permalinkMark)) return true
  const href = link.getAttribute("href") ?? ""
  if (!href.includes("#") && href !== "") return false
  if (!permalinkText.test(link.textContent) || link.getElementsByTagName("img").length > 0)
    return false
  const parent = link.parentNode
  return (
    parent !== null &&
    (isHeadingName(parent.localName) ||
      /^(?:dt|caption|figcaption|span|div|p)$/.test(parent.localName))
  )
}
