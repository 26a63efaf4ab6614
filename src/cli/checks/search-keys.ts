// Which web search can be used: only whether a variable is set, never its value.

import { readRecord, readString } from "../../lib/json.ts"
import type { Check, DoctorContext, Finding } from "./check.ts"

interface ProviderKeys {
  readonly adapter: string
  readonly name: string
  readonly variables: readonly string[]
}

const providers: readonly ProviderKeys[] = [
  { adapter: "brave", name: "Brave", variables: ["BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"] },
  { adapter: "tavily", name: "Tavily", variables: ["TAVILY_API_KEY"] },
  { adapter: "exa", name: "Exa", variables: ["EXA_API_KEY"] },
]

export const searchKeysCheck: Check = {
  name: "web search",
  run: async (context) => {
    if (!context.features.some((feature) => feature.name === "web-search")) return []
    const usable = [...providers.flatMap((provider) => keyFinding(provider, context))]
    usable.push(...addressFinding(context))
    const chosen = chosenFinding(context)
    if (usable.length > 0 || chosen.length > 0) return [...usable, ...chosen]
    const names = providers.flatMap((provider) => provider.variables).join(", ")
    const message = "No search key is set in the environment."
    const next = `Set one of ${names}, or web-search.baseUrls.searxng in the configuration.`
    return [{ level: "info", message, next }]
  },
}

function keyOf({ variables }: ProviderKeys, { places }: DoctorContext): string | undefined {
  return variables.find((key) => (places.environment[key] ?? "").trim() !== "")
}

function keyFinding(provider: ProviderKeys, context: DoctorContext): readonly Finding[] {
  const variable = keyOf(provider, context)
  return variable ? [{ level: "ok", message: `${provider.name}: ${variable} is set.` }] : []
}

function addressFinding({ config }: DoctorContext): readonly Finding[] {
  const urls = readRecord(config.features.get("web-search")?.options, "baseUrls")
  if (readString(urls, "searxng") === undefined) return []
  return [{ level: "ok", message: "SearXNG: its address is configured." }]
}

/** An explicit choice has no fallback, so its missing key is an error. */
function chosenFinding(context: DoctorContext): readonly Finding[] {
  const options = context.config.features.get("web-search")?.options
  const variable = context.places.environment.WEB_SEARCH_ADAPTER?.trim().toLowerCase()
  const adapter = variable || readString(options, "adapter")
  const provider = providers.find((known) => known.adapter === adapter)
  if (!provider || keyOf(provider, context) !== undefined) return []
  const message = `${provider.name} is chosen, but ${provider.variables.join(" or ")} is not set.`
  return [{ level: "error", message, next: "Set the key, or take the choice back." }]
}
