// One walk over a parsed page that lists what later steps rewrite, so that none of them searches the page again,
// and that removes what no reader sees: comments, zero-width characters, direction controls.

import { isElement, isText, type PageElement, type PageNode, walk } from "./dom.ts"

export interface PageSurvey {
  readonly preformatted: PageElement[]
  readonly inlineCode: PageElement[]
  /** Tables that look like code with a column of line numbers. */
  readonly codeTables: PageElement[]
  /** Outermost elements that hold a formula, in any of the usual renderings. */
  readonly formulas: PageElement[]
  readonly tabPanels: PageElement[]
  readonly checkboxes: PageElement[]
}

const commentNode = 8

/** Zero-width space, word joiner, byte order mark, soft hyphen; direction controls can hide or reorder text. */
const invisible = /[\u200B\u2060\uFEFF\u00AD\u202A-\u202E\u2066-\u2069]/g
const formulaClass = /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_\w+)?|mwe-math-element|math)(?:\s|$)/
const codeTableClass =
  /(?:^|\s)(?:highlight|highlighttable|hljs-ln|js-file-line-container|lntable|rouge-table)(?:\s|$)/
const tabPanelClass = /(?:^|\s)(?:tabbed-block|tab-pane|sd-tab-content|sphinx-tabs-panel)(?:\s|$)/

export function surveyPage(root: PageNode): PageSurvey {
  const survey: PageSurvey = {
    preformatted: [],
    inlineCode: [],
    codeTables: [],
    formulas: [],
    tabPanels: [],
    checkboxes: [],
  }
  const comments: PageNode[] = []
  walk(root, (node) => {
    if (isElement(node)) return listElement(node, survey)
    if (isText(node)) cleanText(node)
    else if (node.nodeType === commentNode) comments.push(node)
    return undefined
  })
  for (const comment of comments) comment.remove()
  return survey
}

/** The parser splits text at entities; the parts are joined, so that escapes see whole words. */
function cleanText(node: PageNode): void {
  let text = node.textContent
  for (let next = node.nextSibling; next && isText(next); next = node.nextSibling) {
    text += next.textContent
    next.remove()
  }
  const visible = text.replace(invisible, "")
  if (visible !== node.textContent) node.textContent = visible
}

function listElement(element: PageElement, survey: PageSurvey): "skip" | undefined {
  const name = element.localName
  const className = element.getAttribute("class") ?? ""
  if (isFormula(element, name, className)) {
    survey.formulas.push(element)
    return "skip"
  }
  if (name === "style" || name === "script") return "skip"
  if (name === "pre") {
    survey.preformatted.push(element)
    return undefined
  }
  if (name === "code") survey.inlineCode.push(element)
  if (name === "table" && codeTableClass.test(className)) survey.codeTables.push(element)
  if (name === "input" && element.getAttribute("type") === "checkbox") {
    survey.checkboxes.push(element)
  }
  if (element.getAttribute("role") === "tabpanel" || tabPanelClass.test(className)) {
    survey.tabPanels.push(element)
  }
  return undefined
}

function isFormula(element: PageElement, name: string, className: string): boolean {
  if (name === "math" || name === "mjx-container") return true
  if (name === "script") return /^math\//i.test(element.getAttribute("type") ?? "")
  if (name === "pre" || name === "body" || name === "html") return false
  return className !== "" && formulaClass.test(className)
}
