// Which element of a page holds its main text, said by the page itself: first by the marks of documentation
// generators, whose answer is taken as it is, then by the page's landmarks, whose answer is only a candidate.

import { isElement, isMarked, type PageDocument, type PageElement } from "./dom.ts"

interface GeneratorRule {
  /** The tool that wrote the page. */
  readonly generator: string
  /** How the tool's name begins in `meta[name=generator]`, or what is present only in its pages. */
  readonly named?: string
  /** A selector. */
  readonly mark?: string
  /** Selectors of the body element, the first that matches counts. */
  readonly body: readonly string[]
}

/** Marks are attributes that the tools' own templates write; themes keep them. */
const generatorRules: readonly GeneratorRule[] = [
  { generator: "rustdoc", named: "rustdoc", body: ["#main-content"] },
  {
    generator: "Node.js API doc tool",
    mark: "body.apidoc",
    body: ["#apicontent"],
  },
  {
    generator: "Docusaurus",
    named: "Docusaurus",
    body: ["article .theme-doc-markdown", ".theme-doc-markdown", "article .markdown"],
  },
  { generator: "VitePress", named: "VitePress", body: [".vp-doc"] },
  {
    generator: "VuePress",
    named: "VuePress",
    body: [".theme-default-content", ".theme-hope-content"],
  },
  {
    generator: "MkDocs",
    named: "mkdocs",
    body: ["article.md-content__inner", "div[role=main]"],
  },
  {
    generator: "Starlight",
    named: "Starlight",
    body: [".sl-markdown-content"],
  },
  {
    generator: "mdBook",
    mark: "#mdbook-content, #sidebar ~ #page-wrapper",
    body: ["main"],
  },
  { generator: "Doxygen", named: "Doxygen", body: ["div.contents"] },
  { generator: "Javadoc", named: "javadoc", body: ["main"] },
  { generator: "ExDoc", named: "ExDoc", body: ["#content", "main"] },
  { generator: "TypeDoc", named: "TypeDoc", body: [".col-content"] },
]

/** The body element that a documentation generator wrote, or undefined for any other page. */
export function findGeneratorBody(document: PageDocument): PageElement | undefined {
  const names = generatorNames(document)
  const hasMark = (mark: string | undefined) =>
    mark !== undefined && document.querySelector(mark) !== null
  const isNamed = (name: string) => names.some((it) => it.startsWith(name))
  for (const { named, mark, body } of generatorRules) {
    const isTool = named === undefined ? hasMark(mark) : isNamed(named)
    if (!isTool) continue
    for (const selector of body) {
      const found = document.querySelector(selector)
      if (found) return found
    }
  }
  if (isNamed("DocBook")) return findDocBookBody(document)
  if (isNamed("Ascii")) return findAsciiDocBody(document)
  return isNamed("Docutils") || hasMark(sphinxMark) ? findSphinxBody(document) : undefined
}

const sphinxMark = "#documentation_options, .sphinxsidebar, script[src*='documentation_options.js']"

function generatorNames(document: PageDocument): readonly string[] {
  const metas = document.querySelectorAll("meta[name=generator]")
  return metas.map((element) => element.getAttribute("content") ?? "")
}

/** Sphinx: by role or microdata where the theme keeps them, else the parent of the outermost section. */
function findSphinxBody(document: PageDocument): PageElement | undefined {
  const marked = document.querySelector(
    "div.body[role=main], [role=main] [itemprop=articleBody], article[role=main], .bd-article, div.body",
  )
  if (marked) return marked
  const section = document.querySelector("div.section, section[id]")
  return section?.parentNode ?? undefined
}

/** DocBook XSL puts one division between navigation header and footer. */
function findDocBookBody(document: PageDocument): PageElement | undefined {
  const kinds =
    /^(?:book|part|chapter|appendix|preface|article|sect[1-5]|section|refentry|reference|index|glossary|bibliography|set)$/
  const children = document.body?.children ?? []
  return children.find((child) => kinds.test(child.getAttribute("class") ?? ""))
}

/** AsciiDoc and Asciidoctor: header with the title and content lie side by side in the body. */
function findAsciiDocBody(document: PageDocument): PageElement | undefined {
  return document.getElementById("content") ? (document.body ?? undefined) : undefined
}

/** The landmark that seems to hold the main text: the only `main`, or the only outermost `article`. */
export function findLandmark(document: PageDocument): PageElement | undefined {
  const mains = document.querySelectorAll("main, [role=main]").filter(isOutermost)
  if (mains.length === 1) return mains[0]
  const articles = document
    .querySelectorAll("article, .markdown-body, [itemprop=articleBody]")
    .filter(isOutermost)
  return articles.length === 1 ? articles[0] : undefined
}

function isOutermost(element: PageElement): boolean {
  return !isMarked(element, /\bhidden\b/i) && isElement(element.parentNode)
}
