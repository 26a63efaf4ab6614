// Lists an element and all below it in an outline, and tells each of them its place there.

import { Outline } from "./outline.ts"
import { TreeElement, type TreeNode } from "./tree-element.ts"

export function listOutline(root: TreeElement): Outline<TreeElement> {
  const outline = new Outline<TreeElement>()
  let node: TreeNode | null = root
  while (node) {
    if (node instanceof TreeElement) {
      node.outline = outline
      node.place = outline.open(node)
    }
    node = node.firstChild ?? closeAfter(node, root, outline)
  }
  return outline
}

/** Closes all elements that end with the node; returns the node that follows them, within `root`. */
function closeAfter(
  last: TreeNode,
  root: TreeElement,
  outline: Outline<TreeElement>,
): TreeNode | null {
  let node: TreeNode | null = last
  while (node) {
    if (node instanceof TreeElement) outline.close(node.place)
    if (node === root) return null
    if (node.nextSibling) return node.nextSibling
    node = node.parentNode
  }
  return null
}
