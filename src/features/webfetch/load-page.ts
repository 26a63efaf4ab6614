// Part of the flow: a URL to a stored page and its converted form, from the cache or the network.
// Parallel calls for the same thing share the work, and all of it lies within the call's time.

import type { FeatureContext } from "../../feature/feature.ts"
import { Refusal } from "../../lib/refusal.ts"
import { type Access, checkTarget } from "../../net/access.ts"
import type { HttpClient } from "../../net/http-client.ts"
import { type Conversion, createPageCache, type StoredPage } from "./cache.ts"
import type { ConvertedPage, PageInput } from "./convert/page.ts"
import { type FetchedPage, type FetchOutcome, fetchPage, type PageHeaders } from "./fetch-page.ts"
import { webfetchLimits } from "./limits.ts"
import {
  redirectElsewhere,
  redirectRefused,
  unexpectedUnchanged,
  unreadablePage,
} from "./messages.ts"
import type { FetchPlan } from "./plan.ts"
import { isRawFile, rawFileType } from "./raw-file.ts"
import { isRedirectTarget, type UrlRules } from "./rules.ts"
import { createSingleFlight } from "./single-flight.ts"
import { isDeclaredBinary, mimeOf } from "./sniff.ts"

/** What may be reached, and the client that reaches it. */
export interface Network {
  readonly name: "open" | "public"
  readonly access: Access
  readonly client: HttpClient
}

export interface PageCall {
  readonly plan: FetchPlan
  readonly network: Network
  readonly signal: AbortSignal
  readonly sessionId: string
  readonly extractMain: boolean
  /** Throws when a URL may not be fetched for this caller. */
  permit(url: URL): Promise<void>
}

export interface LoadedPage {
  readonly stored: StoredPage
  readonly isCacheHit: boolean
  readonly isRevalidated: boolean
}

export interface PageLoader {
  /** Throws NetFailure, Refusal, and what `permit` throws. */
  load(call: PageCall): Promise<LoadedPage>
  /** `contentType` overrides what the server said. Throws Refusal for a page that cannot be converted. */
  convert(call: PageCall, stored: StoredPage, contentType?: string): Promise<Conversion>
  /** The file with the whole converted page; `write` makes it once per form. */
  file(
    call: PageCall,
    conversion: Conversion,
    write: (name: string) => Promise<string>,
  ): Promise<string>
}

export interface LoaderParts {
  readonly context: Pick<FeatureContext, "clock" | "log">
  readonly rules: UrlRules
  convert(input: PageInput, signal?: AbortSignal): Promise<ConvertedPage>
}

export function createPageLoader(parts: LoaderParts): PageLoader {
  const cache = createPageCache(parts.context.clock)
  const fetches = createSingleFlight<FetchOutcome>()
  const conversions = createSingleFlight<ConvertedPage>()
  const files = createSingleFlight<string>()

  return {
    load: async (call) => {
      const { plan } = call
      const known = cache.lookup(cacheKey(call), plan.isPaging)
      const usable = known.kind !== "miss" && serves(known.stored.page, plan) ? known : undefined
      if (usable?.kind === "fresh") {
        return { stored: usable.stored, isCacheHit: true, isRevalidated: false }
      }
      const outcome = await fetches.run(flightKey(call), call.signal, (signal) =>
        fetchPage(plan, {
          client: call.network.client,
          signal,
          validators: usable?.validators,
          permit: call.permit,
          isRedirectTarget: (target) => isRedirectTarget(target, parts.rules),
          bytesWanted: (headers) => bytesWanted(headers, plan.isSaving),
        }),
      )
      if (outcome.kind === "unchanged" && usable !== undefined) {
        const stored = cache.refresh(cacheKey(call), usable.stored)
        return { stored, isCacheHit: true, isRevalidated: true }
      }
      const stored = cache.store(cacheKey(call), pageOf(outcome, call.network.access))
      return { stored, isCacheHit: false, isRevalidated: false }
    },
    convert: async (call, stored, contentType) => {
      const name = formName(call)
      const known = stored.conversions[name]
      if (known !== undefined) return known
      const key = `${cacheKey(call)} ${name} ${stored.storedAt}`
      try {
        const page = await conversions.run(key, call.signal, (signal) =>
          parts.convert(conversionInput(call, stored.page, contentType), signal),
        )
        cache.addConversion(cacheKey(call), name, { page })
        return { page }
      } catch (error) {
        if (error instanceof Refusal) throw error
        const why = error instanceof Error ? error.name : "unknown error"
        parts.context.log.error("conversion-failed", { error: why })
        throw unreadablePage(stored.page.url, why)
      }
    },
    file: async (call, conversion, write) => {
      if (conversion.file !== undefined) return conversion.file
      const file = await files.run(`${cacheKey(call)} ${formName(call)}`, call.signal, () =>
        write(fileNameOf(call.plan)),
      )
      cache.addConversion(cacheKey(call), formName(call), { ...conversion, file })
      return file
    },
  }
}

function cacheKey(call: PageCall): string {
  return `${call.network.name} ${call.plan.requested.href}`
}

/** Callers of one session share a request: their permissions are the same. */
function flightKey(call: PageCall): string {
  const { plan, sessionId } = call
  return `${cacheKey(call)} ${plan.format === "html"} ${plan.isSaving} ${sessionId}`
}

function formName(call: PageCall): string {
  return `${call.plan.format} ${call.extractMain ? "main" : "all"}`
}

function fileNameOf(plan: FetchPlan): string {
  const { pathname, hostname } = plan.requested
  const stem = pathname.split("/").findLast((part) => part !== "") ?? hostname
  return `${stem}.${{ markdown: "md", text: "txt", html: "html" }[plan.format]}`
}

function conversionInput(
  call: PageCall,
  page: FetchedPage,
  contentType = page.headers.contentType,
): PageInput {
  return {
    bytes: page.bytes ?? new Uint8Array(),
    contentType: rawFileType(contentType, page.url),
    url: page.url,
    format: call.plan.format,
    extractMain: call.extractMain,
    status: page.status,
    headers: { "cf-mitigated": page.headers.challenge },
  }
}

/** The page of an outcome; every other outcome is a refusal. */
function pageOf(outcome: FetchOutcome, access: Access): FetchedPage {
  switch (outcome.kind) {
    case "page":
      return outcome.page
    case "unchanged":
      throw unexpectedUnchanged(outcome.url)
    case "other-site":
      throw (
        checkTarget(outcome.target, access) ??
        redirectElsewhere(outcome.status, outcome.from, outcome.target)
      )
    case "redirect-refused":
      throw redirectRefused(outcome.from, outcome.why)
  }
}

/** A stored body serves every format, except that Markdown or a file alone holds no HTML, and a clipped file no file. */
function serves(page: FetchedPage, plan: FetchPlan): boolean {
  const isMarkdown = mimeOf(page.headers.contentType) === "text/markdown"
  const isFileOfPage = isRawFile(page.url) && plan.requested.hostname !== new URL(page.url).hostname
  if (plan.format === "html" && (isMarkdown || isFileOfPage)) return false
  return !plan.isSaving || (page.bytes !== undefined && page.cut === undefined)
}

function bytesWanted(headers: PageHeaders, isSaving: boolean): number {
  const { textBytesMax, savedBytesMax, binaryBytesMax } = webfetchLimits
  if (!isDeclaredBinary(headers.contentType)) return textBytesMax
  const isPdf = mimeOf(headers.contentType) === "application/pdf"
  const bytesMax = isPdf || isSaving ? savedBytesMax : binaryBytesMax
  return Number(headers.contentLength) > bytesMax ? 0 : bytesMax
}
