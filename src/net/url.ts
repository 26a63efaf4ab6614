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

/** What models put around a URL. */
const wrappings: readonly RegExp[] = [
  /^<(?:URL:)?\s*(?<inner>[^<>\s]+)\s*>$/i,
  /^(["'`])(?<inner>[^"'`\s]+)\1$/,
  /^[\u201c\u2018](?<inner>[^\u2018-\u201d\s]+)[\u201d\u2019]$/,
  /^\[(?<label>[^\]]*)\]\((?!.*\]\()(?<inner>[^\s<>]+|<[^\s<>]+>)\)$/,
]

/**
 * A URL as a model typed it, without blanks, angle brackets (RFC 3986 appendix C), quotes or a Markdown link around it.
 * Where anything but one http(s) URL stands inside, or the label of a link is another URL, the text comes back as it is.
 * Judges nothing: what comes back still has to be parsed.
 */
export function unwrapUrl(typed: string): string {
  const text = typed.trim()
  for (const wrapping of wrappings) {
    const { inner, label = "" } = wrapping.exec(text)?.groups ?? {}
    if (inner === undefined) continue
    const unwrapped = unwrapUrl(inner)
    const isUrl = /^https?:\/\//i.test(unwrapped)
    return isUrl && !isAnotherUrl(label.trim(), unwrapped) ? unwrapped : text
  }
  return text
}

function isAnotherUrl(label: string, url: string): boolean {
  if (!/^https?:/i.test(label)) return false
  const isSame =
    URL.canParse(label) && URL.canParse(url) && new URL(label).href === new URL(url).href
  return !isSame
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
