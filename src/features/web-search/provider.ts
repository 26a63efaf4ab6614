// What a search provider is: two pure functions around one JSON request. The flow sends; providers never do.

import type { Json } from "../../lib/json.ts"
import type { JsonResponse } from "../../net/json-request.ts"

export type Freshness = "day" | "week" | "month" | "year"

export interface SearchQuery {
  readonly text: string
  /** 1 to 20. */
  readonly count: number
  readonly allowedDomains: readonly string[]
  readonly blockedDomains: readonly string[]
  readonly freshness: Freshness | undefined
}

export interface SearchHit {
  readonly title: string
  /** As the provider gave it; filtered and cleaned afterwards. */
  readonly url: string
  /** May hold HTML. */
  readonly snippet: string
  readonly published: string | undefined
}

export interface ProviderRequest {
  readonly url: URL
  /** POST when given. */
  readonly json?: Json
  /** Keys belong here. */
  readonly headers?: Readonly<Record<string, string>>
}

export type FailureKind =
  | "auth"
  | "quota"
  | "rate"
  | "bad-request"
  | "upstream"
  | "bad-answer"
  | "bot-check"

export type ProviderAnswer =
  | { readonly kind: "hits"; readonly hits: readonly SearchHit[] }
  | { readonly kind: "failed"; readonly failure: FailureKind; readonly reason: string }

export interface ProviderSettings {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** Undefined for providers without keys. */
  readonly key: string | undefined
}

export interface SearchProvider {
  readonly name: string
  /** Environment variables that hold its key, in order; empty for providers without. */
  readonly keyVariables: readonly string[]
  /** Undefined where the user must give one. */
  readonly defaultBaseUrl: string | undefined
  request(query: SearchQuery, settings: ProviderSettings): ProviderRequest
  /** Reads an answer of any status. */
  read(response: JsonResponse): ProviderAnswer
}
