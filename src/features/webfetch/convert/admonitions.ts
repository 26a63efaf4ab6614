// Notes, tips and warnings become quotes that open with their title in bold.

import { collapse, isHeadingName, type PageElement } from "./dom.ts"

const admonitionClass =
  /(?:^|\s)(?:admonition(?:-block)?|admonitionblock|theme-admonition|alert|markdown-alert|custom-block|hint|callout|notecard|starlight-aside)(?:[\s_-]|$)/
const docBookClass = /^(?:note|tip|warning|caution|important)$/i
const titleClass =
  /(?:^|[\s_-])(?:admonition-?(?:title|heading)|admonitionHeading\w*|markdown-alert-title|custom-block-title|callout-title|alert-heading|title|starlight-aside__title)(?:[\s_-]|$)/i
const kindPattern =
  /(?:^|[\s_-])(note|info|tip|hint|important|warning|caution|danger|seealso|success|error)(?:[\s_-]|$)/i

/** A longer first line is text, not a title. */
const titleCharactersMax = 100

export function isAdmonition(element: PageElement): boolean {
  if (!/^(?:div|aside|section|details)$/.test(element.localName)) return false
  const className = element.getAttribute("class") ?? ""
  if (className === "") return false
  return (
    (admonitionClass.test(className) && kindPattern.test(className)) ||
    docBookClass.test(className.trim()) ||
    /(?:^|\s)admonition(?:\s|$)/.test(className)
  )
}

export function quoteAdmonition(element: PageElement): void {
  if (!element.parentNode || element.parentNode.closest("blockquote")) return
  const quote = element.ownerDocument.createElement("blockquote")
  const title = findTitle(element)
  const text = title ? collapse(title.textContent) : kindOf(element)
  title?.remove()
  unwrapIconTable(element)
  if (text !== "") {
    const paragraph = element.ownerDocument.createElement("p")
    const strong = element.ownerDocument.createElement("strong")
    strong.textContent = text
    paragraph.append(strong)
    quote.append(paragraph)
  }
  quote.append(...element.childNodes)
  element.replaceWith(quote)
}

function findTitle(element: PageElement): PageElement | undefined {
  let candidate: PageElement | null = element.firstElementChild
  for (let level = 0; candidate && level < 3; level++) {
    const isTitle =
      titleClass.test(candidate.getAttribute("class") ?? "") ||
      isHeadingName(candidate.localName) ||
      candidate.localName === "summary"
    if (isTitle && collapse(candidate.textContent).length <= titleCharactersMax) return candidate
    candidate = candidate.firstElementChild
  }
  return undefined
}

/** Asciidoctor lays icon and content out in a table of one row. */
function unwrapIconTable(element: PageElement): void {
  const table = element.firstElementChild
  if (table?.localName !== "table") return
  const content = table.querySelector("td.content")
  if (content) table.replaceWith(...content.childNodes)
}

function kindOf(element: PageElement): string {
  const kind = kindPattern.exec(element.getAttribute("class") ?? "")?.[1]?.toLowerCase()
  const icon = element.querySelector("td.icon")
  const text = icon ? collapse(icon.textContent) : ""
  if (text !== "" || kind === undefined) return text
  return startsWithKind(element, kind) ? "" : kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** "Note: …" says it already. */
function startsWithKind(element: PageElement, kind: string): boolean {
  return collapse(element.textContent).toLowerCase().startsWith(kind)
}
