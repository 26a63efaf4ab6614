// Which web search can be used: only whether a variable is set, never its value.

import type { Check, Finding } from "./check.ts"

const providers: readonly { readonly name: string; readonly variables: readonly string[] }[] = [
  { name: "Brave", variables: ["BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY"] },
  { name: "Tavily", variables: ["TAVILY_API_KEY"] },
  { name: "Exa", variables: ["EXA_API_KEY"] },
]

export const searchKeysCheck: Check = {
  name: "web search",
  run: async ({ places, features }) => {
    if (!features.some((feature) => feature.name === "web-search")) return []
    const usable = providers.flatMap(({ name, variables }): Finding[] => {
      const variable = variables.find((key) => (places.environment[key] ?? "").trim() !== "")
      return variable ? [{ level: "ok", message: `${name}: ${variable} is set.` }] : []
    })
    if (usable.length > 0) return usable
    const names = providers.flatMap((provider) => provider.variables).join(", ")
    const message = "No search key is set in the environment."
    const next = `Set one of ${names}, or a base URL for SearXNG in the configuration.`
    return [{ level: "info", message, next }]
  },
}
