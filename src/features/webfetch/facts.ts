// Which facts of a page go into its front matter (W2), and in which order. Pure.

import type { BinaryFacts } from "./binary.ts"
import type { ConvertedPage } from "./convert/page.ts"
import type { FetchedPage, Hop } from "./fetch-page.ts"
import type { Facts } from "./front-matter.ts"
import { label } from "./front-matter.ts"
import { webfetchLimits } from "./limits.ts"

export interface PageSituation {
  readonly requestedUrl: string
  readonly page: FetchedPage
  readonly isCacheHit: boolean
  readonly isRevalidated: boolean
  /** Not all of the page is in this result, or not all of it was received. */
  readonly isTruncated: boolean
  readonly usedLlmsTxt: boolean
  /** Why this is not the page that was asked for. */
  readonly note: string | undefined
}

export function pageFacts(situation: PageSituation, converted: ConvertedPage): Facts {
  const { page } = situation
  return {
    ...addressFacts(situation, converted.canonicalUrl),
    source_kind: situation.usedLlmsTxt ? "llms_txt" : converted.kind,
    title: label(converted.title ?? "") || null,
    headings: converted.headings
      .slice(0, webfetchLimits.headingsShownMax)
      .map((heading) => label(heading.text)),
    used_llms_txt: situation.usedLlmsTxt,
    extracted_main: converted.extractedMain,
    ...transportFacts(situation),
    word_count: converted.wordCount,
    quality_signals: converted.qualitySignals,
    truncated: situation.isTruncated || page.cut !== undefined || converted.truncated === true,
    charset: converted.charset,
    ...validatorFacts(situation),
    note: situation.note ?? converted.note,
  }
}

export function binaryPageFacts(
  situation: PageSituation,
  binary: BinaryFacts,
  savedPath: string | undefined,
): Facts {
  return {
    ...addressFacts(situation, undefined),
    source_kind: "binary",
    binary_kind: binary.kind,
    filename: binary.filename,
    size: binary.bytes,
    saved_path: savedPath,
    ...transportFacts(situation),
    truncated: situation.page.cut !== undefined,
    ...validatorFacts(situation),
  }
}

function addressFacts(
  { requestedUrl, page }: PageSituation,
  canonicalUrl: string | undefined,
): Facts {
  return {
    requested_url: requestedUrl,
    final_url: page.url,
    canonical_url: canonicalUrl ?? null,
    status_code: page.status,
    source_content_type: page.headers.contentType ?? null,
  }
}

function transportFacts({ page, isCacheHit }: PageSituation): Facts {
  return {
    redirect_chain: page.hops.map(describeHop),
    upgraded_to_https: page.isUpgraded,
    // A proxy resolves names itself, so the address that was reached is not known.
    address_pinned: page.isPinned ? undefined : false,
    cache_hit: isCacheHit,
  }
}

function contentLength(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

function describeHop(hop: Hop): string {
  const max = webfetchLimits.hopCharactersMax
  return `${hop.status} ${hop.from.slice(0, max)} -> ${hop.to.slice(0, max)}`
}

function validatorFacts({ page, isRevalidated }: PageSituation): Facts {
  return {
    etag: page.headers.etag,
    last_modified: page.headers.lastModified,
    content_length: contentLength(page.headers.contentLength),
    cache_revalidated: isRevalidated ? true : undefined,
  }
}
