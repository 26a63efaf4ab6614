// What a Markdown rule is: what becomes of one element once its children are Markdown.

import type { PageElement } from "../dom.ts"

export type MarkdownRule = (content: string, element: PageElement) => string

/** Rules by element name. */
export type MarkdownRules = Readonly<Record<string, MarkdownRule>>

export function block(content: string): string {
  return content === "" ? "" : `\n\n${content}\n\n`
}

/** One line of inline Markdown: line breaks become spaces. */
export function oneLine(content: string): string {
  if (!content.includes("\n")) return content.trim()
  return content.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space)).trim()
}

/** Shifts every line but the empty ones. */
export function indentRest(content: string, width: number): string {
  return content.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`)
}
