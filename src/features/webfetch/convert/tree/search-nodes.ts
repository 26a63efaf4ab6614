// A search that walks over the nodes of a tree: what answers the first ones, before the tree is worth an outline.

import type { Listed, Search } from "./outline.ts"

interface Linked<Node> {
  readonly nodeName: string
  readonly parentNode: Node | null
  readonly nextSibling: Node | null
  readonly firstChild: Node | null
}

/** What matches below `root`, in document order, and over how many nodes the search went. */
export function searchNodes<Node extends Linked<Node>, Element extends Node & Listed>(
  root: Node,
  isElement: (node: Node) => node is Element,
  { isMatch, skipsTemplates, foundMax }: Search<Element>,
): { readonly found: Element[]; readonly steps: number } {
  const found: Element[] = []
  let steps = 0
  let node = root.firstChild
  while (node) {
    steps++
    if (isElement(node) && isMatch(node) && found.push(node) >= foundMax) break
    const isSkipped = skipsTemplates && node.nodeName === "TEMPLATE"
    if (node.firstChild && !isSkipped) {
      node = node.firstChild
      continue
    }
    while (node && node !== root && !node.nextSibling) node = node.parentNode
    node = node === root ? null : (node?.nextSibling ?? null)
  }
  return { found, steps }
}
