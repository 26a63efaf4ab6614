// Text, CDATA and comments of a page's tree.

import { nodeKind, type Owner, TreeNode } from "./tree-element.ts"

/** Shared: a text has none. */
const noNodes: readonly TreeNode[] = []

export class TreeText extends TreeNode {
  private value: string

  constructor(nodeType: number, value: string, ownerDocument: Owner) {
    super(nodeType, nodeType === nodeKind.comment ? "#comment" : "#text", ownerDocument)
    this.value = value
  }

  get data(): string {
    return this.value
  }
  set data(value: string) {
    if (value === this.value) return
    this.value = value
    this.parentNode?.forgetText()
  }

  get nodeValue(): string {
    return this.value
  }

  get textContent(): string {
    return this.value
  }
  set textContent(value: string) {
    this.data = value
  }

  get childNodes(): readonly TreeNode[] {
    return noNodes
  }
}
