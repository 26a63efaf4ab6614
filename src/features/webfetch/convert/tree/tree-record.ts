// A record of what an element holds, from which it is made anew: Readability keeps a page so, and hardly ever needs
// it. To note the parts is faster than to copy them, and that faster than to write them as HTML and to read it again.

import type { TreeAttribute } from "./tree-attributes.ts"
import { isTreeElement, TreeElement, type TreeNode } from "./tree-element.ts"
import { TreeText } from "./tree-text.ts"

export class TreeRecord {
  /** In document order; what they hold is kept apart, because they may be changed later. */
  private readonly nodes: TreeNode[] = []
  private readonly levels: number[] = []
  /** A text's own, an element's attributes. */
  private readonly contents: (string | readonly TreeAttribute[])[] = []

  constructor(root: TreeElement) {
    let level = 1
    let node = root.firstChild
    while (node) {
      this.add(node, level)
      if (node.firstChild) {
        node = node.firstChild
        level++
        continue
      }
      while (!node.nextSibling && node.parentNode && node.parentNode !== root) {
        node = node.parentNode
        level--
      }
      node = node.nextSibling
    }
  }

  private add(node: TreeNode, level: number): void {
    this.nodes.push(node)
    this.levels.push(level)
    this.contents.push(isTreeElement(node) ? copyList(node.attributes) : node.textContent)
  }

  /** `to` is empty; names are in lower case as a parser gives them. */
  restore(to: TreeElement): void {
    const parents = [to]
    for (let index = 0; index < this.nodes.length; index++) {
      const node = this.nodes[index]
      const content = this.contents[index]
      if (node === undefined || content === undefined) continue
      const level = this.levels[index] ?? 1
      const copy = copyNode(node, content)
      parents[level - 1]?.link(copy)
      if (isTreeElement(copy)) parents[level] = copy
    }
  }
}

function copyNode(node: TreeNode, content: string | readonly TreeAttribute[]): TreeNode {
  const { ownerDocument } = node
  if (typeof content === "string") return new TreeText(node.nodeType, content, ownerDocument)
  const name = isTreeElement(node) ? node.localName.toLowerCase() : node.nodeName
  const isDrawing = isTreeElement(node) && node.isDrawing
  return new TreeElement(name, ownerDocument, { isDrawing, attributes: [...content] })
}

const nothing: readonly TreeAttribute[] = []

/** Attributes are never changed, only replaced, so that copies share them. */
function copyList(attributes: readonly TreeAttribute[]): readonly TreeAttribute[] {
  return attributes.length === 0 ? nothing : [...attributes]
}
