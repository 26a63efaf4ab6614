// Nodes of a page's tree: plain links to parent, siblings and children, and an element's text kept until something
// below it changes, because extraction asks for the same texts level by level. The part of the DOM that this reader,
// Readability use, by the DOM's names. New attributes come first, as a serialised page shows them.

import type { PageElement, PageNode } from "../dom.ts"
import { extentOf, joinExtents, lengthOfExtent } from "../measure-text.ts"
import type { Outline, Query } from "./outline.ts"
import { searchNodes } from "./search-nodes.ts"
import {
  findAttribute,
  readStyle,
  removeAttribute,
  setAttribute,
  type TreeAttribute,
  type TreeStyle,
} from "./tree-attributes.ts"
import type { TreeOwner } from "./tree-owner.ts"

/** What nodes need of their document. */
export type Owner = TreeOwner<TreeNode, TreeElement>

export const nodeKind = { element: 1, text: 3, cdata: 4, comment: 8, document: 9 } as const

export abstract class TreeNode implements PageNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly ownerDocument: Owner
  parentNode: TreeElement | null = null
  previousSibling: TreeNode | null = null
  nextSibling: TreeNode | null = null
  firstChild: TreeNode | null = null
  lastChild: TreeNode | null = null

  constructor(nodeType: number, nodeName: string, ownerDocument: Owner | undefined) {
    this.nodeType = nodeType
    this.nodeName = nodeName
    this.ownerDocument = ownerDocument ?? this.asDocument()
  }

  abstract textContent: string

  protected asDocument(): Owner {
    throw new TypeError("a node belongs to a document")
  }

  get nextElementSibling(): TreeElement | null {
    let node = this.nextSibling
    while (node && !isTreeElement(node)) node = node.nextSibling
    return node
  }

  get previousElementSibling(): TreeElement | null {
    let node = this.previousSibling
    while (node && !isTreeElement(node)) node = node.previousSibling
    return node
  }

  remove(): void {
    const parent = this.parentNode
    if (parent === null) return
    if (this.previousSibling) this.previousSibling.nextSibling = this.nextSibling
    else parent.firstChild = this.nextSibling
    if (this.nextSibling) this.nextSibling.previousSibling = this.previousSibling
    else parent.lastChild = this.previousSibling
    this.parentNode = null
    this.previousSibling = null
    this.nextSibling = null
    if (isTreeElement(this)) this.outline?.strike(this.place)
    parent.forgetText()
  }

  before(...nodes: (TreeNode | string)[]): void {
    const parent = this.parentNode
    if (parent) insertAll(parent, nodes, this)
  }

  after(...nodes: (TreeNode | string)[]): void {
    const parent = this.parentNode
    if (!parent) return
    for (const node of nodes) if (typeof node !== "string") node.remove()
    insertAll(parent, nodes, this.nextSibling)
  }

  replaceWith(...nodes: (TreeNode | string)[]): void {
    const parent = this.parentNode
    if (!parent) return
    insertAll(parent, nodes, this)
    this.remove()
  }
}

function insertAll(
  parent: TreeElement,
  nodes: readonly (TreeNode | string)[],
  before: TreeNode | null,
): void {
  for (const node of nodes) {
    const isString = typeof node === "string"
    parent.insertBefore(isString ? parent.ownerDocument.createTextNode(node) : node, before)
  }
}

export function isTreeElement(node: TreeNode | null): node is TreeElement {
  return node?.nodeType === nodeKind.element
}

export interface ElementOptions {
  readonly isDrawing?: boolean
  /** Taken as it is, not copied. */
  readonly attributes?: TreeAttribute[]
}

export class TreeElement extends TreeNode implements PageElement {
  /** As the page's parser or the element's creator wrote it. */
  readonly localName: string
  readonly attributes: TreeAttribute[]
  /** Inside of a drawing: its class is no string, its end is written short. */
  readonly isDrawing: boolean
  /** Kept text and its extent, until something below changes; -1 for one that is not known. */
  private text: string | undefined = undefined
  private extent = -1
  /** The last one that lists the element, and where. */
  outline: Outline<TreeElement> | undefined = undefined
  place = 0
  // What Readability notes on elements. Declared here, all of them keep one shape, which engines read fastest.
  readability: unknown = undefined
  _readabilityDataTable: unknown = undefined

