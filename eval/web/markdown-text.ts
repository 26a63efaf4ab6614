// Plain text of Markdown through an independent CommonMark/GFM parser: link texts stay, images go.

import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"

interface TreeNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly TreeNode[]
}

const inlineTypes = new Set(["text", "emphasis", "strong", "delete", "link", "linkReference"])

export function markdownToText(markdown: string): string {
  const tree: TreeNode = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const parts: string[] = []
  appendText(tree, parts)
  return parts.join("")
}

function appendText(node: TreeNode, parts: string[]): void {
  if (node.type === "image" || node.type === "imageReference") return
  if (node.type === "html") {
    if (/^<br\s*\/?>$/i.test(node.value ?? "")) parts.push("\n")
    return
  }
  if (node.type === "break") parts.push("\n")
  if (node.value !== undefined) parts.push(node.value)
  for (const child of node.children ?? []) appendText(child, parts)
  if (!inlineTypes.has(node.type) && node.type !== "inlineCode") parts.push("\n")
}
