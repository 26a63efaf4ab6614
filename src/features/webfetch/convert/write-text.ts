// A DOM subtree to plain text: blocks stand apart, items keep their marks, cells their tabs, code its lines.

import { isElement, isText, type PageElement, type PageNode, rawMarkdownAttribute } from "./dom.ts"

const blockNames = new Set(
  "address article aside blockquote body dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tr ul".split(
    " ",
  ),
)
const spacedNames = new Set(
  "blockquote dl figure h1 h2 h3 h4 h5 h6 hr ol p pre section table ul".split(" "),
)

export function writeText(root: PageElement): string {
  const parts: string[] = []
  appendNode(root, parts)
  return parts
    .join("")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "")
}

function appendNode(node: PageNode, parts: string[]): void {
  if (isText(node)) {
    appendInline(node.textContent.replace(/\s+/g, " "), parts)
    return
  }
  if (!isElement(node)) return
  const name = node.localName
  if (name === "br") parts.push("\n")
  else if (name === "pre" || node.hasAttribute(rawMarkdownAttribute)) appendWhole(node, parts)
  else if (blockNames.has(name)) appendBlock(node, parts)
  else appendChildren(node, parts)
  if (name === "td" || name === "th") parts.push(node.nextElementSibling ? "\t" : "")
}

function appendBlock(element: PageElement, parts: string[]): void {
  breakLine(parts, spacedNames.has(element.localName) && element.parentNode?.localName !== "li")
  if (element.localName === "li") parts.push("- ")
  appendChildren(element, parts)
  breakLine(parts, spacedNames.has(element.localName) && element.parentNode?.localName !== "li")
}

/** Code and finished Markdown keep their lines. */
function appendWhole(element: PageElement, parts: string[]): void {
  const isBlock = blockNames.has(element.localName)
  if (isBlock) breakLine(parts, true)
  parts.push(element.textContent.replace(/^\n+/, "").trimEnd())
  if (isBlock) breakLine(parts, true)
}

function appendChildren(element: PageElement, parts: string[]): void {
  for (let child = element.firstChild; child; child = child.nextSibling) appendNode(child, parts)
}

/** No white space at the start of a line, none twice. */
function appendInline(text: string, parts: string[]): void {
  const last = parts.at(-1) ?? "\n"
  const isStart = last === "" || /[\s]$/.test(last)
  const visible = isStart ? text.replace(/^ /, "") : text
  if (visible !== "") parts.push(visible)
}

function breakLine(parts: string[], isSpaced: boolean): void {
  const last = parts.at(-1)
  if (last === undefined) return
  if (isSpaced) parts.push(last === "\n\n" ? "" : "\n\n")
  else if (!last.endsWith("\n")) parts.push("\n")
}
