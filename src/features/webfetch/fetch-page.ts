// From plan to response: https before http, redirects judged hop by hop, one more try for bot challenges,
// conditional headers, and bodies read as far as they are wanted. Knows the network only through the HTTP client.

import type { HttpClient, HttpResponse } from "../../net/http-client.ts"
import { NetFailure } from "../../net/net-failure.ts"
import { judgeRedirect } from "../../net/redirect.ts"
import type { FetchPlan } from "./plan.ts"

export interface Validators {
  /** The URL that they were given for; they are sent to no other. */
  readonly url: string
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

export interface Hop {
  readonly status: number
  readonly from: string
  readonly to: string
}

/** Headers that the rest of the flow reads. */
export interface PageHeaders {
  readonly contentType: string | undefined
  readonly contentLength: string | undefined
  readonly contentDisposition: string | undefined
  readonly cacheControl: string | undefined
  readonly etag: string | undefined
  readonly lastModified: string | undefined
  readonly challenge: string | undefined
}

export interface FetchedPage {
  readonly url: string
  readonly status: number
  readonly headers: PageHeaders
  readonly hops: readonly Hop[]
  readonly isUpgraded: boolean
  readonly isPinned: boolean
  /** Undefined when the body was not wanted. */
  readonly bytes: Uint8Array | undefined
  /** Why the end of the body is missing. */
  readonly cut: "limit" | "connection" | undefined
}

export type FetchOutcome =
  | { readonly kind: "page"; readonly page: FetchedPage }
  /** 304: the stored copy is still right. */
  | { readonly kind: "unchanged"; readonly url: string }
  | {
      readonly kind: "other-site"
      readonly status: number
      readonly from: string
      readonly target: URL
    }
  | { readonly kind: "redirect-refused"; readonly from: string; readonly why: string }

export interface FetchParts {
  readonly client: HttpClient
  readonly signal: AbortSignal
  readonly validators: Validators | undefined
  /** Throws when a URL on the way may not be fetched. */
  permit(url: URL): Promise<void>
  isRedirectTarget(target: URL): boolean
  /** How many decoded bytes are wanted, or 0 for none. */
  bytesWanted(headers: PageHeaders): number
}

/** Throws NetFailure, and what `permit` throws. */
export async function fetchPage(plan: FetchPlan, parts: FetchParts): Promise<FetchOutcome> {
  const file = plan.file && (await tryFirst(plan.file, plan, parts))
  return isGood(file) ? file : fetchAttempts(plan, parts)
}

async function fetchAttempts(plan: FetchPlan, parts: FetchParts): Promise<FetchOutcome> {
  const [first, fallback] = plan.attempts
  if (fallback === undefined) return followRedirects(first, plan, parts)
  const outcome = await tryFirst(first, plan, parts)
  if (isGood(outcome)) return outcome
  const plain = await followRedirects(fallback, plan, parts).catch((error: unknown) => error)
  if (isOutcome(plain) && (isGood(plain) || !isOutcome(outcome))) return plain
  if (isOutcome(outcome)) return outcome
  throw outcome
}

/** Failures of the network are returned, so that the next address can be tried; policy and refusals are thrown. */
async function tryFirst(url: URL, plan: FetchPlan, parts: FetchParts): Promise<unknown> {
  try {
    return await followRedirects(url, plan, parts)
  } catch (error) {
    if (!(error instanceof NetFailure) || error.isPolicy || parts.signal.aborted) throw error
    return error
  }
}

function isOutcome(value: unknown): value is FetchOutcome {
  return typeof value === "object" && value !== null && !(value instanceof Error)
}

function isGood(value: unknown): value is FetchOutcome {
  if (!isOutcome(value)) return false
  if (value.kind === "page") return value.page.status < 300
  return value.kind === "unchanged"
}

async function followRedirects(
  start: URL,
  plan: FetchPlan,
  parts: FetchParts,
): Promise<FetchOutcome> {
  const hops: Hop[] = []
  for (let url = start; ; ) {
    await parts.permit(url)
    const answer = await requestOnce(url, plan, parts)
    if (answer.kind === "page") {
      const isUpgraded = plan.requested.protocol === "http:" && url.protocol === "https:"
      return { kind: "page", page: { ...answer.page, hops, isUpgraded } }
    }
    if (answer.kind === "unchanged") return answer
    const verdict = judgeRedirect({
      from: url,
      location: answer.location,
      visited: hops.map((hop) => hop.from),
      isAllowedElsewhere: parts.isRedirectTarget,
    })
    if (verdict.kind === "refused") {
      return { kind: "redirect-refused", from: url.href, why: verdict.why }
    }
    if (verdict.kind === "other-site") {
      return { ...verdict, status: answer.status, from: url.href }
    }
    hops.push({ status: answer.status, from: url.href, to: verdict.target.href })
    url = verdict.target
  }
}

type Answer =
  | { readonly kind: "page"; readonly page: Omit<FetchedPage, "hops" | "isUpgraded"> }
  | { readonly kind: "unchanged"; readonly url: string }
  | { readonly kind: "redirect"; readonly status: number; readonly location: string | undefined }

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** The first is sent; the second where a bot check refuses the first. */
const userAgents = ["Mozilla/5.0 (compatible; opencode-workbench)", "opencode"] as const

async function requestOnce(url: URL, plan: FetchPlan, parts: FetchParts): Promise<Answer> {
  const send = (userAgent: string) =>
    parts.client.exchange(
      {
        url,
        signal: parts.signal,
        headers: {
          ...requestHeaders(plan),
          ...conditionalHeaders(url, parts.validators),
          "user-agent": userAgent,
        },
      },
      (response) => readAnswer(url, response, parts),
    )
  const answer = await send(userAgents[0])
  const isChallenged =
    answer.kind === "page" &&
    answer.page.status === 403 &&
    answer.page.headers.challenge !== undefined
  return isChallenged ? send(userAgents[1]) : answer
}

async function readAnswer(url: URL, response: HttpResponse, parts: FetchParts): Promise<Answer> {
  const { status } = response
  if (redirectStatuses.includes(status)) {
    return { kind: "redirect", status, location: response.header("location") }
  }
  if (status === 304) return { kind: "unchanged", url: url.href }
  const headers = readHeaders(response)
  const bytesMax = parts.bytesWanted(headers)
  const body = bytesMax === 0 ? undefined : await response.read({ bytesMax })
  const { isPinned } = response
  const page = { url: url.href, status, headers, isPinned, bytes: body?.bytes, cut: body?.cut }
  return { kind: "page", page }
}

function readHeaders(response: HttpResponse): PageHeaders {
  return {
    contentType: response.header("content-type"),
    contentLength: response.header("content-length"),
    contentDisposition: response.header("content-disposition"),
    cacheControl: response.header("cache-control"),
    etag: response.header("etag"),
    lastModified: response.header("last-modified"),
    challenge: response.header("cf-mitigated"),
  }
}

function requestHeaders(plan: FetchPlan): Readonly<Record<string, string>> {
  const accept =
    plan.format === "html"
      ? "text/html,application/xhtml+xml,application/xml;q=0.9,text/markdown;q=0.5,*/*;q=0.4"
      : "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,text/plain;q=0.8,*/*;q=0.5"
  return { accept, "accept-language": "en,*;q=0.5" }
}

function conditionalHeaders(
  url: URL,
  validators: Validators | undefined,
): Readonly<Record<string, string>> {
  if (validators === undefined || validators.url !== url.href) return {}
  const { etag, lastModified } = validators
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  }
}
