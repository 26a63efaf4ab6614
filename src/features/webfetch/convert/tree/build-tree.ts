// HTML text to a page's tree: htmlparser2 reads the tags, css-select compiles the selectors.

import type * as CssSelect from "css-select"
import type { Parser } from "htmlparser2"
import { compileCompounds } from "./compound.ts"
import type { Match } from "./outline.ts"
import { serializeChildren, serializeNode } from "./serialize.ts"
import { joinTokens, TreeAttribute } from "./tree-attributes.ts"
import { TreeDocument, type TreeTools } from "./tree-document.ts"
import { isTreeElement, nodeKind, TreeElement, type TreeNode } from "./tree-element.ts"
import { TreeText } from "./tree-text.ts"
import { nameList } from "./vocabulary.ts"

interface Libraries {
  readonly Parser: typeof Parser
  readonly compile: typeof CssSelect.compile
}

export interface BuildOptions {
  /** Names keep their case, no element is closed by itself. */
  readonly isXml?: boolean
}

/** The tree of a page as it is written: nothing is repaired but what the parser closes by itself. */
export async function buildTree(text: string, options: BuildOptions = {}): Promise<TreeDocument> {
  const [{ Parser }, { compile }] = await Promise.all([import("htmlparser2"), import("css-select")])
  const document = new TreeDocument(createTools({ Parser, compile }, options))
  document.fill(document, text)
  return document
}

function createTools({ Parser, compile }: Libraries, { isXml = false }: BuildOptions): TreeTools {
  return {
    serialize: serializeNode,
    serializeChildren,
    compile: (selector) =>
      compileNames(selector) ?? compileCompounds(selector) ?? compileSelector(selector, compile),
    fill: (element, html) => {
      const parser = new Parser(createHandler(element), {
        decodeEntities: true,
        lowerCaseAttributeNames: false,
        xmlMode: isXml,
      })
      parser.write(html)
      parser.end()
    },
  }
}

// --- parsing --------------------------------------------------------------------------------------

function createHandler(root: TreeElement) {
  const document = root.ownerDocument
  let node = root
  let drawing: TreeElement | undefined
  let isCdata = false
  return {
    onopentag: (name: string, attributes: Readonly<Record<string, string>>) => {
      const isDrawing = drawing !== undefined || name === "svg"
      const list = Object.keys(attributes).map(readAttribute, attributes)
      const element = new TreeElement(name, document, { isDrawing, attributes: list })
      for (const { name, value } of list) document.vocabulary.addAttribute(name, value)
      if (isDrawing) drawing ??= element
      node.link(element)
      node = element
    },
    onclosetag: () => {
      if (node === drawing) drawing = undefined
      node = node.parentNode ?? root
    },
    ontext: (text: string) => {
      node.link(new TreeText(isCdata ? nodeKind.cdata : nodeKind.text, text, document))
    },
    oncomment: (text: string) => node.link(new TreeText(nodeKind.comment, text, document)),
    oncdatastart: () => {
      isCdata = true
    },
    oncdataend: () => {
      isCdata = false
    },
  }
}

/** Called with the parser's attributes of a tag as `this`, so that a list of just the right size comes of it. */
function readAttribute(this: Readonly<Record<string, string>>, name: string): TreeAttribute {
  const written = this[name] ?? ""
  return new TreeAttribute(name, name === "class" ? joinTokens(written) : written)
}

// --- selectors ------------------------------------------------------------------------------------

/** A list of names is answered without the library. */
function compileNames(selector: string): Match<TreeElement> | undefined {
  if (!nameList.test(selector)) return undefined
  const names = selector.toUpperCase().split(/,\s*/)
  const [only] = names
  if (names.length === 1) return (element) => element.nodeName === only
  const wanted = new Set(names)
  return (element) => wanted.has(element.nodeName)
}

function compileSelector(selector: string, compile: Libraries["compile"]): Match<TreeElement> {
  return compile<TreeNode, TreeElement>(selector, { adapter, cacheResults: false })
}

type Adapter = NonNullable<CssSelect.Options<TreeNode, TreeElement>["adapter"]>

const adapter: Adapter = {
  isTag: isTreeElement,
  getAttributeValue: (element, name) => element.getAttributeNode(name)?.value,
  getChildren: (node) => (isTreeElement(node) ? [...node.childNodes] : []),
  getName: (element) => element.localName.toLowerCase(),
  getParent: (element) => element.parentNode,
  getSiblings: (node) => [...(node.parentNode?.childNodes ?? [node])],
  getText: (node) => node.textContent,
  hasAttrib: (element, name) => element.hasAttribute(name),
  removeSubsets: (nodes) => nodes,
}
