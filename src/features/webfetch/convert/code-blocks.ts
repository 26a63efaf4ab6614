// Code in one form: `<pre data-language=…>` with plain text, whatever the highlighter made of it. Line number
// gutters, copy buttons and wrapper elements go; line breaks that only existed as elements become newlines.

import { isElement, isText, type PageElement, type PageNode } from "./dom.ts"
import { languageNames } from "./languages.ts"

/** Wrappers above a `pre` that highlighters add: they are looked at for the language, and unwrapped. */
const wrappersMax = 4
/** Buttons, gutters and white space beside the code; a parent with more is no wrapper. */
const wrappedSiblingsMax = 20

const gutterClass =
  /(?:^|\s)(?:gutter|line-?numbers?(?:-rows)?|linenos?|lnt?|linenodiv|hljs-ln-n\w*|blob-num|rouge-gutter|gl|line-num\w*|react-syntax-highlighter-line-number|ln-num)(?:\s|$)/i
const copyClass = /copy|clipboard|toolbar|toggle-?word-?wrap|run-?button|playground/i
/** A panel stays: its label goes in front of it. */
const tabPanelClass = /(?:^|[\s-])tab(?:bed)?-|sphinx-tabs/
const lineClass =
  /(?:^|\s)(?:line|token-line|code-line|view-line|cl|hljs-ln-code|blob-code)(?:\s|$)/i
const blockNames = new Set(["div", "p", "li", "tr", "ol", "ul", "table", "tbody"])

export function normalizePreformatted(pre: PageElement): void {
  if (!pre.parentNode || pre.parentNode.closest("pre")) return
  const language = findLanguage(pre)
  const text = readCode(pre)
  const wrapper = outermostWrapper(pre)
  if (isGutter(pre, text, wrapper)) {
    pre.remove()
    return
  }
  fillPreformatted(pre, text, language)
  if (wrapper !== pre && isOnlyCode(wrapper, pre)) wrapper.replaceWith(pre)
}

/** Code shown as table rows with a number cell: one line per row. */
export function normalizeCodeTable(table: PageElement): void {
  const pres = table.getElementsByTagName("pre")
  const code = pres.find((pre) => !isNumberColumn(pre.textContent))
  if (pres.length > 0) {
    if (code && pres.length <= 2) replaceWithPre(table, readCode(code), findLanguage(code))
    return
  }
  const rows = table.getElementsByTagName("tr")
  const lines = rows.map((row) => row.children.filter((cell) => !isNumberCell(cell)))
  if (rows.length === 0 || !lines.every((cells) => cells.length === 1)) return
  if (rows.every((row) => row.children.length === 1)) return
  const text = lines.map((cells) => readCode(cells[0] ?? table)).join("\n")
  replaceWithPre(table, text, findLanguage(table))
}

/** `code` with line breaks inside and no `pre` around is a block; a link that is all of it moves outside. */
export function normalizeInlineCode(code: PageElement): void {
  if (!code.parentNode || code.closest("pre")) return
  if (code.getElementsByTagName("br").length > 0) {
    replaceWithPre(code, readCode(code), findLanguage(code))
    return
  }
  const only = code.firstElementChild
  if (only?.localName === "a" && code.childNodes.length === 1) {
    code.replaceWith(only)
    const inner = code.ownerDocument.createElement("code")
    inner.textContent = only.textContent
    only.textContent = ""
    only.append(inner)
  }
}

function replaceWithPre(element: PageElement, text: string, language: string): void {
  const pre = element.ownerDocument.createElement("pre")
  fillPreformatted(pre, text, language)
  const wrapper = outermostWrapper(element)
  if (wrapper !== element && isOnlyCode(wrapper, element)) wrapper.replaceWith(pre)
  else element.replaceWith(pre)
}

function fillPreformatted(pre: PageElement, text: string, language: string): void {
  pre.textContent = text
  if (language !== "") pre.setAttribute("data-language", language)
}

// --- text -----------------------------------------------------------------------------------------

function readCode(root: PageElement): string {
  const parts: string[] = []
  appendCode(root, root, parts)
  return parts
    .join("")
    .replace(/\r\n?/g, "\n")
    .replace(/\u00A0/g, " ")
    .replace(/^[ \t]*\n/, "")
    .trimEnd()
}

function appendCode(node: PageNode, root: PageElement, parts: string[]): void {
  if (isText(node)) {
    parts.push(node.textContent)
    return
  }
  if (!isElement(node) || (node !== root && isChrome(node))) return
  if (node.localName === "br") {
    parts.push("\n")
    return
  }
  const isLine = node !== root && startsLine(node)
  if (isLine) endLine(parts)
  for (let child = node.firstChild; child; child = child.nextSibling) {
    appendCode(child, root, parts)
  }
  if (isLine && !isFollowedByNewline(node)) endLine(parts)
}

