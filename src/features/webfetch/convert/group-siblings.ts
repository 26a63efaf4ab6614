// Bundles the children of very wide elements, because joining many pieces of Markdown one by one is quadratic.
// Ordinary pages have no such element and are left alone.

import { groupName, isElement, type PageElement, type PageNode, walk } from "./dom.ts"
import { convertLimits } from "./limits.ts"

export function groupSiblings(root: PageElement): void {
  const wide: PageElement[] = []
  walk(root, listWide, wide)
  for (const element of wide) bundleChildren(element)
}

function listWide(node: PageNode, wide: PageElement[]): "skip" | undefined {
  if (!isElement(node)) return undefined
  if (wholeNames.has(node.localName)) return "skip"
  if (hasManyChildren(node)) wide.push(node)
  return undefined
}

/** Bundles would come between what must stand together. */
const wholeNames = new Set(["pre", "table", "tbody", "tr"])

function hasManyChildren(element: PageElement): boolean {
  let count = 0
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (++count > convertLimits.siblingsMax) return true
  }
  return false
}

function bundleChildren(element: PageElement): void {
  const children = [...element.childNodes]
  let items = 0
  for (let start = 0; start < children.length; start += convertLimits.siblingsMax) {
    const bundle: PageNode[] = children.slice(start, start + convertLimits.siblingsMax)
    const group = element.ownerDocument.createElement(groupName)
    group.setAttribute("data-start", String(items))
    items += bundle.filter((node) => isElement(node) && node.localName === "li").length
    bundle[0]?.before(group)
    group.append(...bundle)
  }
}
