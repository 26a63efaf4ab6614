// From what a provider returned to what is shown: web addresses only, without tracking parameters, HTML or
// duplicates, and filtered by domain once more (S4). Pure.

import { webSearchLimits } from "./limits.ts"
import type { SearchHit, SearchQuery } from "./provider.ts"

/** Parameters that only tell who sent the visitor. */
const trackingParameters =
  /^(utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|dclid|mc_cid|mc_eid|igshid|yclid|_hsenc|_hsmi|ref_src|spm)$/i

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
}

/** At most `query.count` hits, in the provider's order. */
export function cleanHits(hits: readonly SearchHit[], query: SearchQuery): readonly SearchHit[] {
  const seen = new Set<string>()
  const kept: SearchHit[] = []
  for (const hit of hits) {
    const url = webUrl(hit.url)
    if (url === undefined || !isWanted(url.hostname, query)) continue
    const key = duplicateKey(url)
    if (seen.has(key)) continue
    seen.add(key)
    kept.push({
      title: clip(plainText(hit.title), webSearchLimits.titleCharactersMax) || url.hostname,
      url: url.href,
      snippet: clip(plainText(hit.snippet), webSearchLimits.snippetCharactersMax),
      published: hit.published && clip(plainText(hit.published), 40),
    })
    if (kept.length >= query.count) break
  }
  return kept
}

/** Only absolute http(s) addresses, without tracking parameters. */
function webUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined
  if (url.username !== "" || url.password !== "") return undefined
  for (const name of [...url.searchParams.keys()]) {
    if (trackingParameters.test(name)) url.searchParams.delete(name)
  }
  return url
}

/** The same page under http and https, with and without www., final slash or fragment, is one result. */
function duplicateKey(url: URL): string {
  const host = url.hostname.replace(/^www\./, "")
  return `${host}:${url.port}${url.pathname.replace(/\/+$/, "")}${url.search}`
}

function isWanted(hostname: string, query: SearchQuery): boolean {
  if (query.blockedDomains.some((domain) => isBelow(hostname, domain))) return false
  if (query.allowedDomains.length === 0) return true
  return query.allowedDomains.some((domain) => isBelow(hostname, domain))
}

/** `docs.example.org` is below `example.org`; `badexample.org` is not. */
function isBelow(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Tags and entities gone, white space and invisible controls folded. */
function plainText(text: string): string {
  const untagged = text.replace(/<\/?[a-z!][^>]*>/gi, " ")
  const decoded = untagged.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,8});/gi, decodeEntity)
  // Zero-width and direction controls can hide or reorder text.
  const visible = decoded.replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, "")
  return visible.replace(/\s+/g, " ").trim()
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith("#")) return namedEntities[name.toLowerCase()] ?? whole
  const isHex = name[1] === "x" || name[1] === "X"
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : " "
}

function clip(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
}
