// Controls that hide text: tab panels are opened and named, check boxes become the marks of task lists.

import {
  collapse,
  isElement,
  type PageDocument,
  type PageElement,
  type PageNode,
  rawMarkdownAttribute,
  walk,
} from "./dom.ts"

/** Shows panels with their tab's label in front, and removes the rows of tabs that the labels stood in. */
export function openTabPanels(panels: readonly PageElement[]): void {
  const groups = new Map<PageElement, PageElement[]>()
  for (const panel of panels) {
    showPanel(panel)
    const parent = panel.parentNode
    if (parent === null) continue
    const group = groups.get(parent)
    if (group === undefined) groups.set(parent, [panel])
    else group.push(panel)
  }
  // Labels first: one row of tabs may serve panels of several parents.
  const tabsOf = createTabFinder()
  const elementOf = createIdFinder()
  for (const [parent, group] of groups) {
    labelPanels(group, { tabs: tabsOf(parent.parentNode), places: placesOf(parent), elementOf })
  }
  const holders = new Set([...groups.keys()].map((parent) => parent.parentNode))
  for (const holder of holders) removeTabRows(holder)
  for (const parent of groups.keys()) removeSwitches(parent)
}

function showPanel(panel: PageElement): void {
  panel.removeAttribute("hidden")
  panel.removeAttribute("aria-hidden")
  const style = panel.getAttribute("style")
  if (style && /display\s*:\s*none/i.test(style)) panel.removeAttribute("style")
}

interface PanelGroup {
  readonly tabs: readonly PageElement[]
  readonly places: ReadonlyMap<PageElement, number>
  elementOf(id: string, document: PageDocument): PageElement | undefined
}

/** Panels without a label of their own stay as they are. */
function labelPanels(panels: readonly PageElement[], group: PanelGroup): void {
  for (const panel of panels) {
    const id = panel.getAttribute("aria-labelledby")
    const place = group.places.get(panel)
    const tab =
      (id ? group.elementOf(id, panel.ownerDocument) : undefined) ??
      (place === undefined ? undefined : group.tabs[place]) ??
      findLabelBefore(panel)
    const label = tab ? collapse(tab.textContent) : ""
    if (label !== "" && label.length <= labelLengthMax) prependLabel(panel, label)
  }
}

/** The tabs of the row beside the panels' parent, in order; each place is searched once. */
function createTabFinder(): (holder: PageElement | null) => readonly PageElement[] {
  const known = new Map<PageElement | null, readonly PageElement[]>()
  return (holder) => {
    const found = known.get(holder)
    if (found !== undefined) return found
    const row = holder?.querySelector("[role=tablist], .tabbed-labels, .nav-tabs")
    const tabs = row?.querySelectorAll("[role=tab], label, li") ?? []
    known.set(holder, tabs)
    return tabs
  }
}

/** Elements by id; the document is walked once, when the first is asked for. */
function createIdFinder(): PanelGroup["elementOf"] {
  let elements: Map<string, PageElement> | undefined
  return (id, document) => {
    elements ??= listIds(document)
    return elements.get(id)
  }
}

function listIds(document: PageDocument): Map<string, PageElement> {
  const elements = new Map<string, PageElement>()
  walk(document.documentElement ?? document, listId, elements)
  return elements
}

function listId(node: PageNode, elements: Map<string, PageElement>): undefined {
  const id = isElement(node) ? node.getAttribute("id") : null
  if (isElement(node) && id !== null && !elements.has(id)) elements.set(id, node)
}

/** Which panel of its name each child is. */
function placesOf(parent: PageElement): ReadonlyMap<PageElement, number> {
  const places = new Map<PageElement, number>()
  const counts = new Map<string, number>()
  for (const child of parent.children) {
    if (child.getAttribute("role") === "tablist") continue
    const place = counts.get(child.localName) ?? 0
    counts.set(child.localName, place + 1)
    places.set(child, place)
  }
  return places
}

function prependLabel(panel: PageElement, label: string): void {
  const paragraph = panel.ownerDocument.createElement("p")
  const strong = panel.ownerDocument.createElement("strong")
  strong.textContent = label
  paragraph.append(strong)
  panel.prepend(paragraph)
}

function removeTabRows(holder: PageElement | null): void {
  for (const row of holder?.querySelectorAll("[role=tablist], .tabbed-labels") ?? []) row.remove()
}

function removeSwitches(parent: PageElement): void {
  for (const child of parent.children) {
    if (child.localName === "label" || child.localName === "input") child.remove()
  }
}

const labelLengthMax = 60

function findLabelBefore(panel: PageElement): PageElement | undefined {
  const previous = panel.previousElementSibling
  return previous?.localName === "label" ? previous : undefined
}

/** `<input type=checkbox>` in list items that have text: finished Markdown marks. */
export function markTasks(checkboxes: readonly PageElement[]): void {
  const hasText = new Map<PageElement, boolean>()
  for (const checkbox of checkboxes) {
    const item = checkbox.closest("li")
    if (!item) continue
    if (!hasText.has(item)) hasText.set(item, collapse(item.textContent) !== "")
    if (hasText.get(item)) markTask(checkbox)
  }
}

function markTask(checkbox: PageElement): void {
  const mark = checkbox.ownerDocument.createElement("span")
  mark.setAttribute(rawMarkdownAttribute, "inline")
  mark.textContent = checkbox.hasAttribute("checked") ? "[x]" : "[ ]"
  checkbox.replaceWith(mark, " ")
}
