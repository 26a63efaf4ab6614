// Footnotes as `[^label]`: references whose target lies in a list of notes, and the notes themselves. Only lists that
// call themselves footnotes count; reference lists of encyclopedias keep their links.

import { collapse, isElement, type PageElement, rawMarkdownAttribute } from "./dom.ts"

const listSelector =
  "section.footnotes, div.footnotes, ol.footnotes, section[data-footnotes], [role=doc-endnotes], aside.footnote, aside.footnote-list, dl.footnote, div.footnote-definition"
const backLink =
  /(?:^|[\s_-])(?:footnote-back(?:ref)?|reversefootnote|data-footnote-backref|fn-backref|backref|footnote-return)(?:[\s_-]|$)/

export function normalizeFootnotes(root: PageElement): void {
  const lists = root.querySelectorAll(listSelector)
  if (lists.length === 0) return
  const labels = new Map<string, string>()
  for (const list of lists) {
    for (const rule of list.querySelectorAll("hr")) rule.remove()
    if (list.parentNode?.closest(listSelector)) continue
    for (const [id, note] of findNotes(list)) {
      const label = labelOf(note, labels.size + 1)
      labels.set(id, label)
      writeNote(note, label)
    }
  }
  for (const link of root.querySelectorAll("a[href^='#']")) markReference(link, labels)
}

function findNotes(list: PageElement): [string, PageElement][] {
  const items = list.querySelectorAll(
    "li[id], aside.footnote[id], dt[id], div.footnote-definition[id]",
  )
  const notes = list.getAttribute("id") && items.length === 0 ? [list] : items
  return notes.map((note) => [note.getAttribute("id") ?? "", note])
}

/** Sphinx prints its label; elsewhere the number in the list is the label. */
function labelOf(note: PageElement, index: number): string {
  const label =
    note.localName === "dt" ? note : note.querySelector(".label, .footnote-definition-label")
  const text = label ? collapse(label.textContent).replace(/[[\]\s]/g, "") : ""
  return text === "" ? String(index) : text
}

function writeNote(note: PageElement, label: string): void {
  const document = note.ownerDocument
  const body = note.localName === "dt" ? (note.nextElementSibling ?? note) : note
  for (const link of body.querySelectorAll("a[href^='#']")) {
    if (isBackLink(link)) link.remove()
  }
  for (const element of body.querySelectorAll(".label, .footnote-definition-label"))
    element.remove()
  const definition = document.createElement("div")
  definition.setAttribute("data-footnote", label)
  definition.append(...body.childNodes)
  const list = note.closest("ol, ul, dl") ?? note
  list.before(definition)
  note.remove()
  if (body !== note) body.remove()
  if (list !== note && list.children.length === 0) list.remove()
}

function isBackLink(link: PageElement): boolean {
  const marks = `${link.getAttribute("class") ?? ""} ${link.getAttribute("role") ?? ""}`
  if (backLink.test(marks) || link.hasAttribute("data-footnote-backref")) return true
  return /^(?:[\s↩⏎↑^]|\uFE0E|\uFE0F)*$/.test(link.textContent) || /doc-backlink/.test(marks)
}

function markReference(link: PageElement, labels: ReadonlyMap<string, string>): void {
  const label = labels.get(decodeFragment(link.getAttribute("href") ?? ""))
  if (label === undefined) return
  const mark = link.ownerDocument.createElement("span")
  mark.setAttribute(rawMarkdownAttribute, "inline")
  mark.textContent = `[^${label}]`
  const parent = link.parentNode
  const isOnly =
    parent?.localName === "sup" && collapse(parent.textContent) === collapse(link.textContent)
  if (isElement(parent) && isOnly) parent.replaceWith(mark)
  else link.replaceWith(mark)
}

function decodeFragment(href: string): string {
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    return href.slice(1)
  }
}
