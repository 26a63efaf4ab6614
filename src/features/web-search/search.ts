// One search from query to cleaned hits: memory, chosen provider, listed fallbacks.

import { lazy } from "../../lib/lazy.ts"
import { Refusal } from "../../lib/refusal.ts"
import { NetFailure } from "../../net/net-failure.ts"
import type { Transport } from "./ask-provider.ts"
import type { Choice, Chosen } from "./choose.ts"
import { cleanHits } from "./clean-hits.ts"
import { webSearchLimits } from "./limits.ts"
import { incompleteAdapter, notConfigured, providerFailed, unknownAdapter } from "./messages.ts"
import type { SearchHit, SearchQuery } from "./provider.ts"

export interface SearchOutcome {
  readonly provider: string
  readonly hits: readonly SearchHit[]
  readonly isCached: boolean
}

export interface SearchParts {
  readonly transport: Transport
  readonly choice: Choice
  readonly adapterNames: readonly string[]
  readonly now: () => number
}

export interface Search {
  /** Why no search is possible as things are set up. */
  readiness(): Refusal | undefined
  /** Throws Refusal, NetFailure included. */
  run(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome>
}

export function createSearch(parts: SearchParts): Search {
  const memory = lazy(async () => {
    const { LRUCache } = await import("lru-cache")
    return new LRUCache<string, SearchOutcome>({
      max: webSearchLimits.cacheEntriesMax,
      ttl: webSearchLimits.cacheMs,
      perf: { now: parts.now },
    })
  })
  const chosen = chainOf(parts)
  return {
    readiness: () => (chosen instanceof Refusal ? chosen : undefined),
    run: async (query, signal) => {
      if (chosen instanceof Refusal) throw chosen
      const chain = chosen
      const key = JSON.stringify([chain.map((entry) => entry.provider.name), query])
      const cache = await memory.load()
      const cached = cache.get(key)
      if (cached) return { ...cached, isCached: true }
      const outcome = await askInOrder(parts.transport, { chain, query, signal })
      cache.set(key, outcome)
      return outcome
    },
  }
}

function chainOf({ choice, adapterNames }: SearchParts): readonly Chosen[] | Refusal {
  switch (choice.kind) {
    case "chosen":
      return choice.chain
    case "unknown":
      return unknownAdapter(choice.name, adapterNames)
    case "incomplete":
      return incompleteAdapter(choice.provider)
    case "none":
      return notConfigured()
  }
}

interface Ask {
  readonly chain: readonly Chosen[]
  readonly query: SearchQuery
  readonly signal: AbortSignal
}

/** The first failure is the one that is told: it belongs to the provider that the user chose. */
async function askInOrder(
  transport: Transport,
  { chain, query, signal }: Ask,
): Promise<SearchOutcome> {
  let first: unknown
  for (const { provider, settings } of chain) {
    try {
      const response = await transport.send(provider.request(query, settings), signal)
      const answer = provider.read(response)
      if (answer.kind === "failed") {
        throw providerFailed(provider.name, answer.failure, withoutKey(answer.reason, settings.key))
      }
      return { provider: provider.name, hits: cleanHits(answer.hits, query), isCached: false }
    } catch (error) {
      first ??= error
      if (!mayFallBack(error)) break
    }
  }
  throw first
}

/** What the query or the caller is to blame for, another provider cannot mend. */
function mayFallBack(error: unknown): boolean {
  if (error instanceof NetFailure) return error.reason !== "aborted"
  return error instanceof Refusal && error.code !== "WEB_SEARCH_REJECTED"
}

/** A provider may repeat the key in its error text. */
function withoutKey(reason: string, key: string | undefined): string {
  return key === undefined ? reason : reason.replaceAll(key, "[key]")
}
