// Arguments to a plan: which URL is tried first, what the request asks for, how long it may take. Pure.

import { parseWebUrl, unwrapUrl, withoutFragment } from "../../net/url.ts"
import type { PageFormat } from "./convert/page.ts"

export interface WebfetchArguments {
  readonly url: string
  readonly format: PageFormat
  readonly timeout: number
  readonly prompt?: string | undefined
  readonly extract_main: boolean
  readonly include_metadata: boolean
  readonly save_binary: boolean
  readonly offset?: number | undefined
  readonly section?: string | undefined
}

export interface FetchPlan {
  /** As asked, in one spelling, without fragment. */
  readonly requested: URL
  /** Where the file lies that the page only frames; read in its place where that succeeds. */
  readonly file: URL | undefined
  /** The addresses to try in order: https before http where the scheme was not insisted on by a port. */
  readonly attempts: readonly [URL, ...URL[]]
  /** Text of the URL's fragment, for finding a section of a long page. */
  readonly fragment: string | undefined
  readonly format: PageFormat
  readonly totalMs: number
  readonly isSaving: boolean
  /** The call reads on in a page that it has seen: a stored copy serves it whatever its age. */
  readonly isPaging: boolean
}

export interface PlanQuestions {
  /** True for an address that the user opened as it stands. */
  isInsistedOn?(url: URL): boolean
  /** Where the file lies that the page only frames, if it may be read there. */
  fileOf?(url: URL): URL | undefined
}

/** Throws NetFailure `url-invalid`. */
export function planFetch(args: WebfetchArguments, questions: PlanQuestions = {}): FetchPlan {
  const url = parseWebUrl(unwrapUrl(args.url))
  const requested = withoutFragment(url)
  const isInsistedOn = questions.isInsistedOn?.(requested) ?? false
  return {
    requested,
    file: args.format === "html" ? undefined : questions.fileOf?.(url),
    attempts: isInsistedOn ? [requested] : attemptsFor(requested),
    fragment: url.hash === "" ? undefined : decodeFragment(url.hash.slice(1)),
    format: args.format,
    totalMs: args.timeout * 1000,
    isSaving: args.save_binary,
    isPaging: args.offset !== undefined || args.section !== undefined,
  }
}

function attemptsFor(url: URL): readonly [URL, ...URL[]] {
  if (url.protocol !== "http:" || url.port !== "") return [url]
  const secure = new URL(url.href)
  secure.protocol = "https:"
  return [secure, url]
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