  constructor(
    localName: string,
    ownerDocument: Owner | undefined,
    { isDrawing = false, attributes = [] }: ElementOptions = {},
  ) {
    const kind = ownerDocument === undefined ? nodeKind.document : nodeKind.element
    const name = ownerDocument?.nameOf(localName)
    super(kind, name?.upper ?? localName.toUpperCase(), ownerDocument)
    this.localName = name?.local ?? localName
    this.isDrawing = isDrawing
    this.attributes = attributes
  }

  get tagName(): string | undefined {
    return this.nodeType === nodeKind.element ? this.nodeName : undefined
  }

  get childNodes(): readonly TreeNode[] {
    const nodes: TreeNode[] = []
    for (let node = this.firstChild; node; node = node.nextSibling) nodes.push(node)
    return nodes
  }

  get children(): readonly TreeElement[] {
    const elements: TreeElement[] = []
    for (let node = this.firstChild; node; node = node.nextSibling) {
      if (isTreeElement(node)) elements.push(node)
    }
    return elements
  }

  get firstElementChild(): TreeElement | null {
    const node = this.firstChild
    return node === null || isTreeElement(node) ? node : node.nextElementSibling
  }

  contains(node: TreeNode): boolean {
    for (let it: TreeNode | null = node; it; it = it.parentNode) if (it === this) return true
    return false
  }

  insertBefore<Node extends TreeNode>(node: Node, before: TreeNode | null = null): Node {
    if (node === before) return node
    node.remove()
    this.link(node, before)
    this.forgetText()
    return node
  }

  /** Takes a node that has no parent; for the parser, which has no texts to forget. */
  link(node: TreeNode, before: TreeNode | null = null): void {
    const previous = before ? before.previousSibling : this.lastChild
    if (this.outline && isTreeElement(node)) this.ownerDocument.version++
    node.parentNode = this
    node.previousSibling = previous
    node.nextSibling = before
    if (previous) previous.nextSibling = node
    else this.firstChild = node
    if (before) before.previousSibling = node
    else this.lastChild = node
  }

  appendChild<Node extends TreeNode>(node: Node): Node {
    return this.insertBefore(node)
  }

  removeChild<Node extends TreeNode>(node: Node): Node {
    node.remove()
    return node
  }

  replaceChild<Node extends TreeNode>(node: TreeNode, replaced: Node): Node {
    const next = replaced.nextSibling
    replaced.remove()
    this.insertBefore(node, next)
    return replaced
  }

  append(...nodes: (TreeNode | string)[]): void {
    insertAll(this, nodes, null)
  }

  prepend(...nodes: (TreeNode | string)[]): void {
    insertAll(this, nodes, this.firstChild)
  }

  get textContent(): string {
    return this.text ?? this.gatherText()
  }
  set textContent(text: string) {
    while (this.lastChild) this.lastChild.remove()
    if (text !== "") this.appendChild(this.ownerDocument.createTextNode(text))
  }

  get textLength(): number {
    return lengthOfExtent(this.extent < 0 ? this.gatherExtent() : this.extent)
  }

  /** Inner elements first, so that each text is put together once. */
  private gatherText(): string {
    const unknown: TreeElement[] = [this]
    for (const element of unknown) {
      for (let node = element.firstChild; node; node = node.nextSibling) {
        if (isTreeElement(node) && node.text === undefined) unknown.push(node)
      }
    }
    for (let index = unknown.length - 1; index >= 0; index--) unknown[index]?.joinText()
    const text = this.text ?? ""
    if (this.ownerDocument.isTextBudgetSpent()) for (const element of unknown) element.dropText()
    return text
  }

  /** As for texts; without putting these together, because nobody may ask for them. */
  private gatherExtent(): number {
    const unknown: TreeElement[] = [this]
    for (const element of unknown) {
      for (let node = element.firstChild; node; node = node.nextSibling) {
        if (isTreeElement(node) && node.extent < 0) unknown.push(node)
      }
    }
    for (let index = unknown.length - 1; index >= 0; index--) unknown[index]?.joinExtents()
    return this.extent
  }

  private joinExtents(): void {
    let extent = 0
    for (let node = this.firstChild; node; node = node.nextSibling) {
      if (isTreeElement(node)) extent = joinExtents(extent, node.extent)
      else if (node.nodeType !== nodeKind.comment)
        extent = joinExtents(extent, extentOf(node.textContent))
    }
    this.extent = extent
  }

