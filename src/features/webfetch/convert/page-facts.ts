// Facts about a whole page that extraction loses and the quality signals need: scripts, password fields, the marks
// of an empty application, of paywalls and consent layers, and how much text there is to see.

import {
  collapse,
  isElement,
  isMarked,
  isText,
  type PageDocument,
  type PageElement,
  type PageNode,
  walk,
} from "./dom.ts"
import { countVisibleRuns } from "./measure-text.ts"

export interface PageFacts {
  readonly scripts: number
  readonly hasPasswordField: boolean
  /** An empty element that a client-side application fills. */
  readonly hasEmptyAppRoot: boolean
  readonly hasPaywallMark: boolean
  readonly visibleWords: number
  /** Beginning of the visible text, for phrases. */
  readonly opening: string
  /** Text of an article in JSON-LD, for pages that show nothing else. */
  readonly articleBody: string | undefined
  readonly noscript: string
}

const appRoot = /^(?:root|app|__next|__nuxt|svelte|gatsby|main-app|react-root|app-root|q-app)\b/i
const paywallMark =
  /(?:^|[\s_-])(?:paywall\w*|piano-|meteredcontent|subscriber-only|premium-(?:wall|content)|regwall)/i
const openingCharacters = 4_000

type MutableFacts = { -readonly [Key in keyof PageFacts]: PageFacts[Key] }

export function readPageFacts(document: PageDocument): PageFacts {
  const facts: MutableFacts = {
    scripts: 0,
    hasPasswordField: false,
    hasEmptyAppRoot: false,
    hasPaywallMark: false,
    visibleWords: 0,
    opening: "",
    noscript: "",
    articleBody: undefined,
  }
  walk(document.documentElement ?? document, readNode, facts)
  return facts
}

function readNode(node: PageNode, facts: MutableFacts): "skip" | undefined {
  if (isElement(node)) return readElement(node, facts)
  if (isText(node)) countText(node.textContent, facts)
  return undefined
}

function countText(content: string, facts: MutableFacts): void {
  const words = countVisibleRuns(content)
  facts.visibleWords += words
  if (words > 0 && facts.opening.length < openingCharacters)
    facts.opening += `${collapse(content)} `
}

const unseenNames = new Set(["style", "noscript", "template", "title"])

function readElement(element: PageElement, facts: MutableFacts): "skip" | undefined {
  const name = element.localName
  if (name === "script") return readScript(element, facts)
  if (name === "noscript") facts.noscript += collapse(element.textContent)
  if (unseenNames.has(name)) return "skip"
  if (name === "input" && element.getAttribute("type") === "password") facts.hasPasswordField = true
  if (isMarked(element, paywallMark)) facts.hasPaywallMark = true
  const id = element.getAttributeNode("id")?.value
  if (id !== undefined && appRoot.test(id) && collapse(element.textContent) === "")
    facts.hasEmptyAppRoot = true
  return undefined
}

function readScript(element: PageElement, facts: MutableFacts): "skip" {
  const text = element.textContent
  facts.scripts++
  facts.articleBody ??= readArticleBody(element.getAttribute("type"), text)
  if (/"isAccessibleForFree"\s*:\s*"?false/i.test(text)) facts.hasPaywallMark = true
  return "skip"
}

/** `articleBody` of schema.org data; anything that is not JSON counts as absent. */
function readArticleBody(type: string | null, text: string): string | undefined {
  if (!/ld\+json/i.test(type ?? "") || !text.includes('"articleBody"')) return undefined
  const value = /"articleBody"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  if (value === undefined) return undefined
  try {
    const body: unknown = JSON.parse(value)
    return typeof body === "string" ? body : undefined
  } catch {
    return undefined
  }
}
