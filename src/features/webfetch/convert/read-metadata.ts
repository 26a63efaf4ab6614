// What the head of a page says about it: title, canonical address, a Markdown version, and what the quality
// signals need to know. Read before extraction, which consumes the document.

import { collapse, type PageDocument } from "./dom.ts"

export interface PageMetadata {
  readonly title: string | undefined
  readonly canonical: string | undefined
  /** `<link rel=alternate type=text/markdown>`. */
  readonly markdownAlternate: string | undefined
  readonly firstHeading: string | undefined
}

/** Longer titles are mistakes of the page. */
const titleCharactersMax = 300

export function readMetadata(document: PageDocument): PageMetadata {
  const heading = document.querySelector("h1")
  return {
    title: clip(document.querySelector("title")?.textContent) ?? clip(meta(document, "og:title")),
    canonical:
      document.querySelector("link[rel~=canonical][href]")?.getAttribute("href") ?? undefined,
    markdownAlternate:
      document
        .querySelector("link[rel~=alternate][type='text/markdown'][href]")
        ?.getAttribute("href") ?? undefined,
    firstHeading: clip(heading?.textContent),
  }
}

function meta(document: PageDocument, property: string): string | undefined {
  const element = document.querySelector(`meta[property='${property}']`)
  return element?.getAttribute("content") ?? undefined
}

function clip(text: string | undefined): string | undefined {
  const line = collapse(text ?? "").slice(0, titleCharactersMax)
  return line === "" ? undefined : line
}
