// A bound on what the parser gets to see: hostile pages are cut at a tag, flattened below a depth, and lose attributes
// of absurd length. Programs and styles, half of what most pages hold, are left out. One linear pass; everything else
// comes back as it is.

import { convertLimits } from "./limits.ts"

export interface LimitedMarkup {
  readonly html: string
  readonly isCut: boolean
  /** Few enough elements, and not too deep, for a step that walks the page many times. */
  readonly isExtractable: boolean
}

/** Without children, or closed by the next sibling: they add nothing to the depth. */
const flatNames = new Set(
  (
    "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr option optgroup thead tbody " +
    "tfoot colgroup rp rt html body head"
  ).split(" "),
)
/** Kept at any depth: they nest nothing. */
const keptNames = new Set(
  "p br hr img script style textarea title xmp noframes /p /script /style /textarea /title /xmp /noframes".split(
    " ",
  ),
)
const rawNames = new Set(["script", "style", "textarea", "title", "xmp", "noframes"])

interface Scan {
  readonly html: string
  readonly parts: string[]
  /** Everything before is decided: in `parts`, or dropped. */
  copied: number
  depth: number
  /** Depths of all elements together. */
  levels: number
  elements: number
  attributes: number
  /** Elements, end tags and comments. */
  tags: number
  hasTooDeep: boolean
  hasOpenParagraph: boolean
}

export function limitMarkup(html: string): LimitedMarkup {
  const scan: Scan = {
    html,
    parts: [],
    copied: 0,
    depth: 0,
    levels: 0,
    elements: 0,
    attributes: 0,
    tags: 0,
    hasTooDeep: false,
    hasOpenParagraph: false,
  }
  const end = scanTags(scan, Math.min(convertLimits.htmlCharactersMax, referencesEnd(html)))
  const isCut = end < html.length
  const isExtractable =
    scan.elements <= convertLimits.extractionElementsMax &&
    scan.levels <= convertLimits.extractionLevelsMax &&
    !scan.hasTooDeep
  if (scan.parts.length === 0 && !isCut) return { html, isCut, isExtractable }
  scan.parts.push(html.slice(scan.copied, end))
  return { html: scan.parts.join(""), isCut, isExtractable }
}

/** Where the last character reference that fits the budget stands. */
function referencesEnd(html: string): number {
  let position = -1
  for (let count = 0; count < convertLimits.referencesMax; count++) {
    position = html.indexOf("&", position + 1)
    if (position < 0) return html.length
  }
  return position
}

/** Returns where reading ends. */
function scanTags(scan: Scan, limit: number): number {
  const { html } = scan
  let position = html.indexOf("<")
  while (position >= 0 && position < limit) {
    if (isSpent(scan)) return position
    if (html.startsWith("<!--", position)) {
      scan.tags++
      position = html.indexOf("<", commentEnd(html, position))
      continue
    }
    const name = readName(html, position)
    if (name === "") {
      // The parser makes a node of what stands between two brackets.
      scan.elements++
      position = html.indexOf("<", position + 1)
      continue
    }
    const end = tagEnd(html, position)
    if (end > limit) return position
    const tag = { name, start: position, end }
    takeTag(scan, tag)
    const next = afterTag(html, name, end)
    if (next > end && isUnread(html, tag, next)) {
      scan.parts.push(html.slice(scan.copied, end))
      scan.copied = next
    }
    position = html.indexOf("<", next)
  }
  return Math.min(limit, html.length)
}

function isSpent({ elements, attributes, tags }: Scan): boolean {
  const { elementsMax, attributesMax, tagsMax } = convertLimits
  return elements > elementsMax || attributes > attributesMax || tags > tagsMax
}

interface Tag {
  /** Lower case; `/` first for an end tag. */
  readonly name: string
  readonly start: number
  readonly end: number
}

