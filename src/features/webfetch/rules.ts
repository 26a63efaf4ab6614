// What the configuration says about a URL: `deny` first, then `only`, then which redirects may leave the site. Pure.

import { Refusal } from "../../lib/refusal.ts"
import { describeUrl } from "../../net/net-failure.ts"
import { matchesAnyUrl } from "./url-pattern.ts"

export interface UrlRules {
  readonly deny: readonly string[]
  readonly only?: readonly string[] | undefined
  readonly redirectTo: readonly string[]
}

/** A refusal when the configuration keeps this URL closed. */
export function checkRules(url: URL, rules: UrlRules): Refusal | undefined {
  if (matchesAnyUrl(rules.deny, url)) return ruleRefusal(url, 'a "deny" pattern')
  if (rules.only !== undefined && !matchesAnyUrl(rules.only, url)) {
    return ruleRefusal(url, 'the "only" list')
  }
  return undefined
}

/** Whether a redirect to another site is followed. */
export function isRedirectTarget(target: URL, rules: UrlRules): boolean {
  return matchesAnyUrl(rules.redirectTo, target)
}

function ruleRefusal(url: URL, rule: string): Refusal {
  return new Refusal(
    "WEBFETCH_URL_DENIED",
    `${describeUrl(url)} is closed by ${rule} of the webfetch configuration.`,
    "Do not try other spellings; use another source or ask the user.",
  )
}
