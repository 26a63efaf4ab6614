// Raw text to a URL that can be judged: WHATWG parsing, then one spelling per host.
// Refuses what different parsers read differently. Says nothing about where the host lies: see access.ts.

import { netLimits } from "./limits.ts"
import { NetFailure } from "./net-failure.ts"

/** `https://host…`: the authority must be spelled out; WHATWG repairs would hide what was meant. */
const authorityPattern = /^https?:\/\/([^/?#]+)/i

/**
 * Parses an absolute http(s) URL: at most 2,048 characters, no credentials, no backslash in the authority.
 * The host comes back in lower case, as ASCII, without trailing dot. Throws NetFailure `url-invalid`.
 */
export function parseWebUrl(raw: string): URL {
  const text = raw.trim()
  if (text === "") throw invalid("The URL is empty.")
  if (text.length > netLimits.urlCharactersMax) {
    throw invalid(`The URL has ${text.length} characters; at most ${netLimits.urlCharactersMax}.`)
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) throw invalid("The URL has no scheme.")
  if (scheme !== "http" && scheme !== "https")
    throw invalid(`The scheme "${scheme}:" is not fetched.`)
  checkAuthority(text)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw invalid("The URL is malformed.")
  return withPlainHost(url)
}

/** Resolves a reference found in a response against the URL it came from. Throws like parseWebUrl. */
export function resolveWebUrl(reference: string, base: URL): URL {
  if (!URL.canParse(reference, base.href)) throw invalid("The reference is malformed.")
  return parseWebUrl(new URL(reference, base.href).href)
}

/** The same address without fragment. */
export function withoutFragment(url: URL): URL {
  const copy = new URL(url.href)
  copy.hash = ""
  return copy
}

/** Host name without the brackets of an IPv6 literal. */
export function plainHostname(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "")
}

/** The port that will be connected to, also where the URL leaves it out. */
export function effectivePort(url: URL): number {
  if (url.port !== "") return Number(url.port)
  return url.protocol === "https:" ? 443 : 80
}

function checkAuthority(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point.
  if (/[\u0000-\u001f\u007f]/.test(text)) throw invalid("The URL contains control characters.")
  const authority = authorityPattern.exec(text)?.[1]
  if (authority === undefined) throw invalid("After the scheme, // and a host must follow.")
  if (authority.includes("\\")) throw invalid("The host part contains a backslash.")
  if (authority.includes("@")) throw invalid("The URL carries credentials, which are never sent.")
}

function withPlainHost(url: URL): URL {
  const host = url.hostname.replace(/\.+$/, "")
  if (host === "") throw invalid("The URL has no host.")
  if (host !== url.hostname) url.hostname = host
  return url
}

function invalid(what: string): NetFailure {
  return new NetFailure("url-invalid", {
    what,
    next: "Pass one absolute URL such as https://example.com/page.",
  })
}
