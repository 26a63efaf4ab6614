// Fetched pages and their conversions, kept by size and age (W6). An entry that is no longer fresh stays for
// revalidation, so expiry is our own stamp: the cache library would drop what a conditional request needs.

import { LRUCache } from "lru-cache"
import type { Clock } from "../../lib/clock.ts"
import type { ConvertedPage } from "./convert/page.ts"
import type { FetchedPage, Validators } from "./fetch-page.ts"
import { webfetchLimits } from "./limits.ts"

/** What was made of a page: the conversion, and the file that holds the whole of it. */
export interface Conversion {
  readonly page: ConvertedPage
  readonly file?: string
}

export interface StoredPage {
  readonly page: FetchedPage
  readonly freshUntil: number
  readonly storedAt: number
  readonly conversions: Readonly<Record<string, Conversion>>
}

export type CacheAnswer =
  | { readonly kind: "fresh"; readonly stored: StoredPage }
  | { readonly kind: "stale"; readonly stored: StoredPage; readonly validators: Validators }
  | { readonly kind: "miss" }

export interface PageCache {
  /** `atAnyAge` serves what is there although it is no longer fresh. */
  lookup(key: string, atAnyAge: boolean): CacheAnswer
  /** Keeps a complete 200 answer unless the server forbids it; returns it as it would be kept. */
  store(key: string, page: FetchedPage): StoredPage
  /** The server says that the copy is still right. */
  refresh(key: string, stored: StoredPage): StoredPage
  /** Adds a conversion to the entry, if it is still there. */
  addConversion(key: string, name: string, conversion: Conversion): void
}

export function createPageCache(clock: Clock): PageCache {
  const { cacheBytesMax, entryOverheadBytes, staleMs } = webfetchLimits
  const pages = new LRUCache<string, StoredPage>({
    maxSize: cacheBytesMax,
    sizeCalculation: (stored) => entryOverheadBytes + sizeOf(stored),
  })
  return {
    lookup: (key, atAnyAge) => {
      const stored = pages.get(key)
      if (stored === undefined || clock.now() - stored.storedAt > staleMs) return { kind: "miss" }
      if (atAnyAge || clock.now() < stored.freshUntil) return { kind: "fresh", stored }
      const validators = validatorsOf(stored.page)
      return validators === undefined ? { kind: "miss" } : { kind: "stale", stored, validators }
    },
    store: (key, page) => {
      const stored = stamp(page, clock.now(), {})
      if (isStorable(page)) pages.set(key, stored)
      return stored
    },
    refresh: (key, stored) => {
      const renewed = stamp(stored.page, clock.now(), stored.conversions)
      pages.set(key, renewed)
      return renewed
    },
    addConversion: (key, name, conversion) => {
      const stored = pages.peek(key)
      if (stored === undefined) return
      // A new object, because the library measures an entry only when its value changes.
      pages.set(key, { ...stored, conversions: { ...stored.conversions, [name]: conversion } })
    },
  }
}

function stamp(page: FetchedPage, now: number, conversions: StoredPage["conversions"]): StoredPage {
  return { page, storedAt: now, freshUntil: now + freshMs(page.headers.cacheControl), conversions }
}

/** The server may shorten the time (`no-cache`, `max-age`), never lengthen it. */
export function freshMs(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? "")
    .toLowerCase()
    .split(",")
    .map((it) => it.trim())
  if (directives.includes("no-cache")) return 0
  const maxAge = directives.map((it) => /^max-age=(\d{1,9})$/.exec(it)?.[1]).find(Boolean)
  if (maxAge === undefined) return webfetchLimits.freshMs
  return Math.min(webfetchLimits.freshMs, Number(maxAge) * 1000)
}

function isStorable(page: FetchedPage): boolean {
  const isForbidden = /\bno-store\b/i.test(page.headers.cacheControl ?? "")
  return page.status === 200 && page.cut !== "connection" && !isForbidden
}

function validatorsOf(page: FetchedPage): Validators | undefined {
  const { etag, lastModified } = page.headers
  if (etag === undefined && lastModified === undefined) return undefined
  return { url: page.url, etag, lastModified }
}

/** Strings take up to two bytes a character in memory. */
function sizeOf(stored: StoredPage): number {
  const texts = Object.values(stored.conversions).map((it) => it.page.content.length * 2)
  return texts.reduce((sum, size) => sum + size, stored.page.bytes?.byteLength ?? 0)
}
