// The flow from HTML text to a converted page: parse, normalise, find the main text, clean, resolve, write.
// Steps do not know each other; only this file does.

import { isAdmonition, quoteAdmonition } from "./admonitions.ts"
import { cleanArticle } from "./clean-article.ts"
import { clearBlanks } from "./clear-blanks.ts"
import { normalizeCodeTable, normalizeInlineCode, normalizePreformatted } from "./code-blocks.ts"
import {
  collapse,
  groupByName,
  isElement,
  isHeadingName,
  type PageDocument,
  type PageElement,
  type PageNode,
  walk,
} from "./dom.ts"
import { findGeneratorBody, findLandmark } from "./find-container.ts"
import { flattenNesting } from "./flatten-nesting.ts"
import { normalizeFootnotes } from "./footnotes.ts"
import { normalizeSignatures } from "./generator-forms.ts"
import { groupSiblings } from "./group-siblings.ts"
import { limitMarkup } from "./limit-markup.ts"
import { hasLostProse, measureProse, readArticle } from "./main-content.ts"
import { writeMarkdown } from "./markdown/write-markdown.ts"
import { normalizeFormula } from "./math.ts"
import { countWords } from "./measure-text.ts"
import type { ConvertedPage, PageHeading, PageInput } from "./page.ts"
import { readPageFacts } from "./page-facts.ts"
import { parseHtml } from "./parse-html.ts"
import { judgeQuality, shortWords } from "./quality-signals.ts"
import { type PageMetadata, readMetadata } from "./read-metadata.ts"
import { findBase, resolveImage, resolveLink, resolveUrl } from "./resolve-links.ts"
import { revealHidden, stripChrome } from "./strip-chrome.ts"
import { surveyPage } from "./survey.ts"
import { markTasks, openTabPanels } from "./widgets.ts"
import { writeText } from "./write-text.ts"

/** An article with less text may be the loading line of a page whose text is still hidden. */
const tinyCharacters = 200

interface MainText {
  readonly root: PageElement
  readonly title: string | undefined
  readonly isExtracted: boolean
}

export async function convertHtml(source: string, input: PageInput): Promise<ConvertedPage> {
  const { html, isCut, isExtractable } = limitMarkup(source)
  const document = await openPage(html)
  const metadata = readMetadata(document)
  const base = findBase(document, input.url)
  const facts = readPageFacts(document)
  const main = await findMainText(document, html, {
    extractMain: input.extractMain,
    isExtractable,
  })
  prepare(main.root, base)
  const written = write(main.root, input.format)
  const rescued = rescueText(written, facts.articleBody)
  const content = rescued ?? written
  const wordCount = countWords(content)
  const qualitySignals = judgeQuality({
    ...facts,
    status: input.status,
    headers: input.headers ?? {},
    title: metadata.title ?? "",
    firstHeading: metadata.firstHeading ?? "",
    words: wordCount,
  })
  return {
    kind: "html",
    content,
    headings: listHeadings(main.root),
    extractedMain: main.isExtracted,
    wordCount,
    qualitySignals,
    ...describeHead(metadata, main, base),
    ...(isCut
      ? { truncated: true, note: "The page is very large; only its beginning was read." }
      : {}),
    ...(rescued === undefined ? {} : { note: "The text comes from the page's JSON-LD data." }),
  }
}

function write(root: PageElement, format: PageInput["format"]): string {
  if (format === "html") {
    clearBlanks(root)
    return root.innerHTML.trim()
  }
  return format === "text" ? writeText(root) : writeMarkdown(root)
}

/** A page that shows nothing may carry its article as data. */
function rescueText(written: string, articleBody: string | undefined): string | undefined {
  if (articleBody === undefined || countWords(written) >= shortWords) return undefined
  return countWords(articleBody) >= shortWords ? articleBody.trim() : undefined
}

/** Parsed, with code, formulas, tabs and task marks in the forms that later steps know. */
async function openPage(html: string): Promise<PageDocument> {
  const document = await parseHtml(html)
  const survey = surveyPage(document.documentElement ?? document)
  for (const table of survey.codeTables) normalizeCodeTable(table)
  for (const pre of survey.preformatted) normalizePreformatted(pre)
  for (const code of survey.inlineCode) normalizeInlineCode(code)
  for (const formula of survey.formulas) normalizeFormula(formula)
  markTasks(survey.checkboxes)
  openTabPanels(survey.tabPanels)
  return document
}

