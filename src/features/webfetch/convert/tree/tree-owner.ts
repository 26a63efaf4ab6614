// What nodes need of the document that they belong to.

import type { PageDocument, PageNode } from "../dom.ts"
import type { Outline, Query } from "./outline.ts"
import type { TreeName, Vocabulary } from "./vocabulary.ts"

export interface TreeOwner<
  Node extends PageNode,
  Element extends Node & { nodeName: string; outline: unknown },
> extends PageDocument {
  /** Characters of all kept texts together. */
  keptCharacters: number
  /** Grows with every element that is added to one that an outline lists. */
  version: number
  /** Nodes that searches have walked over. */
  stepsSearched: number
  /** The same strings for all elements of a name, because comparing a string with itself is fastest. */
  nameOf(written: string): TreeName
  readonly vocabulary: Vocabulary
  /** Where walking over the nodes again would take longer than to read a list of them. */
  outlineOf(element: Element): Outline<Element> | undefined
  isTextBudgetSpent(): boolean
  queryOf(selector: string): Query<Element>
  /** Of elements with the name as they are written, or in upper case. */
  nameQueryOf(name: string): Query<Element>
  innerHtmlOf(element: Element): string
  outerHtmlOf(element: Element): string
  fill(element: Element, html: string): void
  createTextNode(text: string): Node
}
