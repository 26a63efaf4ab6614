// Inline rules: links, images, code, emphasis, marks that Markdown has no sign for.

import type { PageElement } from "../dom.ts"
import { block, type MarkdownRules, oneLine } from "./rule.ts"

export const inlineRules: MarkdownRules = {
  a: writeLink,
  img: writeImage,
  code: (_, element) => writeCode(element),
  kbd: (_, element) => writeCode(element),
  samp: (_, element) => writeCode(element),
  tt: (_, element) => writeCode(element),
  strong: (content) => wrap(content, "**"),
  b: (content) => wrap(content, "**"),
  em: (content) => wrap(content, "*"),
  i: (content) => wrap(content, "*"),
  del: (content) => wrap(content, "~~"),
  s: (content) => wrap(content, "~~"),
  strike: (content) => wrap(content, "~~"),
  sup: (content) => writeTag(content, "sup"),
  sub: (content) => writeTag(content, "sub"),
  q: (content) => (content === "" ? "" : `"${content}"`),
  br: () => "  \n",
}

/** `[text](url)`; a link that holds one heading moves inside of it, one without text or target is only its text. */
function writeLink(content: string, element: PageElement): string {
  const url = element.getAttribute("href")
  const text = oneLine(content)
  if (text === "") return ""
  const heading = text.startsWith("#") ? /^(#{1,6}) (.*)$/.exec(text) : null
  if (!url) return heading ? block(text) : content
  if (heading) return block(`${heading[1]} [${heading[2]}](${writeTarget(url)})`)
  if (text.startsWith("http") && isAddress(text, url)) return `<${url}>`
  const link = `[${balanceBrackets(text)}](${writeTarget(url)})`
  return content.includes("\n\n") ? block(link) : withBreaks(content, link)
}

/** An address that stands for itself. */
function isAddress(text: string, url: string): boolean {
  return text.replace(/\\(.)/g, "$1") === url && /^https?:\/\/[^\s<>]+$/.test(url)
}

/** Bare where CommonMark allows it, in angle brackets where spaces or parentheses would end the target. */
function writeTarget(url: string): string {
  const line = url.trim().replace(/[\r\n\t]+/g, "")
  return /[\s()<>]/.test(line) ? `<${line.replace(/</g, "%3C").replace(/>/g, "%3E")}>` : line
}

/** Brackets in a link's text must pair; images and escapes are left alone. */
function balanceBrackets(text: string): string {
  if (!/[[\]]/.test(text)) return text
  const bare = text.replace(/\\[[\]]/g, "")
  const opening = bare.split("[").length
  const closing = bare.split("]").length
  return opening === closing ? text : text.replace(/(?<!\\)[[\]]/g, "\\$&")
}

function writeImage(_: string, element: PageElement): string {
  const url = element.getAttribute("src")
  if (!url) return ""
  const text = oneLine(element.getAttribute("alt") ?? "").replace(/[[\]]/g, "\\$&")
  return `![${text}](${writeTarget(url)})`
}

function writeCode(element: PageElement): string {
  const text = element.textContent.replace(/\s+/g, " ")
  if (text.trim() === "") return text
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = "`".repeat(longest + 1)
  const space = /^`|`$|^ .*[^ ].* $/.test(text) ? " " : ""
  return `${fence}${space}${text}${space}${fence}`
}

/** Emphasis hugs its text: line breaks inside would end it, nested marks of the same kind would close it. */
function wrap(content: string, mark: string): string {
  if (content.trim() === "" || content.includes("\n\n")) return content
  const text = oneLine(content)
  const marked = text.startsWith(mark) && text.endsWith(mark) ? text : `${mark}${text}${mark}`
  return withBreaks(content, marked)
}

/** Line breaks at the ends of an element stay, outside of its marks: without them words would grow together. */
function withBreaks(content: string, written: string): string {
  const before = /^\s*\n/.test(content) ? "  \n" : ""
  const after = /\n\s*$/.test(content) ? "  \n" : ""
  return `${before}${written}${after}`
}

function writeTag(content: string, tag: string): string {
  const text = content.trim()
  if (text === "" || text.includes("\n") || /^\[.*\]/.test(text)) return content
  return withBreaks(content, `<${tag}>${text}</${tag}>`)
}