function takeTag(scan: Scan, tag: Tag): void {
  const isEnd = tag.name.startsWith("/")
  // Self-closing tags stand in SVG, where they are closed indeed.
  const isClosed = scan.html[tag.end - 2] === "/"
  const isFlat = isClosed || flatNames.has(isEnd ? tag.name.slice(1) : tag.name)
  if (!isFlat && !isEnd) scan.depth++
  const isTooDeep = scan.depth > convertLimits.depthMax
  if (!isFlat && isEnd) scan.depth = Math.max(0, scan.depth - 1)
  const isDropped = isTooDeep && !keptNames.has(tag.name)
  const attributes = isEnd ? 0 : countAttributes(scan.html, tag)
  const isTooLong =
    tag.end - tag.start > convertLimits.tagCharactersMax ||
    attributes > convertLimits.tagAttributesMax
  if (isDropped) scan.hasTooDeep = true
  else countTag(scan, tag.name)
  if (!isDropped && !isTooLong) scan.attributes += attributes
  if (isDropped) replaceTag(scan, tag, " ")
  else if (isTooLong) replaceTag(scan, tag, `<${tag.name}>`)
}

function countTag(scan: Scan, name: string): void {
  scan.tags++
  // The end of a paragraph that is not open makes an empty one.
  const isElement = name === "/p" ? !scan.hasOpenParagraph : !name.startsWith("/")
  if (name === "p" || name === "/p") scan.hasOpenParagraph = name === "p"
  if (!isElement) return
  scan.elements++
  scan.levels += scan.depth
}

/** Names that begin outside of quotes. Reads each character once, by its code: every tag of a page comes by here. */
function countAttributes(html: string, { name, start, end }: Tag): number {
  let count = 0
  let isName = false
  for (let index = start + 1 + name.length; index < end - 1; index++) {
    const code = html.charCodeAt(index)
    if (isQuote(code)) {
      const close = html.indexOf(html.charAt(index), index + 1)
      if (close < 0 || close >= end) return count
      index = close
      isName = false
      continue
    }
    const isGap = code <= space || code === slash
    if (!isGap && code !== equals && !isName) count++
    isName = !isGap
  }
  return count
}

const space = 0x20
const doubleQuote = 0x22
const singleQuote = 0x27
const slash = 0x2f
const equals = 0x3d
const closingBracket = 0x3e

function replaceTag(scan: Scan, tag: Tag, replacement: string): void {
  scan.parts.push(scan.html.slice(scan.copied, tag.start), replacement)
  scan.copied = tag.end
}

function readName(html: string, position: number): string {
  let end = position + 1
  if (html[end] === "/") end++
  while (end < html.length && isNameCharacter(html.charCodeAt(end))) end++
  const name = html.slice(position + 1, end).toLowerCase()
  return name === "/" ? "" : name
}

function isNameCharacter(code: number): boolean {
  const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x3a
}

/** Position after the closing bracket; brackets in quoted attributes do not count. Reads each character once. */
function tagEnd(html: string, position: number): number {
  for (let index = position; index < html.length; index++) {
    const code = html.charCodeAt(index)
    if (code === closingBracket) return index + 1
    if (code !== equals) continue
    const quote = afterSpace(html, index + 1)
    if (!isQuote(html.charCodeAt(quote))) continue
    const end = html.indexOf(html.charAt(quote), quote + 1)
    if (end < 0) return html.indexOf(">", index) + 1 || html.length
    index = end
  }
  return html.length
}

function afterSpace(html: string, position: number): number {
  let index = position
  while (index < html.length && /\s/.test(html.charAt(index))) index++
  return index
}

function isQuote(code: number): boolean {
  return code === doubleQuote || code === singleQuote
}

/** A style, or a script that holds neither data nor a formula. With a comment inside, its end is not sure. */
function isUnread(html: string, { name, start, end }: Tag, next: number): boolean {
  if (name !== "style" && name !== "script") return false
  const content = html.slice(end, next)
  if (content.includes("<!--")) return false
  return name === "style" || !(isData.test(html.slice(start, end)) || isAboutAccess.test(content))
}

const isData = /ld\+json|math\//i
const isAboutAccess = /"isAccessibleForFree"/i

function commentEnd(html: string, position: number): number {
  const end = html.indexOf("-->", position + 4)
  return end < 0 ? html.length : end + 3
}

/** The contents of raw text elements are no tags. */
function afterTag(html: string, name: string, end: number): number {
  if (!rawNames.has(name)) return end
  const closing = new RegExp(`</${name}`, "gi")
  closing.lastIndex = end
  return closing.exec(html)?.index ?? html.length
}