/** The generator's own body, else Readability's article unless the page's landmark holds much more, else the body. */
async function findMainText(
  document: PageDocument,
  html: string,
  {
    extractMain,
    isExtractable,
  }: { readonly extractMain: boolean; readonly isExtractable: boolean },
): Promise<MainText> {
  const body = document.body ?? document.createElement("body")
  if (!extractMain) return { root: body, title: undefined, isExtracted: false }
  const generatorBody = findGeneratorBody(document)
  if (generatorBody) return { root: generatorBody, title: undefined, isExtracted: true }
  const landmark = findLandmark(document)
  if (!isExtractable) return chooseByLandmark(landmark, body)
  const wanted = landmark ? measureProse(landmark) : { characters: 0, code: 0 }
  const article = await readArticle(document)
  const found = article ? measureProse(article.root) : { characters: 0, code: 0 }
  const isTiny = !article || article.root.textLength < tinyCharacters
  const hidden = isTiny ? await openHidden(html) : undefined
  if (hidden) return { root: hidden, title: article?.title, isExtracted: false }
  if (article && !hasLostProse(wanted, found)) {
    cleanArticle(article.root)
    return { ...article, isExtracted: true }
  }
  const fresh = await openPage(html)
  const part = wanted.characters > 0 ? findLandmark(fresh) : undefined
  return { root: part ?? fresh.body ?? body, title: article?.title, isExtracted: !!part }
}

/** For pages that are too large to be walked many times. */
function chooseByLandmark(landmark: PageElement | undefined, body: PageElement): MainText {
  const hasText = landmark && landmark.textLength >= tinyCharacters
  return hasText
    ? { root: landmark, title: undefined, isExtracted: true }
    : { root: body, title: undefined, isExtracted: false }
}

/** The body with its hidden parts shown, where these hold text. */
async function openHidden(html: string): Promise<PageElement | undefined> {
  if (!/hidden|display\s*:\s*none/i.test(html)) return undefined
  const { body } = await openPage(html)
  return body && revealHidden(body) ? body : undefined
}

function prepare(root: PageElement, base: string): void {
  stripChrome(root)
  normalizeFootnotes(root)
  normalizeSignaturesAndNotes(root)
  const groups = groupByName(root)
  for (const link of groups.get("a") ?? []) resolveLink(link, base)
  for (const image of groups.get("img") ?? []) resolveImage(image, base)
  flattenNesting(root)
  groupSiblings(root)
}

function normalizeSignaturesAndNotes(root: PageElement): void {
  normalizeSignatures(root)
  const notes: PageElement[] = []
  walk(root, listAdmonition, notes)
  for (const note of notes) if (note !== root) quoteAdmonition(note)
}

function listAdmonition(node: PageNode, notes: PageElement[]): undefined {
  if (isElement(node) && isAdmonition(node)) notes.push(node)
}

function listHeadings(root: PageElement): PageHeading[] {
  const headings: PageHeading[] = []
  walk(root, listHeading, headings)
  return headings
}

function listHeading(node: PageNode, headings: PageHeading[]): "skip" | undefined {
  if (!isElement(node) || !isHeadingName(node.localName)) return undefined
  const text = collapse(node.textContent)
  if (text !== "") headings.push({ level: Number(node.localName.charAt(1)), text })
  return "skip"
}

function describeHead(metadata: PageMetadata, main: MainText, base: string) {
  const title = metadata.title ?? (main.title || metadata.firstHeading)
  const canonicalUrl = metadata.canonical && resolveUrl(metadata.canonical, base)
  const markdownUrl = metadata.markdownAlternate && resolveUrl(metadata.markdownAlternate, base)
  return {
    ...(title === undefined ? {} : { title }),
    ...(canonicalUrl ? { canonicalUrl } : {}),
    ...(markdownUrl ? { markdownUrl } : {}),
  }
}
