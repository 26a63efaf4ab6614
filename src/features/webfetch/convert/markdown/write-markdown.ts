// A DOM subtree to Markdown: turndown walks and joins, the rules of this folder decide what each element becomes.

import type { PageElement } from "../dom.ts"
import { blockRules } from "./block.ts"
import { escapeMarkdown } from "./escape.ts"
import { inlineRules } from "./inline.ts"
import type { MarkdownRule } from "./rule.ts"
import { createTableRules } from "./table.ts"

/** Consumes the subtree: white space in it is collapsed. */
export async function writeMarkdown(root: PageElement): Promise<string> {
  const { default: TurndownService } = await import("turndown")
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })
  const rules = new Map(
    Object.entries<MarkdownRule>({ ...inlineRules, ...blockRules, ...createTableRules() }),
  )
  service.escape = escapeMarkdown
  // The library's own rules are for names that have one here: each element would be held against all of them.
  service.rules.array = []
  service.addRule("workbench", {
    filter: (node: PageElement) => rules.has(node.localName),
    replacement: (content: string, node: PageElement) =>
      rules.get(node.localName)?.(content, node) ?? content,
  })
  service.remove(["script", "style", "noscript", "template", "head", "svg", "iframe"])
  // turndown would copy the whole tree first; this one is nobody else's.
  Object.defineProperty(root, "cloneNode", { value: () => root })
  return tidy(service.turndown(root))
}

/** Outside of fences: no trailing white space, at most one empty line, no lone hard breaks. */
function tidy(markdown: string): string {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of markdown.split("\n")) {
    const mark = /^[\s>]*(`{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark === fence && line.trim().endsWith(mark)) fence = undefined
      lines.push(line)
      continue
    }
    fence = mark
    const isBreak = /\S {2,}$/.test(line) && mark === undefined
    const text = line.trimEnd()
    if (text === "" && lines.at(-1) === "") continue
    lines.push(isBreak ? `${text}  ` : text)
  }
  return lines
    .join("\n")
    .replace(/ {2}\n(?=\n)/g, "\n")
    .trim()
}
