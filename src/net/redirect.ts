// Where a redirect may lead without asking again. Pure; the target's address is judged by the next exchange.

import { netLimits } from "./limits.ts"
import { effectivePort, plainHostname, resolveWebUrl, withoutFragment } from "./url.ts"

/**
 * - `follow`: same site, at most 10 hops.
 * - `other-site`: a valid target elsewhere, to be named and not followed.
 * - `refused`: never followed: a downgrade, a circle, no usable target, too many.
 */
export type RedirectVerdict =
  | { readonly kind: "follow"; readonly target: URL }
  | { readonly kind: "other-site"; readonly target: URL }
  | { readonly kind: "refused"; readonly why: string }

export interface RedirectQuestion {
  readonly from: URL
  /** The `Location` header as it came. */
  readonly location: string | undefined
  /** URLs that redirected before this one. */
  readonly visited: readonly string[]
  /** True for a cross-site target that the user's settings let through. */
  readonly isAllowedElsewhere?: (target: URL) => boolean
}

export function judgeRedirect(question: RedirectQuestion): RedirectVerdict {
  const { from, location, visited } = question
  if (location === undefined || location.trim() === "") {
    return { kind: "refused", why: "the redirect names no target" }
  }
  const target = parseTarget(location, from)
  if (target === undefined)
    return { kind: "refused", why: "its target is no http(s) URL to follow" }
  if ([...visited, from.href].some((url) => isSameResource(new URL(url), target))) {
    const why = `the redirects go in a circle, back to ${target.href}, up to the redirect limit (${netLimits.redirectsMax})`
    return { kind: "refused", why }
  }
  if (visited.length >= netLimits.redirectsMax) {
    return { kind: "refused", why: `the redirect limit (${netLimits.redirectsMax}) was reached` }
  }
  if (from.protocol === "https:" && target.protocol === "http:") {
    return { kind: "refused", why: `it leads from https back to http (${target.href})` }
  }
  if (target.hash === "") target.hash = from.hash
  if (isSameSite(from, target)) return { kind: "follow", target }
  const isAllowed = question.isAllowedElsewhere?.(target) ?? false
  return { kind: isAllowed ? "follow" : "other-site", target }
}

/** Same scheme, host and port; `www.` may come or go, and http may become https on default or equal ports. */
export function isSameSite(from: URL, target: URL): boolean {
  const withoutWww = (url: URL) => plainHostname(url).replace(/^www\./, "")
  if (withoutWww(from) !== withoutWww(target)) return false
  if (effectivePort(from) === effectivePort(target)) return true
  return (
    from.protocol === "http:" &&
    target.protocol === "https:" &&
    from.port === "" &&
    target.port === ""
  )
}

/** The same address but for the fragment, which no server sees. */
function isSameResource(left: URL, right: URL): boolean {
  return withoutFragment(left).href === withoutFragment(right).href
}

function parseTarget(location: string, from: URL): URL | undefined {
  try {
    return resolveWebUrl(location, from)
  } catch {
    return undefined
  }
}
