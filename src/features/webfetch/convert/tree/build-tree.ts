// HTML text to a page's tree: htmlparser2 reads the tags, css-select compiles the selectors.

import type * as CssSelect from "css-select"
import type { Parser } from "htmlparser2"
import { compileCompounds } from "./compound.ts"
import type { Match } from "./outline.ts"
import { serializeChildren, serializeNode } from "./serialize.ts"
import { TreeBuilder } from "./tree-builder.ts"
import { TreeDocument, type TreeTools } from "./tree-document.ts"
import { isTreeElement, type TreeElement, type TreeNode } from "./tree-element.ts"
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
      const builder = new TreeBuilder(element)
      const parser = new Parser(builder, {
        decodeEntities: true,
        lowerCaseAttributeNames: false,
        xmlMode: isXml,
      })
      parser.write(html)
      builder.dropTag()
      parser.end()
    },
  }
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
