// Long pages: which part is shown, where the next one begins, and an outline to choose from (W15). Pure.
// Offsets count characters of the converted page, so that pages without line breaks can be paged too.

import { nearestName } from "../../lib/nearest-name.ts"
import { Refusal } from "../../lib/refusal.ts"
import { convertLimits } from "./convert/limits.ts"
import type { ConvertedPage, PageFormat } from "./convert/page.ts"
import { webfetchLimits } from "./limits.ts"

export interface OutlineEntry {
  readonly level: number
  readonly text: string
  /** First character of the heading's line. */
  readonly offset: number
}

export interface PageView {
  readonly text: string
  readonly start: number
  /** First character that is not shown. */
  readonly end: number
  readonly total: number
  readonly outline: readonly OutlineEntry[]
}

export interface ViewRequest {
  readonly format: PageFormat
  readonly offset?: number | undefined
  readonly section?: string | undefined
  /** Fragment of the URL: a wish, not a demand. */
  readonly fragment?: string | undefined
  readonly bytesMax: number
  readonly linesMax: number
}

/** The part of the page that fits. Throws Refusal for an unknown section or an offset behind the end. */
export function viewPage(page: ConvertedPage, request: ViewRequest): PageView {
  const { content } = page
  const outline = outlineOf(page, request.format)
  const range = chooseRange(content, outline, request)
  const end = Math.min(range.end, fittingEnd(content, range.start, request))
  const text = content.slice(range.start, end)
  return { text, start: range.start, end, total: content.length, outline }
}

interface Range {
  readonly start: number
  readonly end: number
}

function chooseRange(
  content: string,
  outline: readonly OutlineEntry[],
  request: ViewRequest,
): Range {
  const { section, offset = 0, fragment } = request
  if (section !== undefined) return sectionRange(content, outline, section)
  if (offset > 0 && offset >= content.length) throw beyondEnd(offset, content.length)
  if (offset > 0 || fragment === undefined) return { start: offset, end: content.length }
  const found = findEntry(outline, fragment)
  return { start: found?.offset ?? 0, end: content.length }
}

/** From the heading to the next one of the same or a higher level. */
function sectionRange(content: string, outline: readonly OutlineEntry[], section: string): Range {
  const entry = findEntry(outline, section)
  if (entry === undefined) throw unknownSection(section, outline)
  const next = outline.find((it) => it.offset > entry.offset && it.level <= entry.level)
  return { start: entry.offset, end: next?.offset ?? content.length }
}

function findEntry(outline: readonly OutlineEntry[], name: string): OutlineEntry | undefined {
  const wanted = slug(name)
  if (wanted === "") return undefined
  return (
    outline.find((entry) => slug(entry.text) === wanted) ??
    outline.find((entry) => slug(entry.text).startsWith(wanted))
  )
}

/** The way most sites make anchors of headings. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[#\s]+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
}

/** As many whole lines as fit; a single line that is too long is cut between characters. */
function fittingEnd(content: string, start: number, limits: ViewRequest): number {
  let bytes = 0
  let end = start
  for (let lines = 0; lines < limits.linesMax && end < content.length; lines++) {
    const newline = content.indexOf("\n", end)
    const next = newline === -1 ? content.length : newline + 1
    const lineBytes = Buffer.byteLength(content.slice(end, next), "utf8")
    if (bytes + lineBytes > limits.bytesMax) {
      return lines === 0 ? cutLine(content, start, limits.bytesMax) : end
    }
    bytes += lineBytes
    end = next
  }
  return end
}

function cutLine(content: string, start: number, bytesMax: number): number {
  let bytes = 0
  let end = start
  for (const character of content.slice(start, start + bytesMax)) {
    bytes += Buffer.byteLength(character, "utf8")
    if (bytes > bytesMax) break
    end += character.length
  }
  return end
}

/** Headings with their places in the converted text. */
export function outlineOf(page: ConvertedPage, format: PageFormat): readonly OutlineEntry[] {
  const isMarkdown = format === "markdown" && page.kind !== "json" && page.kind !== "text"
  return isMarkdown ? markdownOutline(page.content) : searchOutline(page)
}

