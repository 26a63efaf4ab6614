// Block rules: paragraphs, headings, code fences, lists, definition lists, quotes.

import { groupName, type PageElement, rawMarkdownAttribute } from "../dom.ts"
import { block, indentRest, type MarkdownRule, type MarkdownRules, oneLine } from "./rule.ts"

const headingRule: MarkdownRule = (content, element) => {
  const level = Number(element.localName.charAt(1))
  const text = oneLine(content)
  return text === "" ? "" : block(`${"#".repeat(level)} ${text}`)
}

const listRule: MarkdownRule = (content, element) => {
  const isNested = element.parentNode?.localName === "li"
  const text = content.replace(/^\n+|\n+$/g, "")
  if (text === "") return ""
  if (/^(?:ul|ol)$/.test(element.parentNode?.localName ?? "")) return `  ${indentRest(text, 2)}\n`
  return isNested ? `\n${text}\n` : block(text)
}

export const blockRules: MarkdownRules = {
  p: (content, element) => (isRaw(element) ? block(element.textContent) : block(content.trim())),
  span: (content, element) => (isRaw(element) ? element.textContent : content),
  h1: headingRule,
  h2: headingRule,
  h3: headingRule,
  h4: headingRule,
  h5: headingRule,
  h6: headingRule,
  pre: writeFence,
  ul: listRule,
  ol: listRule,
  menu: listRule,
  li: writeItem,
  dl: (content) => block(content.replace(/^\n+|\n+$/g, "")),
  dt: writeTerm,
  dd: writeDefinition,
  summary: (content) =>
    block(/^\s*#|\n\n/.test(content) ? content.trim() : strong(oneLine(content))),
  div: (content, element) => writeDivision(content, element),
  figcaption: (content) => block(content.trim()),
  caption: (content) => block(content.trim()),
  blockquote: writeQuote,
  hr: () => block("---"),
  [groupName]: (content) => `\n${content}\n`,
}

function isRaw(element: PageElement): boolean {
  return element.hasAttribute(rawMarkdownAttribute)
}

/** The fence is one longer than the longest run of backticks at the start of a line. */
function writeFence(_: string, element: PageElement): string {
  const code = element.textContent.replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd()
  if (code.trim() === "") return ""
  const runs = code.match(/^ {0,3}`{3,}/gm) ?? []
  const longest = Math.max(2, ...runs.map((run) => run.trim().length))
  const fence = "`".repeat(longest + 1)
  return block(`${fence}${element.getAttribute("data-language") ?? ""}\n${code}\n${fence}`)
}

function writeItem(content: string, element: PageElement): string {
  const marker = listMarker(element)
  const text = content
    .trimEnd()
    .replace(/^\s*\n/, "")
    .replace(/^[ \t]+/, "")
    .replace(/^\n+/, "")
  if (text === "") return ""
  return `${marker}${indentRest(text, marker.length)}\n`
}

function listMarker(item: PageElement): string {
  const parent = item.parentNode
  const list = parent?.localName === groupName ? parent.parentNode : parent
  if (list?.localName !== "ol") return "- "
  const value = Number.parseInt(item.getAttribute("value") ?? "", 10)
  if (Number.isFinite(value)) return `${value}. `
  const start = Number.parseInt(list.getAttribute("start") ?? "1", 10)
  return `${(Number.isFinite(start) ? start : 1) + itemsBefore(item)}. `
}

/** Items in front of this one; in groups of a very long list the group's place counts. */
function itemsBefore(item: PageElement): number {
  let count = 0
  let previous = item.previousElementSibling
  while (previous) {
    if (previous.localName === "li") count++
    previous = previous.previousElementSibling
  }
  const group = item.parentNode
  if (group?.localName !== groupName) return count
  return count + Number(group.getAttribute("data-start") ?? 0)
}

function writeTerm(content: string): string {
  const text = oneLine(content)
  return text === "" ? "" : `\n- ${strong(text)}\n`
}

/** Definitions hang below their term as parts of the same list item. */
function writeDefinition(content: string, element: PageElement): string {
  const text = content.trim()
  if (text === "") return ""
  const hasTerm = /^d[td]$/.test(element.previousElementSibling?.localName ?? "")
  if (hasTerm && !text.includes("\n")) return `\n  ${text}\n`
  return hasTerm ? `\n\n  ${indentRest(text, 2)}\n\n` : `\n- ${indentRest(text, 2)}\n`
}

function strong(text: string): string {
  if (text === "" || text.includes("**") || /^`[^`]*`$/.test(text)) return text
  return `**${text}**`
}

function writeQuote(content: string): string {
  const text = content.replace(/^\n+|\n+$/g, "")
  if (text.trim() === "") return ""
  return block(text.replace(/^/gm, "> ").replace(/^> $/gm, ">"))
}

/** A prepared footnote, or any division: text stands apart. */
function writeDivision(content: string, element: PageElement): string {
  const label = element.getAttribute("data-footnote")
  if (label === null) return block(content)
  const text = content.trim()
  return text === "" ? "" : block(`[^${label}]: ${indentRest(text, 4)}`)
}
