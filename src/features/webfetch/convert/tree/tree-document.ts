// The document of a page's tree: where its nodes are made, and what they share.

import type { PageDocument } from "../dom.ts"
import { listOutline } from "./list-outline.ts"
import type { Match, Outline, Query } from "./outline.ts"
import { nodeKind, type Owner, TreeElement, type TreeNode } from "./tree-element.ts"
import { TreeRecord } from "./tree-record.ts"
import { TreeText } from "./tree-text.ts"
import { type TreeName, Vocabulary } from "./vocabulary.ts"

export interface TreeTools {
  compile(selector: string): Match<TreeElement>
  /** Parses `html` into an empty element. */
  fill(element: TreeElement, html: string): void
  serialize(node: TreeNode): string
  serializeChildren(element: TreeElement): string
}

/** Beyond, texts are put together anew each time: a hostile page could keep its text once for each level. */
const keptCharactersMax = 32 * 1024 * 1024

/** No parsed text begins with this character. */
const copyMark = "\u0000copy "

/** In upper case, where every alternative names its element. */
function namesOf(selector: string): readonly string[] | undefined {
  const names: string[] = []
  for (const alternative of selector.split(",")) {
    const name = /^\s*([a-z][a-z0-9]*)(?:[.#[](?:[^\s>+~]|~=)*)?\s*$/i.exec(alternative)?.[1]
    if (name === undefined) return undefined
    names.push(name.toUpperCase())
  }
  return names
}

export class TreeDocument extends TreeElement implements PageDocument, Owner {
  readonly tools: TreeTools
  /** Characters of all kept texts together. */
  keptCharacters = 0
  innerHtmlAs: PageDocument["innerHtmlAs"] = "html"
  version = 0
  stepsSearched = 0
  private outlined: { readonly outline: Outline<TreeElement>; readonly version: number } | undefined
  private searchedVersion = 0
  readonly vocabulary = new Vocabulary()
  private readonly names = new Map<string, TreeName>()
  private elements = 0
  private readonly records: TreeRecord[] = []
  private readonly queries = new Map<string, Query<TreeElement>>()
  private readonly nameQueries = new Map<string, Query<TreeElement>>()

  constructor(tools: TreeTools) {
    super("#document", undefined)
    this.tools = tools
  }

  protected override asDocument(): TreeDocument {
    return this
  }

  innerHtmlOf(element: TreeElement): string {
    if (this.innerHtmlAs === "html") return this.tools.serializeChildren(element)
    if (this.innerHtmlAs === "nothing") return ""
    return `${copyMark}${this.records.push(new TreeRecord(element)) - 1}`
  }

  outerHtmlOf(element: TreeElement): string {
    return this.tools.serialize(element)
  }

  fill(element: TreeElement, html: string): void {
    const place = html.startsWith(copyMark) ? Number(html.slice(copyMark.length)) : -1
    const record = this.records[place]
    if (record) record.restore(element)
    else this.tools.fill(element, html)
  }

  nameOf(written: string): TreeName {
    this.elements++
    const known = this.names.get(written)
    if (known) return known
    const name = { local: written, upper: written.toUpperCase() }
    this.names.set(written, name)
    for (const form of [written, written.toLowerCase(), name.upper]) this.vocabulary.addName(form)
    return name
  }

  outlineOf(element: TreeElement): Outline<TreeElement> | undefined {
    if (this.outlined?.version === this.version && element.outline === this.outlined.outline) {
      return element.outline
    }
    if (this.searchedVersion !== this.version) this.stepsSearched = 0
    this.searchedVersion = this.version
    // A search of the whole tree walks as far as a list of it does.
    if (this.stepsSearched <= this.elements / 2 && element.parentNode) return undefined
    let root = element
    while (root.parentNode) root = root.parentNode
    this.stepsSearched = 0
    this.outlined = { outline: listOutline(root), version: this.version }
    return this.outlined.outline
  }

  isTextBudgetSpent(): boolean {
    return this.keptCharacters > keptCharactersMax
  }

  queryOf(selector: string): Query<TreeElement> {
    const known = this.queries.get(selector)
    if (known) return known
    const names = namesOf(selector)
    const query = { isMatch: this.tools.compile(selector), names }
    this.queries.set(selector, query)
    return query
  }

  nameQueryOf(name: string): Query<TreeElement> {
    const known = this.nameQueries.get(name)
    if (known) return known
    const isMatch: Match<TreeElement> = ({ localName, nodeName }) =>
      localName === name || nodeName === name
    const query = { isMatch, names: [name.toUpperCase()] }
    this.nameQueries.set(name, query)
    return query
  }

  createElement(name: string): TreeElement {
    return new TreeElement(name, this)
  }

  createTextNode(text: string): TreeText {
    return new TreeText(nodeKind.text, text, this)
  }

  getElementById(id: string): TreeElement | null {
    const isMatch: Match<TreeElement> = (element) => element.getAttribute("id") === id
    return this.search({ isMatch, names: undefined }, { foundMax: 1 })[0] ?? null
  }

  get documentElement(): TreeElement | null {
    return this.firstElementChild
  }

  /** Made where the page has none, as the next one. */
  get head(): TreeElement | null {
    const root = this.documentElement
    if (!root) return null
    const first = root.firstElementChild
    if (first?.nodeName === "HEAD") return first
    const head = this.createElement("head")
    root.prepend(head)
    return head
  }

  get body(): TreeElement | null {
    const head = this.head
    if (!head) return null
    const next = head.nextElementSibling
    if (next?.nodeName === "BODY") return next
    const body = this.createElement("body")
    head.after(body)
    return body
  }

  get title(): string {
    return this.head?.getElementsByTagName("title")[0]?.textContent ?? ""
  }

  get baseURI(): string | null {
    return this.querySelector("base")?.getAttribute("href") ?? null
  }
}
