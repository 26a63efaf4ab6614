// Nesting that says nothing: emphasis inside the same emphasis, and quotes and lists below any depth that is read.
// Each level is written anew around all that it holds, so a deep nest of a long text would take minutes.

import { isElement, type PageElement, rawMarkdownAttribute, unwrap, walk } from "./dom.ts"
import { convertLimits } from "./limits.ts"

const inlineNames = new Set("b strong i em u s del ins span font small big mark code tt".split(" "))
const indentingNames = new Set("blockquote ul ol li dl dt dd".split(" "))

export function flattenNesting(root: PageElement): void {
  const repeated: PageElement[] = []
  const tooDeep: PageElement[] = []
  walk(root, (node) => {
    if (!isElement(node) || node === root) return undefined
    const name = node.localName
    if (inlineNames.has(name) && isRepeated(node)) repeated.push(node)
    else if (indentingNames.has(name) && levelOf(node) > convertLimits.indentedLevelsMax) {
      tooDeep.push(node)
    }
    return undefined
  })
  for (const element of repeated) unwrap(element)
  for (const element of tooDeep) {
    const division = element.ownerDocument.createElement("div")
    division.append(...element.childNodes)
    element.replaceWith(division)
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
