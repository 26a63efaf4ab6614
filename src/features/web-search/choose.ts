// Which provider is asked (S2). Pure.

import type { ProviderSettings, SearchProvider } from "./provider.ts"

export interface ChooseInput {
  /** All providers by their order of preference. */
  readonly providers: readonly SearchProvider[]
  /** `WEB_SEARCH_ADAPTER`, else the option; empty for automatic choice. */
  readonly explicit: string
  readonly baseUrls: Readonly<Record<string, string | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Providers to ask after an upstream failure, by name. */
  readonly fallback: readonly string[]
}

export interface Chosen {
  readonly provider: SearchProvider
  readonly settings: ProviderSettings
}

export type Choice =
  | { readonly kind: "chosen"; readonly chain: readonly Chosen[] }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "incomplete"; readonly provider: SearchProvider }
  | { readonly kind: "none" }

/**
 * An explicit choice stands alone: what it lacks is an error. Otherwise Brave, unless only Tavily's key exists, then
 * Tavily, Exa, SearXNG. DuckDuckGo is only ever chosen explicitly or as a listed fallback.
 */
export function chooseProviders(input: ChooseInput): Choice {
  const byName = (name: string) => input.providers.find((provider) => provider.name === name)
  const first = input.explicit === "" ? automatic(input) : byName(input.explicit)
  if (first === undefined) {
    return input.explicit === "" ? { kind: "none" } : { kind: "unknown", name: input.explicit }
  }
  const chosen = complete(first, input)
  if (chosen === undefined) return { kind: "incomplete", provider: first }
  const others = input.fallback
    .map(byName)
    .filter((provider) => provider !== undefined && provider !== first)
    .map((provider) => provider && complete(provider, input))
    .filter((entry) => entry !== undefined)
  return { kind: "chosen", chain: [chosen, ...others] }
}

function automatic(input: ChooseInput): SearchProvider | undefined {
  const isAutomatic = (provider: SearchProvider) => provider.name !== "duckduckgo"
  return input.providers.find((provider) => isAutomatic(provider) && complete(provider, input))
}

/** Base URL and key, or undefined where one is missing. */
function complete(provider: SearchProvider, input: ChooseInput): Chosen | undefined {
  const baseUrl = (input.baseUrls[provider.name] || provider.defaultBaseUrl)?.replace(/\/+$/, "")
  const key = provider.keyVariables.map((name) => input.environment[name]?.trim()).find(Boolean)
  const needsKey = provider.keyVariables.length > 0
  if (baseUrl === undefined || (needsKey && key === undefined)) return undefined
  return { provider, settings: { baseUrl, key } }
}
