// Domain filters as a model writes them: `https://docs.example.org/x`, `*.Example.org`, `example.org`.

import { Refusal } from "../../lib/refusal.ts"

/** Host names in ASCII and lower case. Throws Refusal WEB_SEARCH_DOMAIN_INVALID for what is none. */
export function parseDomains(names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const bare = name
      .trim()
      .replace(/^[a-z]+:\/\//i, "")
      .replace(/^(\*\.|\.)/, "")
      .replace(/[/?#:].*$/s, "")
    const address = `https://${bare}/`
    const isDomain = bare !== "" && !/[\s@\\]/.test(bare) && URL.canParse(address)
    if (!isDomain) {
      throw new Refusal(
        "WEB_SEARCH_DOMAIN_INVALID",
        `"${name.slice(0, 80)}" is not a domain; nothing was searched.`,
        'Name domains such as "example.org"; subdomains are included.',
      )
    }
    return new URL(address).hostname.replace(/\.$/, "")
  })
}
