// RSS, Atom and JSON feeds as a list: title, address and date of each item, with the beginning of its summary.

import { isRecord, readString } from "../../../lib/json.ts"
import { collapse, type PageElement } from "./dom.ts"
import { buildTree } from "./tree/build-tree.ts"

export interface Feed {
  readonly title: string | undefined
  readonly items: readonly FeedItem[]
}

export interface FeedItem {
  readonly title: string
  readonly url: string | undefined
  readonly date: string | undefined
  readonly summary: string
}

/** Of a summary, its beginning. */
const summaryCharactersMax = 300

/** Undefined where the text is no feed. */
export async function readFeed(text: string): Promise<Feed | undefined> {
  return text.trimStart().startsWith("{") ? readJsonFeed(text) : readXmlFeed(text)
}

export function describeFeed(feed: Feed): string {
  const title = feed.title ? `# ${feed.title}\n\n` : ""
  return `${title}${feed.items.map(describeItem).join("\n")}`.trim()
}

function describeItem(item: FeedItem): string {
  const name = item.title.replace(/[[\]]/g, "\\$&")
  const link = item.url ? `[${name}](${item.url})` : name
  const date = item.date ? ` (${item.date})` : ""
  const summary = item.summary === "" ? "" : `\n  ${item.summary}`
  return `- ${link}${date}${summary}`
}

function readJsonFeed(text: string): Feed | undefined {
  const feed: unknown = parseJson(text)
  const items = isRecord(feed) && Array.isArray(feed.items) ? feed.items : undefined
  if (!items) return undefined
  return { title: readString(feed, "title"), items: items.map(readJsonItem) }
}

function readJsonItem(item: unknown): FeedItem {
  const summary =
    readString(item, "summary") ??
    readString(item, "content_text") ??
    stripTags(readString(item, "content_html") ?? "")
  return {
    title: readString(item, "title") ?? clip(summary, 80),
    url: readString(item, "url") ?? readString(item, "external_url"),
    date: shortDate(readString(item, "date_published")),
    summary: clip(summary, summaryCharactersMax),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readXmlFeed(text: string): Promise<Feed | undefined> {
  const root = (await buildTree(text.trim(), { isXml: true })).documentElement
  if (!root) return undefined
  const items = root.querySelectorAll("item, entry")
  const channel = root.querySelector("channel") ?? root
  return { title: childText(channel, "title") || undefined, items: items.map(readXmlItem) }
}

function readXmlItem(item: PageElement): FeedItem {
  const summary = stripTags(
    childText(item, "description") || childText(item, "summary") || childText(item, "content"),
  )
  const title = stripTags(childText(item, "title"))
  return {
    title: title || clip(summary, 80) || "(untitled)",
    url: itemUrl(item),
    date: shortDate(
      childText(item, "pubDate") ||
        childText(item, "published") ||
        childText(item, "updated") ||
        childText(item, "dc:date"),
    ),
    summary: clip(summary, summaryCharactersMax),
  }
}

/** Atom keeps the address in an attribute, RSS in the text, some RSS only in the guid. */
function itemUrl(item: PageElement): string | undefined {
  const links = item.children.filter((child) => child.localName === "link")
  const alternate = links.find((link) => (link.getAttribute("rel") ?? "alternate") === "alternate")
  const address =
    alternate?.getAttribute("href") ?? alternate?.textContent ?? childText(item, "guid")
  return /^https?:\/\//.test(address.trim()) ? address.trim() : undefined
}

function childText(element: PageElement, name: string): string {
  const child = element.children.find((candidate) => candidate.localName === name)
  return collapse(child?.textContent.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "") ?? "")
}

function stripTags(html: string): string {
  return collapse(
    html
      .replace(/<[^>]*>/g, " ")
      .replace(/&nbsp;/g, " ")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&#0?39;|&apos;/g, "'")
      .replace(/&amp;/g, "&"),
  )
}

/** The day, where the date can be read. */
function shortDate(date: string | undefined): string | undefined {
  if (!date) return undefined
  const time = Date.parse(date)
  return Number.isNaN(time) ? collapse(date) : new Date(time).toISOString().slice(0, 10)
}

function clip(text: string, charactersMax: number): string {
  const line = collapse(text)
  return line.length > charactersMax ? `${line.slice(0, charactersMax).trimEnd()}…` : line
}
