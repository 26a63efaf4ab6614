// Part of the flow: the best source for a documentation page (W7). The site's llms.txt answers for its root; a deeper
// page is answered by its own Markdown, by itself, and only where it fails or is an empty shell by the llms text.

import { LRUCache } from "lru-cache"
import type { FeatureContext } from "../../feature/feature.ts"
import { createDeadline } from "../../net/deadline.ts"
import { NetFailure } from "../../net/net-failure.ts"
import { plainHostname, withoutFragment } from "../../net/url.ts"
import { webfetchLimits } from "./limits.ts"
import {
  isDocumentationHost,
  isGenuineText,
  isSiteRoot,
  type LlmsPreference,
  llmsUrls,
  markdownSibling,
  sectionOfPage,
} from "./llms-txt.ts"
import type { LoadedPage, PageCall, PageLoader } from "./load-page.ts"
import { llmsMissing } from "./messages.ts"
import { rawFileNote } from "./raw-file.ts"
import { mimeOf } from "./sniff.ts"

/** What answers a call, and the call that its conversion and file belong to. */
export interface BestSource {
  readonly call: PageCall
  readonly loaded: LoadedPage
  readonly usedLlmsTxt: boolean
  /** Overrides what the server said about a text that is known to be Markdown. */
  readonly contentType?: string
  /** Why this is not the page that was asked for. */
  readonly note?: string
}

export interface Documentation {
  /** Throws what loading the page throws, or WEBFETCH_LLMS_TXT_MISSING where only that was wanted. */
  load(call: PageCall, preference: LlmsPreference): Promise<BestSource>
}

export interface DocumentationParts {
  readonly clock: FeatureContext["clock"]
  readonly loader: PageLoader
}

export function createDocumentation(parts: DocumentationParts): Documentation {
  const finder = createTextFinder(parts)
  return {
    load: async (call, preference) => {
      if (preference === "always") {
        const found = await finder.findLlms(call)
        if (found === undefined) throw llmsMissing(call.plan.requested)
        return found
      }
      const url = call.plan.requested
      const isDocumentation = isDocumentationHost(plainHostname(url)) && call.plan.format !== "html"
      if (preference === "never" || !isDocumentation) {
        const page = await loadItself(call, parts)
        return preference === "never" ? page : preferDeclaredMarkdown(page, parts, finder)
      }
      const llms = finder.findLlms(call)
      if (isSiteRoot(url)) return (await llms) ?? loadItself(call, parts)
      return loadDeeper(call, { parts, finder, llms })
    },
  }
}

async function loadItself(call: PageCall, { loader }: DocumentationParts): Promise<BestSource> {
  const loaded = await loader.load(call)
  const note = rawFileNote(loaded.stored.page.url)
  return { call, loaded, usedLlmsTxt: false, ...(note === undefined ? {} : { note }) }
}

interface DeeperParts {
  readonly parts: DocumentationParts
  readonly finder: TextFinder
  readonly llms: Promise<BestSource | undefined>
}

async function loadDeeper(
  call: PageCall,
  { parts, finder, llms }: DeeperParts,
): Promise<BestSource> {
  const sibling = markdownSibling(call.plan.attempts[0])
  const [page, markdown] = await Promise.all([
    loadItself(call, parts).catch((error: unknown) => error),
    sibling && finder.findMarkdown(call, sibling),
  ])
  if (markdown !== undefined) return markdown
  const isFailure = !isSource(page)
  if (isFailure && (!(page instanceof NetFailure) || page.isPolicy)) throw page
  if (!isFailure && !(await isHollow(page, parts))) {
    return preferDeclaredMarkdown(page, parts, finder)
  }
  const rescue = rescueFrom(await llms, call)
  if (rescue !== undefined) return rescue
  if (isFailure) throw page
  return page
}

function isSource(value: unknown): value is BestSource {
  return typeof value === "object" && value !== null && "usedLlmsTxt" in value
}

