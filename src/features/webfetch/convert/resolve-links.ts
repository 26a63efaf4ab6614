// Addresses of links and images: absolute, by the page's own base; fragments of the same page and addresses that are
// absolute already stay as written. Links that lead nowhere become text, lazy images get their real source.

import { collapse, isHeadingName, type PageDocument, type PageElement, unwrap } from "./dom.ts"

/** `<base href>` of the document, resolved, or the page's URL. */
export function findBase(document: PageDocument, pageUrl: string): string {
  const href = document.querySelector("base[href]")?.getAttribute("href")
  return (href && resolveUrl(href, pageUrl)) || pageUrl
}

/** A path that stays as it is when it is resolved: no segment begins with a dot, and nothing is to be encoded. */
const plainPath = /^\/(?!\/)(?:[\w\-~(),:/!*;=@$&+]|(?<!\/)\.|%(?!2e))*$/i
/** A site in the form that a resolved address has: the rest is not looked into. */
const plainSite = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z]+(?=[/?#])/

/** Absolute http(s) URL, or undefined for any other. Links of a page's own site are most of all: these are not parsed. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const site = plainPath.test(reference) ? plainSite.exec(base)?.[0] : undefined
  if (site !== undefined && !site.includes("xn--")) return site + reference
  try {
    const { protocol, href } = new URL(reference.trim(), base)
    return protocol === "https:" || protocol === "http:" ? href : undefined
  } catch {
    return undefined
  }
}

export function resolveLink(link: PageElement, base: string): void {
  const href = (link.getAttribute("href") ?? "").trim()
  const target = linkTarget(href, base)
  const isSelf = href.startsWith("#") && isHeadingName(link.parentNode?.localName ?? "")
  if (target === undefined || isSelf) unwrap(link)
  else link.setAttribute("href", target)
}

function linkTarget(href: string, base: string): string | undefined {
  if (href === "" || href === "#") return undefined
  if (href.startsWith("#")) return href
  if (/^https?:\/\//i.test(href)) return href
  if (/^(?:mailto|tel|ftp|magnet|irc|news):/i.test(href)) return href
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) && !/^https?:/i.test(href)) return undefined
  return resolveUrl(href, base)
}

const lazyAttributes = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-actualsrc",
  "data-hi-res-src",
  "data-url",
]
const setAttributes = ["srcset", "data-srcset", "data-lazy-srcset"]

/** Picks the real source of a lazy image; data URIs, trackers and images without a source go. */
export function resolveImage(image: PageElement, base: string): void {
  const source = imageSource(image)
  const url = source === undefined ? undefined : absoluteSource(source, base)
  if (url === undefined || isPixel(image)) {
    image.remove()
    return
  }
  image.setAttribute("src", url)
  image.setAttribute("alt", collapse(image.getAttribute("alt") ?? ""))
}

function imageSource(image: PageElement): string | undefined {
  const plain = image.getAttribute("src")?.trim()
  const lazy = lazyAttributes.map((name) => image.getAttribute(name)?.trim()).find(isAddress)
  if (lazy !== undefined) return lazy
  if (isAddress(plain)) return plain
  for (const name of setAttributes) {
    const first = firstOfSet(image.getAttribute(name))
    if (isAddress(first)) return first
  }
  const sources = image.parentNode?.localName === "picture" ? image.parentNode.children : []
  return sources.map((source) => firstOfSet(source.getAttribute("srcset"))).find(isAddress)
}

function firstOfSet(set: string | null): string | undefined {
  return /^\S+/.exec(set?.trim() ?? "")?.[0]?.replace(/,$/, "")
}

function isAddress(source: string | undefined): source is string {
  return source !== undefined && source !== "" && !/^(?:data|javascript|blob|about):/i.test(source)
}

function absoluteSource(source: string, base: string): string | undefined {
  return /^https?:\/\//i.test(source) ? source : resolveUrl(source, base)
}

function isPixel(image: PageElement): boolean {
  return image.getAttribute("width") === "1" || image.getAttribute("height") === "1"
}
