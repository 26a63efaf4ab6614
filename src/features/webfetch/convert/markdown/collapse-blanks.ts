// White space as a page shows it: runs become one space, and none is left at the edges of blocks. Preformatted text
// stays as it is. The rules are those of CSS Text for `white-space: normal`.

import { isElement, type PageElement, type PageNode } from "../dom.ts"
import { blockNames, voidNames } from "./element-names.ts"

/** What stands before the place that is looked at. */
interface Line {
  /** The last text of the same line. */
  text: PageNode | undefined
  /** A picture or a field stands there like a word: a space behind it shows. */
  keepsSpace: boolean
}

/** Changes the texts below `root`, and removes comments and texts of which nothing is left. */
export function collapseBlanks(root: PageElement): void {
  if (root.firstChild === null || isPreformatted(root)) return
  const line: Line = { text: undefined, keepsSpace: false }
  let previous: PageNode | null = null
  let node = following(previous, root)
  while (node && node !== root) {
    if (isElement(node)) passElement(line, node.localName)
    else if (!collapseText(line, node)) {
      const next: PageNode | null = node.nextSibling ?? node.parentNode
      node.remove()
      node = next
      continue
    }
    const next = following(previous, node)
    previous = node
    node = next
  }
  const last = line.text
  dropLastSpace(line)
  if (last?.textContent === "") last.remove()
}

/** An element is passed before and after its children. */
function passElement(line: Line, name: string): void {
  if (name === "br" || blockNames.has(name)) {
    dropLastSpace(line)
    line.text = undefined
    line.keepsSpace = false
  } else if (voidNames.has(name)) {
    line.text = undefined
    line.keepsSpace = true
  } else if (line.text) line.keepsSpace = false
}

/** False where nothing is left to show. */
function collapseText(line: Line, node: PageNode): boolean {
  if (node.nodeType !== 3 && node.nodeType !== 4) return false
  const given = node.textContent
  let text = /[\r\n\t]| {2}/.test(given) ? given.replace(/[ \r\n\t]+/g, " ") : given
  const hasSpaceBefore = line.text?.textContent.endsWith(" ") ?? true
  if (hasSpaceBefore && !line.keepsSpace && text.startsWith(" ")) text = text.slice(1)
  if (text === "") return false
  node.textContent = text
  line.text = node
  return true
}

function dropLastSpace({ text: node }: Line): void {
  const text = node?.textContent ?? ""
  if (node && text.endsWith(" ")) node.textContent = text.slice(0, -1)
}

/** In document order; an element is met again after its children. */
function following(previous: PageNode | null, node: PageNode): PageNode | null {
  const isLeaving = previous?.parentNode === node || isPreformatted(node)
  return (isLeaving ? null : node.firstChild) ?? node.nextSibling ?? node.parentNode
}

function isPreformatted(node: PageNode): boolean {
  return isElement(node) && node.localName === "pre"
}