/** An error status, or a shell that scripts would fill. */
async function isHollow({ call, loaded }: BestSource, parts: DocumentationParts): Promise<boolean> {
  if (loaded.stored.page.status >= 300) return true
  if (!isHtml(loaded)) return false
  const { page } = await parts.loader.convert(call, loaded.stored)
  return page.qualitySignals.includes("empty_spa")
}

/** A page that names its own Markdown version is answered with it, where that is really there. */
async function preferDeclaredMarkdown(
  source: BestSource,
  { loader }: DocumentationParts,
  finder: TextFinder,
): Promise<BestSource> {
  const { call, loaded } = source
  const isWanted = call.plan.format !== "html" && loaded.stored.page.status === 200
  if (!isWanted || !isHtml(loaded)) return source
  const { page } = await loader.convert(call, loaded.stored)
  if (page.markdownUrl === undefined || !URL.canParse(page.markdownUrl)) return source
  const target = new URL(page.markdownUrl)
  if (target.origin !== new URL(loaded.stored.page.url).origin) return source
  return (await finder.findMarkdown(call, target)) ?? source
}

function isHtml({ stored }: LoadedPage): boolean {
  return /html/.test(mimeOf(stored.page.headers.contentType))
}

/** The block of the llms text for this page, else all of it. */
function rescueFrom(llms: BestSource | undefined, call: PageCall): BestSource | undefined {
  if (llms === undefined) return undefined
  const { stored } = llms.loaded
  const text = new TextDecoder().decode(stored.page.bytes)
  const section = [...call.plan.attempts]
    .map((url) => sectionOfPage(text, url.href))
    .find((found) => found !== undefined)
  const note = "The page itself gave no content; this is from the site's llms text."
  if (section === undefined) return { ...llms, note }
  const page = { ...stored.page, bytes: new TextEncoder().encode(section), cut: undefined }
  // The fragment keeps the section's conversion and file apart from those of the whole text.
  const requested = new URL(llms.call.plan.requested.href)
  requested.hash = call.plan.requested.href
  return {
    ...llms,
    note,
    call: { ...llms.call, plan: { ...llms.call.plan, requested } },
    loaded: { ...llms.loaded, stored: { ...stored, page, conversions: {} } },
  }
}

interface TextFinder {
  findLlms(call: PageCall): Promise<BestSource | undefined>
  findMarkdown(call: PageCall, url: URL): Promise<BestSource | undefined>
}

/** Looks for text files beside a page, with a time of its own; what is missing is not asked for again for a while. */
function createTextFinder({ clock, loader }: DocumentationParts): TextFinder {
  const missingUntil = new LRUCache<string, number>({ max: webfetchLimits.missingFilesMax })

  async function find(call: PageCall, url: URL): Promise<BestSource | undefined> {
    const key = `${call.network.name} ${url.href}`
    if ((missingUntil.get(key) ?? 0) > clock.now()) return undefined
    const requested = withoutFragment(url)
    const plan = { ...call.plan, requested, attempts: [requested] as const, fragment: undefined }
    const derived = { ...call, plan }
    const loaded = await loader.load(derived).catch(() => undefined)
    if (loaded !== undefined && isGenuineText(loaded.stored.page, requested)) {
      return { call: derived, loaded, usedLlmsTxt: false, contentType: "text/markdown" }
    }
    // A call that was stopped says nothing about the site.
    if (!call.signal.aborted) missingUntil.set(key, clock.now() + webfetchLimits.freshMs)
    return undefined
  }

  async function within<T>(call: PageCall, work: (call: PageCall) => Promise<T>): Promise<T> {
    const deadline = createDeadline(clock, webfetchLimits.llmsMs, call.signal)
    try {
      return await work({ ...call, signal: deadline.signal })
    } finally {
      deadline.dispose()
    }
  }

  return {
    findMarkdown: (call, url) => within(call, (timed) => find(timed, url)),
    findLlms: (call) =>
      within(call, async (timed) => {
        for (const url of llmsUrls(call.plan.attempts[0].origin)) {
          const found = await find(timed, url)
          if (found !== undefined)
            return { ...found, call: { ...found.call, signal: call.signal }, usedLlmsTxt: true }
        }
        return undefined
      }),
  }
}
