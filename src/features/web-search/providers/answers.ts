// Readings that the providers share: error statuses, result lists, domain operators.

import { isRecord, readString } from "../../../lib/json.ts"
import type { JsonResponse } from "../../../net/json-request.ts"
import { webSearchLimits } from "../limits.ts"
import type { FailureKind, ProviderAnswer, SearchHit, SearchQuery } from "../provider.ts"

export function failed(failure: FailureKind, reason: string): ProviderAnswer {
  const clean = reason.replace(/\s+/g, " ").trim()
  return { kind: "failed", failure, reason: clean.slice(0, webSearchLimits.reasonCharactersMax) }
}

/** The failure that a status stands for, or undefined for a success. */
export function failureOfStatus(
  response: JsonResponse,
  special: Readonly<Record<number, FailureKind>> = {},
): ProviderAnswer | undefined {
  const { status } = response
  if (status >= 200 && status < 300) return undefined
  const kind = special[status] ?? commonFailure(status)
  return failed(kind, `HTTP ${status}${reasonOf(response.value)}`)
}

function commonFailure(status: number): FailureKind {
  if (status === 401 || status === 403) return "auth"
  if (status === 402) return "quota"
  if (status === 429) return "rate"
  return status >= 400 && status < 500 ? "bad-request" : "upstream"
}

/** Providers put their reason in one of these places. */
function reasonOf(value: unknown): string {
  if (!isRecord(value)) return ""
  const { detail, error } = value
  const reason =
    readString(detail, "error") ??
    readString(error, "detail") ??
    readString(error, "message") ??
    [error, detail, value.message].find((entry) => typeof entry === "string")
  return typeof reason === "string" ? `: ${reason}` : ""
}

/** A list of results, or a failure where the answer has another form. */
export function readHits(
  list: unknown,
  readHit: (entry: Readonly<Record<string, unknown>>) => SearchHit | undefined,
): ProviderAnswer {
  if (!Array.isArray(list)) return failed("bad-answer", "the answer holds no list of results")
  const hits = list.filter(isRecord).map(readHit)
  return { kind: "hits", hits: hits.filter((hit) => hit !== undefined) }
}

/** The field as a string, or empty. */
export function textOf(entry: Readonly<Record<string, unknown>>, key: string): string {
  return readString(entry, key) ?? ""
}

/** For providers without domain parameters: `site:` operators. The local filter decides in any case. */
export function withSiteOperators(query: SearchQuery): string {
  const allowed = query.allowedDomains.map((domain) => `site:${domain}`).join(" OR ")
  const blocked = query.blockedDomains.map((domain) => `-site:${domain}`).join(" ")
  const needed = [query.text, allowed && `(${allowed})`, blocked].filter((part) => part !== "")
  const full = needed.join(" ")
  return full.length <= webSearchLimits.queryCharactersMax ? full : query.text
}
