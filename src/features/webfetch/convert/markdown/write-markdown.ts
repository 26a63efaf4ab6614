// A DOM subtree to Markdown: children first, then the rules of this folder decide what each element becomes. Pieces are
// joined as turndown joins them, which a property test compares (docs/decisions/0005).

import { hasNode, isElement, isText, type PageElement, type PageNode } from "../dom.ts"
import { blockRules } from "./block.ts"
import { collapseBlanks } from "./collapse-blanks.ts"
import { blockNames, silent, telling, voidNames } from "./element-names.ts"
import { escapeMarkdown } from "./escape.ts"
import { inlineRules } from "./inline.ts"
import type { MarkdownRule } from "./rule.ts"
import { createTableRules } from "./table.ts"
import { tidyMarkdown } from "./tidy-markdown.ts"

/** Consumes the subtree: white space in it is collapsed. */
export function writeMarkdown(root: PageElement): string {
  collapseBlanks(root)
  return tidyMarkdown(writeChildren(root, createRules(), false))
}

export type Rules = ReadonlyMap<string, MarkdownRule>

/** By element name, for one page. */
export function createRules(): Rules {
  return new Map(Object.entries({ ...inlineRules, ...blockRules, ...createTableRules() }))
}

function writeChildren(parent: PageElement, rules: Rules, isCode: boolean): string {
  const parts: string[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (isText(node)) append(parts, isCode ? node.textContent : escapeMarkdown(node.textContent))
    else if (isElement(node)) append(parts, writeElement(node, rules, isCode))
  }
  return parts.join("")
}

/** Between two pieces there is at most one empty line; the last part holds all line breaks at the end. */
function append(parts: string[], piece: string): void {
  const tail = parts.pop() ?? ""
  const end = endOfText(tail)
  const start = startOfText(piece)
  const breaks = Math.min(2, Math.max(tail.length - end, start))
  if (end > 0) parts.push(end === tail.length ? tail : tail.slice(0, end))
  if (breaks > 0) parts.push("\n".repeat(breaks))
  if (start < piece.length) parts.push(start === 0 ? piece : piece.slice(start))
}

function endOfText(text: string): number {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === lineFeed) end--
  return end
}

function startOfText(text: string): number {
  let start = 0
  while (start < text.length && text.charCodeAt(start) === lineFeed) start++
  return start
}

const lineFeed = 10

function writeElement(element: PageElement, rules: Rules, isCode: boolean): string {
  const { localName } = element
  const isBlock = blockNames.has(localName)
  if (isBlank(element)) return isBlock ? "\n\n" : withEdges(element, leaveOut, "")
  const rule = rules.get(localName) ?? ruleOfOthers(localName, isBlock)
  const content =
    rule === leaveOut ? "" : writeChildren(element, rules, isCode || localName === "code")
  return isBlock ? rule(content, element) : withEdges(element, rule, content)
}

function ruleOfOthers(localName: string, isBlock: boolean): MarkdownRule {
  if (silent.has(localName)) return leaveOut
  return isBlock ? standApart : keepContent
}

const leaveOut: MarkdownRule = () => ""
const standApart: MarkdownRule = (content) => `\n\n${content}\n\n`
const keepContent: MarkdownRule = (content) => content

/** Without a word, a picture or anything else that says something. */
function isBlank(element: PageElement): boolean {
  return !saysSomething(element) && !hasNode(element, saysSomething)
}

function saysSomething(node: PageNode): boolean {
  if (!isElement(node)) return node.nodeType !== commentNode && /\S/.test(node.textContent)
  return voidNames.has(node.localName) || telling.has(node.localName)
}

const commentNode = 8

/** White space at the edges of an inline element stands outside of its marks, and not twice. */
function withEdges(element: PageElement, rule: MarkdownRule, content: string): string {
  const text = element.textContent
  const lead = text.length - text.trimStart().length
  const isAll = lead === text.length
  const trail = isAll ? 0 : text.length - text.trimEnd().length
  if (lead === 0 && trail === 0) return rule(content, element)
  const before = text.slice(0, lead)
  const after = text.slice(text.length - trail)
  const isDoubledBefore = /^[ \t\r\n]/.test(before) && endsInSpace(element.previousSibling)
  const isDoubledAfter = !isAll && /[ \t\r\n]$/.test(after) && startsWithSpace(element.nextSibling)
  const leading = isDoubledBefore ? before.replace(/^[ \t\r\n]+/, "") : before
  const trailing = isDoubledAfter ? after.replace(/[ \t\r\n]+$/, "") : after
  if (leading === "" && trailing === "") return rule(content, element)
  return leading + rule(content.trim(), element) + trailing
}

function endsInSpace(node: PageNode | null): boolean {
  return isInline(node) && node.textContent.endsWith(" ")
}

function startsWithSpace(node: PageNode | null): boolean {
  return isInline(node) && node.textContent.startsWith(" ")
}

function isInline(node: PageNode | null): node is PageNode {
  return node !== null && (isText(node) || (isElement(node) && !blockNames.has(node.localName)))
}
