// Controls that hide text: tab panels are opened and named, check boxes become the marks of task lists.

import { collapse, isElement, type PageElement, rawMarkdownAttribute } from "./dom.ts"

/** Shows a panel and puts its tab's label in front; panels without text of their own stay as they are. */
export function openTabPanel(panel: PageElement): void {
  panel.removeAttribute("hidden")
  panel.removeAttribute("aria-hidden")
  const style = panel.getAttribute("style")
  if (style && /display\s*:\s*none/i.test(style)) panel.removeAttribute("style")
  const label = findLabel(panel)
  if (label === undefined) return
  const paragraph = panel.ownerDocument.createElement("p")
  const strong = panel.ownerDocument.createElement("strong")
  strong.textContent = label
  paragraph.append(strong)
  panel.prepend(paragraph)
}

/** Removes the row of tabs once its panels carry the labels. */
export function removeTabRow(panel: PageElement): void {
  for (const row of panel.parentNode?.parentNode?.querySelectorAll(
    "[role=tablist], .tabbed-labels",
  ) ?? []) {
    row.remove()
  }
  for (const label of panel.parentNode?.children ?? []) {
    if (label.localName === "label" || label.localName === "input") label.remove()
  }
}

function findLabel(panel: PageElement): string | undefined {
  const id = panel.getAttribute("aria-labelledby")
  const byId = id ? panel.ownerDocument.getElementById(id) : null
  const tab = byId ?? findTabByIndex(panel) ?? findLabelBefore(panel)
  const text = tab ? collapse(tab.textContent) : ""
  return text === "" || text.length > labelLengthMax ? undefined : text
}

const labelLengthMax = 60

function findTabByIndex(panel: PageElement): PageElement | undefined {
  const group = panel.parentNode?.parentNode
  const row = group?.querySelector("[role=tablist], .tabbed-labels, .nav-tabs")
  if (!row || !panel.parentNode) return undefined
  const panels = panel.parentNode.children.filter(
    (child) => child.localName === panel.localName && child.getAttribute("role") !== "tablist",
  )
  const tabs = row.querySelectorAll("[role=tab], label, li")
  return tabs[panels.indexOf(panel)]
}

function findLabelBefore(panel: PageElement): PageElement | undefined {
  const previous = panel.previousElementSibling
  return previous?.localName === "label" ? previous : undefined
}

/** `<input type=checkbox>` at the start of a list item: a finished Markdown mark. */
export function markTask(checkbox: PageElement): void {
  const item = checkbox.closest("li")
  if (!item || !isElement(checkbox.parentNode)) return
  const before = collapse(item.textContent)
  if (before === "") return
  const mark = checkbox.ownerDocument.createElement("span")
  mark.setAttribute(rawMarkdownAttribute, "inline")
  mark.textContent = checkbox.hasAttribute("checked") ? "[x]" : "[ ]"
  checkbox.replaceWith(mark, " ")
}
