// The part of the DOM that the page reader relies on, which `tree` provides, and walks over it that need no
// recursion. Element names are lower case in `localName`; HTML attributes are read with `getAttribute`.

export interface PageNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly parentNode: PageElement | null
  readonly nextSibling: PageNode | null
  readonly previousSibling: PageNode | null
  readonly firstChild: PageNode | null
  readonly lastChild: PageNode | null
  textContent: string
  remove(): void
  replaceWith(...nodes: (PageNode | string)[]): void
  before(...nodes: (PageNode | string)[]): void
  after(...nodes: (PageNode | string)[]): void
}

export interface PageElement extends PageNode {
  readonly localName: string
  /** Characters of the text when white space is collapsed and trimmed. */
  readonly textLength: number
  readonly childNodes: readonly PageNode[]
  readonly children: readonly PageElement[]
  readonly firstElementChild: PageElement | null
  readonly nextElementSibling: PageElement | null
  readonly previousElementSibling: PageElement | null
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly ownerDocument: PageDocument
  innerHTML: string
  readonly outerHTML: string
  getAttribute(name: string): string | null
  getAttributeNode(name: string): { readonly value: string } | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  hasAttribute(name: string): boolean
  hasAttributes(): boolean
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): readonly PageElement[]
  getElementsByTagName(name: string): readonly PageElement[]
  closest(selector: string): PageElement | null
  append(...nodes: (PageNode | string)[]): void
  prepend(...nodes: (PageNode | string)[]): void
  contains(node: PageNode): boolean
}

export interface PageDocument extends PageNode {
  /**
   * What inner HTML reads as: itself; a mark for a copy, which is put in place when the mark is written; or nothing,
   * where nobody reads it.
   */
  innerHtmlAs: "html" | "copy" | "nothing"
  readonly documentElement: PageElement | null
  readonly head: PageElement | null
  readonly body: PageElement | null
  createElement(name: string): PageElement
  createTextNode(text: string): PageNode
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): readonly PageElement[]
  getElementById(id: string): PageElement | null
}

/** An element with this attribute holds finished Markdown in its text; the value says inline or block. */
export const rawMarkdownAttribute = "data-markdown"

/** An element that only bundles siblings of a very wide element. */
export const groupName = "x-group"

export function isElement(node: PageNode | null | undefined): node is PageElement {
  return node?.nodeType === 1
}

export function isText(node: PageNode): boolean {
  return node.nodeType === 3
}

/** A visitor that returns `"skip"` keeps out of the node's subtree. */
export type Visitor<State> = (node: PageNode, state: State) => "skip" | undefined

/**
 * Visits `root` and everything below in document order. What a visitor notes is in `state`, so that visitors are no
 * closures: an engine compiles a closure anew for every page.
 */
export function walk<State>(root: PageNode, visit: Visitor<State>, state: State): void {
  let node: PageNode | null = root
  while (node) {
    const isSkipped: boolean = visit(node, state) === "skip"
    node = (isSkipped ? null : node.firstChild) ?? nextOutside(node, root)
  }
}

/** The next node in document order that is not below `node`, within `root`. */
export function nextOutside(node: PageNode, root: PageNode): PageNode | null {
  let current: PageNode | null = node
  while (current && current !== root) {
    if (current.nextSibling) return current.nextSibling
    current = current.parentNode
  }
  return null
}

/** Does any node below `root` fulfil the condition? Stops at the first. */
export function hasNode(root: PageNode, isMatch: (node: PageNode) => boolean): boolean {
  let node = root.firstChild
  while (node) {
    if (isMatch(node)) return true
    node = node.firstChild ?? nextOutside(node, root)
  }
  return false
}

/** The class as written. `getAttribute("class")` builds a list of tokens for every element that is asked. */
export function classOf(element: PageElement): string {
  return element.getAttributeNode("class")?.value ?? ""
}

/** Do the element's classes, or its identifier, fit the pattern? */
export function isMarked(element: PageElement, pattern: RegExp): boolean {
  const classes = element.getAttributeNode("class")?.value
  if (classes !== undefined && classes !== "" && pattern.test(classes)) return true
  const id = element.getAttributeNode("id")?.value
  return id !== undefined && id !== "" && pattern.test(id)
}

export function isRawText(localName: string): boolean {
  return localName === "script" || localName === "style" || localName === "template"
}

/** White space collapsed and trimmed. */
export function collapse(text: string): string {
  const isCollapsed = !/[^\S ]| {2}/.test(text)
  return (isCollapsed ? text : text.replace(/\s+/g, " ")).trim()
}

/** All elements below `root` by name, in document order. */
export function groupByName(root: PageElement): ReadonlyMap<string, readonly PageElement[]> {
  const groups = new Map<string, PageElement[]>()
  walk(root, addToGroup, groups)
  const own = groups.get(root.localName)
  if (own?.[0] === root) own.shift()
  return groups
}

function addToGroup(node: PageNode, groups: Map<string, PageElement[]>): undefined {
  if (!isElement(node)) return
  const group = groups.get(node.localName)
  if (group) group.push(node)
  else groups.set(node.localName, [node])
}

export function isHeadingName(localName: string): boolean {
  return /^h[1-6]$/.test(localName)
}

/** Replaces an element by its children. */
export function unwrap(element: PageElement): void {
  element.replaceWith(...element.childNodes)
}
