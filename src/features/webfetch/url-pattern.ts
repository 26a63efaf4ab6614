// URL patterns of `deny`, `only` and `redirectTo`: the host's wildcards (`*` any text, `?` one character, whole match).
// A pattern without a slash names a host and everything below it. Pure.

import { matchesWildcard } from "../../lib/wildcard.ts"
import { plainHostname } from "../../net/url.ts"

/** True when the pattern matches the URL, also in its percent-decoded spelling. */
export function matchesUrl(pattern: string, url: URL): boolean {
  if (isHostPattern(pattern)) return matchesHost(pattern, url)
  return spellings(url).some((spelling) => matchesWildcard(pattern, spelling))
}

export function matchesAnyUrl(patterns: readonly string[], url: URL): boolean {
  return patterns.some((pattern) => matchesUrl(pattern, url))
}

function isHostPattern(pattern: string): boolean {
  return pattern !== "*" && !pattern.includes("/")
}

function matchesHost(pattern: string, url: URL): boolean {
  const host = plainHostname(url)
  const name = pattern.toLowerCase().replace(/\.+$/, "")
  const [, bare = name, port] = /^(.*?):(\d+)$/.exec(name) ?? []
  if (port !== undefined && url.port !== port) return false
  return matchesWildcard(bare, host) || matchesWildcard(`*.${bare}`, host)
}

function spellings(url: URL): readonly string[] {
  const plain = new URL(url.href)
  plain.hash = ""
  return [plain.href, decodeUnreserved(plain.href)]
}

/** RFC 3986 6.2.2.2: an encoded letter, digit, `-`, `.`, `_` or `~` means the same as the plain one. */
function decodeUnreserved(href: string): string {
  return href.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(character) ? character : encoded
  })
}
