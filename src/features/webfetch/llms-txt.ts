// llms.txt of a documentation site (W7): which hosts have one, where it lies, whether an answer is one,
// and the part of it that stands for one page. Pure.

import type { FetchedPage } from "./fetch-page.ts"

export type LlmsPreference = "auto" | "always" | "never"

const documentationSuffixes: readonly string[] = [".readthedocs.io", ".gitbook.io"]
const documentationHosts: readonly string[] = ["docs.rs"]
const documentationPrefixes: readonly string[] = ["docs.", "developer.", "dev.", "wiki."]

/** Whether a host by its name alone belongs to documentation. */
export function isDocumentationHost(host: string): boolean {
  return (
    documentationHosts.includes(host) ||
    documentationSuffixes.some((suffix) => host.endsWith(suffix)) ||
    documentationPrefixes.some((prefix) => host.startsWith(prefix))
  )
}

/** The whole text first, then the index. */
export function llmsUrls(origin: string): readonly URL[] {
  return [new URL("/llms-full.txt", origin), new URL("/llms.txt", origin)]
}

/** The site itself, as opposed to one of its pages. */
export function isSiteRoot(url: URL): boolean {
  return url.pathname === "/" && url.search === ""
}

/** Where a site usually keeps the Markdown of a page, or undefined where that makes no sense. */
export function markdownSibling(url: URL): URL | undefined {
  const path = url.pathname.replace(/\/+$/, "").replace(/\.html?$/, "")
  if (path === "" || /\.[a-z0-9]{1,5}$/i.test(path)) return undefined
  const sibling = new URL(url.href)
  sibling.pathname = `${path}.md`
  return sibling
}

/** A text file of the same site under that name: no HTML, no login page, not empty. */
export function isGenuineText(page: FetchedPage, asked: URL): boolean {
  const { contentType } = page.headers
  if (page.status !== 200 || page.bytes === undefined || /html/i.test(contentType ?? ""))
    return false
  if (new URL(page.url).pathname !== asked.pathname) return false
  const head = new TextDecoder().decode(page.bytes.subarray(0, 1024)).trimStart()
  return head !== "" && !head.includes("\0") && !/^(<!doctype|<html|<head|<body|<\?xml)/i.test(head)
}

interface Heading {
  readonly line: number
  readonly level: number
}

/**
 * The block of llms-full.txt for one page: from the heading that links to it, or that a `Source:` or `URL:` line
 * with its address follows, to the next heading of the same level or above. Undefined where there is none.
 */
export function sectionOfPage(text: string, pageUrl: string): string | undefined {
  const lines = text.split("\n")
  const wanted = withoutFragment(pageUrl)
  const headings = findHeadings(lines)
  const at = headings.findIndex((heading, index) => {
    const end = headings[index + 1]?.line ?? lines.length
    return addressesOf(lines.slice(heading.line, Math.min(end, heading.line + 8))).includes(wanted)
  })
  const start = headings[at]
  if (start === undefined) return undefined
  const next = headings.slice(at + 1).find((heading) => heading.level <= start.level)
  return lines.slice(start.line, next?.line).join("\n").trim()
}

function findHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = []
  let isFenced = false
  for (const [line, text] of lines.entries()) {
    if (/^ {0,3}(```|~~~)/.test(text)) isFenced = !isFenced
    const marks = isFenced ? undefined : /^(#{1,6})\s/.exec(text)?.[1]
    if (marks !== undefined) headings.push({ line, level: marks.length })
  }
  return headings
}

/** Link of the heading line, and addresses of the lines that name the source. */
function addressesOf([heading = "", ...rest]: readonly string[]): readonly string[] {
  const links = [...heading.matchAll(/\]\((\S+?)\)/g)].map((match) => match[1])
  const sources = rest.map((line) => /^\s*(?:source|url):\s*<?(\S+?)>?\s*$/i.exec(line)?.[1])
  return [...links, ...sources].flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [withoutFragment(address)] : [],
  )
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ""
  return url.href
}