  private joinText(): void {
    let text = ""
    for (let node = this.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== nodeKind.comment) text += node.textContent
    }
    this.text = text
    this.ownerDocument.keptCharacters += text.length
  }

  private dropText(): void {
    this.extent = -1
    if (this.text === undefined) return
    this.ownerDocument.keptCharacters -= this.text.length
    this.text = undefined
  }

  forgetText(): void {
    for (let element: TreeElement | null = this; element; element = element.parentNode) {
      element.dropText()
    }
  }

  get innerHTML(): string {
    return this.ownerDocument.innerHtmlOf(this)
  }
  set innerHTML(html: string) {
    this.textContent = ""
    this.ownerDocument.fill(this, html)
  }

  get outerHTML(): string {
    return this.ownerDocument.outerHtmlOf(this)
  }

  getAttributeNode(name: string): TreeAttribute | null {
    return findAttribute(this.attributes, name)
  }

  /** A class that is not there reads as an empty one. */
  getAttribute(name: string): string | null {
    return this.getAttributeNode(name)?.value ?? (name === "class" ? "" : null)
  }

  hasAttribute(name: string): boolean {
    return this.getAttributeNode(name) !== null
  }

  hasAttributes(): boolean {
    return this.attributes.length > 0
  }

  setAttribute(name: string, value: string): void {
    this.ownerDocument.vocabulary.addAttribute(name, value)
    setAttribute(this.attributes, name, value)
  }

  setAttributeNode(attribute: TreeAttribute): void {
    this.ownerDocument.vocabulary.addAttribute(attribute.name, attribute.value)
    removeAttribute(this.attributes, attribute.name)
    this.attributes.unshift(attribute)
  }

  removeAttribute(name: string): void {
    removeAttribute(this.attributes, name)
  }

  get id(): string {
    return this.getAttribute("id") ?? ""
  }
  set id(value: string) {
    this.setAttribute("id", value)
  }

  get className(): string | object {
    return this.isDrawing ? {} : (this.getAttribute("class") ?? "")
  }
  set className(value: string) {
    this.setAttribute("class", value)
  }

  /** What the element itself declares of its visibility. */
  get style(): TreeStyle {
    return readStyle(this.getAttributeNode("style")?.value)
  }

  get src(): string | undefined {
    return this.localName === "img" ? (this.getAttribute("src") ?? "") : undefined
  }

  get srcset(): string | undefined {
    return this.localName === "img" ? (this.getAttribute("srcset") ?? "") : undefined
  }

  getElementsByTagName(name: string): readonly TreeElement[] {
    return this.ownerDocument.vocabulary.hasName(name)
      ? this.search(this.ownerDocument.nameQueryOf(name))
      : []
  }

  /** Contents of templates are not searched. */
  querySelectorAll(selector: string): readonly TreeElement[] {
    return this.searchSelector(selector, Number.POSITIVE_INFINITY)
  }

  querySelector(selector: string): TreeElement | null {
    return this.searchSelector(selector, 1)[0] ?? null
  }

  private searchSelector(selector: string, foundMax: number): readonly TreeElement[] {
    const possible = this.ownerDocument.vocabulary.narrow(selector)
    if (possible === undefined) return []
    return this.search(this.ownerDocument.queryOf(possible), { skipsTemplates: true, foundMax })
  }

  closest(selector: string): TreeElement | null {
    const { isMatch } = this.ownerDocument.queryOf(selector)
    for (let it: TreeElement | null = this; isTreeElement(it); it = it.parentNode) {
      if (isMatch(it)) return it
    }
    return null
  }

  protected search(
    { isMatch, names }: Query<TreeElement>,
    { skipsTemplates = false, foundMax = Number.POSITIVE_INFINITY } = {},
  ): readonly TreeElement[] {
    if (this.firstElementChild === null) return []
    const search = { isMatch, names, skipsTemplates, foundMax }
    const outline = this.ownerDocument.outlineOf(this)
    if (outline) return outline.search(this.place, search)
    const { found, steps } = searchNodes<TreeNode, TreeElement>(this, isTreeElement, search)
    this.ownerDocument.stepsSearched += steps
    return found
  }
}
