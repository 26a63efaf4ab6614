// A record of what an element holds, from which it is made anew: Readability keeps a page so, and hardly ever needs
// it. To note the parts is faster than to copy them, and that faster than to write them as HTML and to read it again.

import { TreeAttribute } from "./tree-attributes.ts"
import { isTreeElement, TreeElement, type TreeNode } from "./tree-element.ts"
import { TreeText } from "./tree-text.ts"

export class TreeRecord {
  /** In document order; what they said is kept apart, because they may be changed later. */
  private readonly nodes: TreeNode[] = []
  private readonly levels: number[] = []
  private readonly texts: string[] = []
  /** Names and values in turns, and for each node where its own end. */
  private readonly attributes: string[] = []
  private readonly attributeEnds: number[] = []

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
    if (isTreeElement(node)) {
      this.texts.push("")
      for (const { name, value } of node.attributes) this.attributes.push(name, value)
    } else {
      this.texts.push(node.textContent)
    }
    this.attributeEnds.push(this.attributes.length)
  }

  /** `to` is empty; names are in lower case as a parser gives them. */
  restore(to: TreeElement): void {
    const parents = [to]
    for (let index = 0; index < this.nodes.length; index++) {
      const node = this.nodes[index]
      if (node === undefined) continue
      const level = this.levels[index] ?? 1
      const copy = this.copyNode(node, index)
      parents[level - 1]?.link(copy)
      if (isTreeElement(copy)) parents[level] = copy
    }
  }

  private copyNode(node: TreeNode, index: number): TreeNode {
    if (!isTreeElement(node)) {
      return new TreeText(node.nodeType, this.texts[index] ?? "", node.ownerDocument)
    }
    const copy = new TreeElement(node.localName.toLowerCase(), node.ownerDocument, node.isDrawing)
    const end = this.attributeEnds[index] ?? 0
    for (let at = this.attributeEnds[index - 1] ?? 0; at < end; at += 2) {
      const name = this.attributes[at] ?? ""
      copy.attributes.push(new TreeAttribute(name, this.attributes[at + 1] ?? ""))
    }
    return copy
  }
}
