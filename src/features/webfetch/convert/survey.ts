// One walk over a parsed page that lists what later steps rewrite, so that none of them searches the page again,
// and that removes what no reader sees: comments, zero-width characters, direction controls.

import { classOf, isElement, isText, type PageElement, type PageNode, walk } from "./dom.ts"
import { convertLimits } from "./limits.ts"

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
  const doomed: PageNode[] = []
  walk(root, surveyNode, { survey, doomed, space: createSpaceLimit() })
  for (const node of doomed) node.remove()
  return survey
}

interface Surveying {
  readonly survey: PageSurvey
  readonly doomed: PageNode[]
  readonly space: SpaceLimit
}

function surveyNode(node: PageNode, { survey, doomed, space }: Surveying): "skip" | undefined {
  if (isText(node)) cleanText(node, space)
  else if (node.nodeType === commentNode || space.isBeyond(node)) doomed.push(node)
  else if (isElement(node)) return listElement(node, survey)
  return undefined
}

type SpaceLimit = ReturnType<typeof createSpaceLimit>

/** Counts white space that no visible character interrupts, line breaks included. */
function createSpaceLimit() {
  let run = 0
  const shorten = (space: string) => {
    const kept = space.slice(0, Math.max(0, convertLimits.spaceRunMax - run))
    run += kept.length
    return kept
  }
  const cut = (text: string) =>
    text.replace(/\s+|\S+/g, (part) => {
      if (/^\s/.test(part)) return shorten(part)
      run = 0
      return part
    })
  return {
    /** The text without the white space that is too much. */
    limit: (text: string): string => {
      const length = text.length
      if (run + length > convertLimits.spaceRunMax) return cut(text)
      const seen = text.trimEnd().length
      run = seen === 0 ? run + length : length - seen
      return text
    },
    /** A line break that is too much. */
    isBeyond: (node: PageNode): boolean => {
      if (node.nodeName !== "BR") return false
      run += lineBreakCharacters
      return run > convertLimits.spaceRunMax
    },
  }
}

/** What a line break becomes in Markdown. */
const lineBreakCharacters = 3

/** The parser splits text at entities; the parts are joined, so that escapes see whole words. */
function cleanText(node: PageNode, space: SpaceLimit): void {
  let text = node.textContent
  for (let next = node.nextSibling; next && isText(next); next = node.nextSibling) {
    text += next.textContent
    next.remove()
  }
  const visible = space.limit(text.replace(invisible, ""))
  if (visible !== node.textContent) node.textContent = visible
}

function listElement(element: PageElement, survey: PageSurvey): "skip" | undefined {
  const name = element.localName
  const className = classOf(element)
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
