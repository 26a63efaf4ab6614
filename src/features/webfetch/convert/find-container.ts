// Which element of a page holds its main text, said by the page itself: first by the marks of documentation
// generators, whose answer is taken as it is, then by the page's landmarks, whose answer is only a candidate.

import { classAndId, isElement, type PageDocument, type PageElement } from "./dom.ts"

interface GeneratorRule {
  /** The tool that wrote the page. */
  readonly generator: string
  /** Present only in pages of that tool. */
  readonly mark: string
  /** Selectors of the body element, the first that matches counts. */
  readonly body: readonly string[]
}

/** Marks are attributes that the tools' own templates write; themes keep them. */
const generatorRules: readonly GeneratorRule[] = [
  { generator: "rustdoc", mark: "meta[name=generator][content^=rustdoc]", body: ["#main-content"] },
  { generator: "Node.js API doc tool", mark: "body.apidoc", body: ["#apicontent"] },
  {
    generator: "Docusaurus",
    mark: "meta[name=generator][content^=Docusaurus]",
    body: ["article .theme-doc-markdown", ".theme-doc-markdown", "article .markdown"],
  },
  { generator: "VitePress", mark: "meta[name=generator][content^=VitePress]", body: [".vp-doc"] },
  {
    generator: "VuePress",
    mark: "meta[name=generator][content^=VuePress]",
    body: [".theme-default-content", ".theme-hope-content"],
  },
  {
    generator: "MkDocs",
    mark: "meta[name=generator][content^=mkdocs]",
    body: ["article.md-content__inner", "div[role=main]"],
  },
  {
    generator: "Starlight",
    mark: "meta[name=generator][content^=Starlight]",
    body: [".sl-markdown-content"],
  },
  { generator: "mdBook", mark: "#mdbook-content, #sidebar ~ #page-wrapper", body: ["main"] },
  { generator: "Doxygen", mark: "meta[name=generator][content^=Doxygen]", body: ["div.contents"] },
  { generator: "Javadoc", mark: "meta[name=generator][content^=javadoc]", body: ["main"] },
  { generator: "ExDoc", mark: "meta[name=generator][content^=ExDoc]", body: ["#content", "main"] },
  { generator: "TypeDoc", mark: "meta[name=generator][content^=TypeDoc]", body: [".col-content"] },
]

/** The body element that a documentation generator wrote, or undefined for any other page. */
export function findGeneratorBody(document: PageDocument): PageElement | undefined {
  for (const rule of generatorRules) {
    if (!document.querySelector(rule.mark)) continue
    for (const selector of rule.body) {
      const body = document.querySelector(selector)
      if (body) return body
    }
  }
  return findSphinxBody(document) ?? findDocBookBody(document) ?? findAsciiDocBody(document)
}

/** Sphinx: by role or microdata where the theme keeps them, else the parent of the outermost section. */
function findSphinxBody(document: PageDocument): PageElement | undefined {
  const isSphinx = document.querySelector(
    "#documentation_options, .sphinxsidebar, script[src*='documentation_options.js'], meta[name=generator][content^=Docutils]",
  )
  if (!isSphinx) return undefined
  const marked = document.querySelector(
    "div.body[role=main], [role=main] [itemprop=articleBody], article[role=main], .bd-article, div.body",
  )
  if (marked) return marked
  const section = document.querySelector("div.section, section[id]")
  return section?.parentNode ?? undefined
}

/** DocBook XSL puts one division between navigation header and footer. */
function findDocBookBody(document: PageDocument): PageElement | undefined {
  if (!document.querySelector("meta[name=generator][content^=DocBook]")) return undefined
  const kinds =
    /^(?:book|part|chapter|appendix|preface|article|sect[1-5]|section|refentry|reference|index|glossary|bibliography|set)$/
  const children = document.body?.children ?? []
  return children.find((child) => kinds.test(child.getAttribute("class") ?? ""))
}

/** AsciiDoc and Asciidoctor: header with the title and content lie side by side in the body. */
function findAsciiDocBody(document: PageDocument): PageElement | undefined {
  if (!document.querySelector("meta[name=generator][content^=Ascii]")) return undefined
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
  return !/\bhidden\b/.test(classAndId(element)) && isElement(element.parentNode)
}
