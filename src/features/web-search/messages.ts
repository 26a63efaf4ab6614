// What the model reads when a search cannot be answered. Keys and addresses with keys never appear here.

import { Refusal } from "../../lib/refusal.ts"
import type { FailureKind, SearchProvider } from "./provider.ts"

export function notConfigured(): Refusal {
  return new Refusal(
    "WEB_SEARCH_NOT_CONFIGURED",
    'No search provider is set up, so nothing was searched. Tell the user: set one of BRAVE_API_KEY, TAVILY_API_KEY or EXA_API_KEY in the environment of opencode; or run SearXNG (docker run -p 8888:8080 searxng/searxng, with json in search.formats of its settings) and set web-search.baseUrls.searxng to http://127.0.0.1:8888; or choose DuckDuckGo with web-search.adapter "duckduckgo".',
    "Do not search again in this session; use webfetch with an address that you know.",
  )
}

export function unknownAdapter(name: string, known: readonly string[]): Refusal {
  return new Refusal(
    "WEB_SEARCH_NOT_CONFIGURED",
    `The search adapter "${name.slice(0, 40)}" does not exist; known are ${known.join(", ")}.`,
    "Tell the user to mend WEB_SEARCH_ADAPTER or web-search.adapter.",
  )
}

export function incompleteAdapter(provider: SearchProvider): Refusal {
  const missing =
    provider.keyVariables.length > 0
      ? `the variable ${provider.keyVariables.join(" or ")} is not set`
      : `web-search.baseUrls.${provider.name} is not set`
  return new Refusal(
    "WEB_SEARCH_NOT_CONFIGURED",
    `The search adapter ${provider.name} is chosen, but ${missing}. No other provider is asked instead.`,
    "Tell the user; use webfetch with an address that you know.",
  )
}

const failures: Readonly<
  Record<FailureKind, { readonly code: Refusal["code"]; readonly next: string }>
> = {
  auth: {
    code: "WEB_SEARCH_KEY_REJECTED",
    next: "Tell the user that the key or its rights are not accepted; do not search again.",
  },
  quota: {
    code: "WEB_SEARCH_QUOTA",
    next: "Tell the user that the plan of the key is used up; do not search again.",
  },
  rate: {
    code: "WEB_SEARCH_RATE_LIMITED",
    next: "Wait a minute before the next search, or go on without.",
  },
  "bad-request": { code: "WEB_SEARCH_REJECTED", next: "Use a shorter and simpler query." },
  upstream: {
    code: "WEB_SEARCH_UPSTREAM",
    next: "Try once more later, or use webfetch with an address that you know.",
  },
  "bad-answer": {
    code: "WEB_SEARCH_BAD_ANSWER",
    next: "Try once more later, or use webfetch with an address that you know.",
  },
  "bot-check": {
    code: "WEB_SEARCH_BOT_CHECK",
    next: "Do not repeat the search; tell the user that a provider with a key is needed.",
  },
}

export function providerFailed(provider: string, failure: FailureKind, reason: string): Refusal {
  const { code, next } = failures[failure]
  return new Refusal(code, `${provider} did not answer the search: ${reason}.`, next)
}