function markdownOutline(content: string): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = []
  let fence: string | undefined
  let offset = 0
  for (const line of content.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined
    const start = line.slice(0, convertLimits.headingCharactersMax)
    const heading = fence === undefined ? /^(#{1,6}) +(.+?)(?: +#+)?\s*$/.exec(start) : null
    if (heading !== null) {
      entries.push({ level: heading[1]?.length ?? 1, text: plainLabel(heading[2] ?? ""), offset })
    }
    offset += line.length + 1
  }
  return entries
}

/** Link targets and emphasis marks say nothing in an outline. */
function plainLabel(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim()
}

/** Headings that cannot be found cost a search each, so a page full of them is given up early. */
function searchOutline({ content, headings }: ConvertedPage): readonly OutlineEntry[] {
  const { headingsSearchedMax, headingMissesMax } = webfetchLimits
  const entries: OutlineEntry[] = []
  let from = 0
  let misses = 0
  for (const { level, text } of headings.slice(0, headingsSearchedMax)) {
    const offset = text === "" ? -1 : placeOf(content, text, from)
    if (offset === -1) misses += 1
    else {
      entries.push({ level, text, offset })
      from = offset + text.length
    }
    if (misses > headingMissesMax) break
  }
  return entries
}

/** A line of its own where one of the next occurrences is one, else the next occurrence. */
function placeOf(content: string, text: string, from: number): number {
  const first = content.indexOf(text, from)
  let at = first
  for (let seen = 0; at !== -1 && seen < webfetchLimits.headingOccurrencesMax; seen++) {
    const isLineStart = at === 0 || content[at - 1] === "\n"
    const after = content[at + text.length]
    if (isLineStart && (after === undefined || after === "\n")) return at
    at = content.indexOf(text, at + 1)
  }
  return first
}

function unknownSection(section: string, outline: readonly OutlineEntry[]): Refusal {
  const names = outline.map((entry) => entry.text)
  const nearest = nearestName(section.slice(0, 100), names)
  const listed = names.slice(0, 20).map((name) => JSON.stringify(name.slice(0, 80)))
  return new Refusal(
    "WEBFETCH_SECTION_UNKNOWN",
    `The page has no section ${JSON.stringify(section.slice(0, 100))}.`,
    names.length === 0
      ? "It has no headings at all; page through it with offset."
      : `${nearest === undefined ? "" : `Did you mean ${JSON.stringify(nearest)}? `}Sections: ${listed.join(", ")}${names.length > 20 ? ", …" : ""}.`,
  )
}

function beyondEnd(offset: number, total: number): Refusal {
  return new Refusal(
    "WEBFETCH_OFFSET_BEYOND_END",
    `The page has ${total} characters; offset ${offset} lies behind its end.`,
    "You have seen the whole page, or use a smaller offset.",
  )
}

/** Where one is in a long page, and how to read on. */
export function describePosition(view: PageView, file: string): string {
  const next = view.end < view.total ? ` Read on with the same url and "offset": ${view.end}.` : ""
  return `[Characters ${view.start} to ${view.end} of ${view.total}.${next} The whole page: ${file}]`
}

/** Headings to choose from; empty where there are none. */
export function describeOutline(outline: readonly OutlineEntry[]): string {
  const { outlineHeadingsMax, outlineCharactersMax } = webfetchLimits
  if (outline.length === 0) return ""
  const shown = outline.slice(0, outlineHeadingsMax).map((entry) => {
    const text = entry.text.slice(0, outlineCharactersMax)
    return `${String(entry.offset).padStart(7)} ${"  ".repeat(entry.level - 1)}${text}`
  })
  const more = outline.length - shown.length
  const rest = more > 0 ? [`        … and ${more} more headings`] : []
  return ['Outline (offset, heading; "section": "heading" reads one):', ...shown, ...rest].join(
    "\n",
  )
}
