// Nodes of a page's tree back to HTML text.

import { isTreeElement, nodeKind, type TreeElement, type TreeNode } from "./tree-element.ts"

const voidNames = new Set(
  "area base br col embed hr img input keygen link menuitem meta param source track wbr".split(" "),
)
/** Their text is written as it is. */
const rawNames = new Set(["script", "style", "textarea", "title"])
/** Written without a value where they have none. */
const bareAttributes = new Set(
  (
    "allowfullscreen allowpaymentrequest async autofocus autoplay checked class contenteditable controls default defer " +
    "disabled draggable formnovalidate hidden id ismap itemscope loop multiple muted nomodule novalidate open " +
    "playsinline readonly required reversed selected style truespeed"
  ).split(" "),
)
/** Left out where they have no value. */
const unwrittenAttributes = new Set(["id", "class", "style"])

export function serializeChildren(element: TreeElement): string {
  if (rawNames.has(element.localName)) return element.textContent
  const parts: string[] = []
  for (let node = element.firstChild; node; node = node.nextSibling) parts.push(serializeNode(node))
  return parts.join("")
}

export function serializeNode(root: TreeNode): string {
  const parts: string[] = []
  let node: TreeNode | null = root
  while (node) {
    parts.push(openNode(node))
    node = (isWhole(node) ? null : node.firstChild) ?? closeAfter(node, root, parts)
  }
  return parts.join("")
}

/** Writes the ends of all elements that end after the node; returns what follows them, within `root`. */
function closeAfter(node: TreeNode, root: TreeNode, parts: string[]): TreeNode | null {
  let it = node
  while (it !== root && !it.nextSibling && it.parentNode) {
    it = it.parentNode
    if (isTreeElement(it)) parts.push(`</${it.localName}>`)
  }
  return it === root ? null : it.nextSibling
}

/** Written with all that it holds. */
function isWhole(node: TreeNode): boolean {
  return isTreeElement(node) && !node.isDrawing && rawNames.has(node.localName)
}

function openNode(node: TreeNode): string {
  if (!isTreeElement(node)) return writeText(node)
  const start = `<${node.localName}${node.attributes.map(writeAttribute).join("")}`
  if (isWhole(node)) return `${start}>${node.textContent}</${node.localName}>`
  if (node.firstChild) return `${start}>`
  if (node.isDrawing) return `${start} />`
  return voidNames.has(node.localName.toLowerCase()) ? `${start}>` : `${start}></${node.localName}>`
}

function writeText(node: TreeNode): string {
  const text = node.textContent
  if (node.nodeType === nodeKind.comment) return `<!--${text}-->`
  if (node.nodeType === nodeKind.cdata) return `<![CDATA[${text}]]>`
  return text.replace(/[<>&\u00A0]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  switch (character) {
    case "<":
      return "&lt;"
    case ">":
      return "&gt;"
    case "&":
      return "&amp;"
    default:
      return "&#160;"
  }
}

function writeAttribute({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === "" && unwrittenAttributes.has(name)) return ""
  if (value === "" && bareAttributes.has(name)) return ` ${name}`
  return ` ${name}="${value.replace(/"/g, "&quot;")}"`
}