function isChrome(element: PageElement): boolean {
  const name = element.localName
  if (name === "button" || name === "script" || name === "style" || name === "svg") return true
  const className = element.getAttribute("class") ?? ""
  if (element.hasAttribute("data-line-number") && element.textContent.trim() === "") return true
  if (className === "") return false
  if (gutterClass.test(className)) return isNumberColumn(element.textContent)
  return copyClass.test(className) && element.textContent.length < 40 && name !== "code"
}

function startsLine(element: PageElement): boolean {
  if (blockNames.has(element.localName)) return true
  if (lineClass.test(element.getAttribute("class") ?? "")) return true
  return element.localName === "code" && element.parentNode?.localName === "pre" && hasTwin(element)
}

/** Several `code` children of one `pre` are lines. */
function hasTwin(element: PageElement): boolean {
  const sibling = element.nextElementSibling ?? element.previousElementSibling
  return sibling?.localName === "code"
}

function endLine(parts: string[]): void {
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? ""
    if (part === "") continue
    if (!part.endsWith("\n")) parts.push("\n")
    return
  }
}

/** The page's own newline after a line element counts once; an empty line element is an empty line. */
function isFollowedByNewline(element: PageElement): boolean {
  const next = element.nextSibling
  return next !== null && isText(next) && /^[ \t]*\r?\n/.test(next.textContent)
}

// --- gutters and wrappers -------------------------------------------------------------------------

function isGutter(pre: PageElement, text: string, wrapper: PageElement): boolean {
  if (!isNumberColumn(text) || text.trim() === "") return false
  const cell = pre.closest("td, .gutter, .linenos")
  const row = cell?.parentNode
  return (
    row !== undefined &&
    row !== null &&
    wrapper !== row &&
    row.getElementsByTagName("pre").length > 1
  )
}

function isNumberColumn(text: string): boolean {
  return /^[\s\d]*$/.test(text)
}

function isNumberCell(cell: PageElement): boolean {
  const name = cell.getAttribute("class") ?? ""
  return (
    cell.hasAttribute("data-line-number") ||
    gutterClass.test(name) ||
    /^\s*\d+\s*$/.test(cell.textContent)
  )
}

function outermostWrapper(element: PageElement): PageElement {
  let wrapper = element
  for (let level = 0; level < wrappersMax; level++) {
    const parent: PageElement | null = wrapper.parentNode
    if (!parent || !/^(?:div|figure|span|code|section)$/.test(parent.localName)) break
    if (parent.hasAttribute("role") || tabPanelClass.test(parent.getAttribute("class") ?? "")) break
    if (!isOnlyCode(parent, wrapper)) break
    wrapper = parent
  }
  return wrapper
}

/** Nothing but `child`, white space and copy buttons. */
function isOnlyCode(parent: PageElement, child: PageElement): boolean {
  let others = 0
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node === child || (isElement(node) && node.contains(child))) continue
    if (++others > wrappedSiblingsMax) return false
    if (isText(node) && node.textContent.trim() !== "") return false
    if (isElement(node) && !isChrome(node) && node.textContent.trim() !== "") return false
  }
  return true
}

// --- language -------------------------------------------------------------------------------------

/** A prefix that only highlighters write: any name after it is a language. */
const declaredPrefix =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|mw-highlight-lang-|brush:\s*|sourceCode\s+)([\w+#.-]+)/
/** A prefix that layouts write too: only a known language counts. */
const loosePrefix = /(?:^|\s)(?:highlight|code|src|syntax|sh|hljs)[-\s]([\w+#.-]+)/

/** Fence language: the attribute or class nearest to the code; empty where nothing known is named. */
export function findLanguage(element: PageElement): string {
  const inner = element.querySelector("code, [data-lang], [data-language]")
  const near = inner ? [inner, element] : [element]
  for (const candidate of near) {
    const language = declaredLanguage(candidate) ?? bareLanguage(candidate)
    if (language !== undefined) return language
  }
  let parent = element.parentNode
  for (let level = 0; isElement(parent) && level < wrappersMax; level++) {
    const language = declaredLanguage(parent)
    if (language !== undefined) return language
    parent = parent.parentNode
  }
  return ""
}

function declaredLanguage(element: PageElement): string | undefined {
  const attribute =
    element.getAttribute("data-language") ??
    element.getAttribute("data-lang") ??
    (element.localName === "pre" ? element.getAttribute("lang") : null)
  if (attribute) return languageNames.canonical(attribute, true)
  const className = element.getAttribute("class") ?? ""
  const declared = declaredPrefix.exec(className)?.[1]
  if (declared !== undefined) return languageNames.canonical(declared, true)
  const loose = loosePrefix.exec(className)?.[1]
  return loose === undefined ? undefined : languageNames.canonical(loose)
}

function bareLanguage(element: PageElement): string | undefined {
  const words = (element.getAttribute("class") ?? "").split(/\s+/)
  const word = words.find((candidate) => languageNames.has(candidate))
  return word === undefined ? undefined : languageNames.canonical(word)
}
