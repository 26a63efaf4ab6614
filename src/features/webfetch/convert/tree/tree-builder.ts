// What a parser says, piece by piece, to nodes of a tree. An element is made when its tag is complete: the parser names
// it first, then its attributes, so that no object has to be made for the attributes of each tag.

import { findAttribute, joinTokens, TreeAttribute } from "./tree-attributes.ts"
import { nodeKind, TreeElement } from "./tree-element.ts"
import { TreeText } from "./tree-text.ts"

/** The parser's events, by the parser's names. */
export class TreeBuilder {
  private readonly root: TreeElement
  private node: TreeElement
  /** Name of the tag that is being read, and what it has so far. */
  private tag: string | undefined
  private attributes: TreeAttribute[] = []
  private drawing: TreeElement | undefined
  private isCdata = false

  constructor(root: TreeElement) {
    this.root = root
    this.node = root
  }

  onopentagname(name: string): void {
    this.openTag()
    this.tag = name
  }

  /** The first of a name counts. */
  onattribute(written: string, value: string): void {
    const { vocabulary } = this.root.ownerDocument
    const name = vocabulary.addAttribute(written, value)
    if (findAttribute(this.attributes, name)) return
    this.attributes.push(new TreeAttribute(name, name === "class" ? joinTokens(value) : value))
  }

  onclosetag(): void {
    this.openTag()
    if (this.node === this.drawing) this.drawing = undefined
    this.node = this.node.parentNode ?? this.root
  }

  ontext(text: string): void {
    this.openTag()
    this.addText(this.isCdata ? nodeKind.cdata : nodeKind.text, text)
  }

  oncomment(text: string): void {
    this.openTag()
    this.addText(nodeKind.comment, text)
  }

  oncdatastart(): void {
    this.isCdata = true
  }

  oncdataend(): void {
    this.isCdata = false
  }

  /** A tag that is not complete at the end of a page is none. */
  dropTag(): void {
    this.tag = undefined
  }

  private openTag(): void {
    const { tag } = this
    if (tag === undefined) return
    this.tag = undefined
    const isDrawing = this.drawing !== undefined || tag === "svg"
    // A copy has just the right size; a list that grows keeps room for more.
    const attributes = this.attributes.slice()
    this.attributes.length = 0
    const element = new TreeElement(tag, this.root.ownerDocument, { isDrawing, attributes })
    if (isDrawing) this.drawing ??= element
    this.node.link(element)
    this.node = element
  }

  private addText(kind: number, text: string): void {
    this.node.link(new TreeText(kind, text, this.root.ownerDocument))
  }
}
