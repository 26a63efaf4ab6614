// Nesting that says nothing: emphasis inside the same emphasis, and quotes and lists below any depth that is read.
// Each level is written anew around all that it holds, so a deep nest of a long text would take minutes.

import {
  isElement,
  type PageElement,
  type PageNode,
  rawMarkdownAttribute,
  unwrap,
  walk,
} from "./dom.ts"
import { convertLimits } from "./limits.ts"

const inlineNames = new Set("b strong i em u s del ins span font small big mark code tt".split(" "))
const indentingNames = new Set("blockquote ul ol li dl dt dd".split(" "))

export function flattenNesting(root: PageElement): void {
  const nesting: Nesting = { root, repeated: [], tooDeep: [] }
  walk(root, listNesting, nesting)
  for (const element of nesting.repeated) unwrap(element)
  for (const element of nesting.tooDeep) {
    const division = element.ownerDocument.createElement("div")
    division.append(...element.childNodes)
    element.replaceWith(division)
  }
}

interface Nesting {
  readonly root: PageElement
  readonly repeated: PageElement[]
  readonly tooDeep: PageElement[]
}

function listNesting(node: PageNode, { root, repeated, tooDeep }: Nesting): undefined {
  if (!isElement(node) || node === root) return
  const name = node.localName
  if (inlineNames.has(name) && isRepeated(node)) repeated.push(node)
  else if (indentingNames.has(name) && levelOf(node) > convertLimits.indentedLevelsMax) {
    tooDeep.push(node)
  }
}

function isRepeated(element: PageElement): boolean {
  if (element.hasAttribute(rawMarkdownAttribute)) return false
  for (let it = element.parentNode; isElement(it); it = it.parentNode) {
    if (it.localName === element.localName) return !it.hasAttribute(rawMarkdownAttribute)
    if (!inlineNames.has(it.localName)) return false
  }
  return false
}

function levelOf(element: PageElement): number {
  let level = 0
  for (let it = element.parentNode; isElement(it); it = it.parentNode) {
    if (indentingNames.has(it.localName)) level++
  }
  return level
}
