// Which IP addresses and names are part of the public Internet. Pure: a table and two functions.
// Source: the IANA special-purpose registries for IPv4 and IPv6 (kept by ipaddr.js), the IPv6 global unicast
// space 2000::/3, the IANA special-use domain names, and the metadata services of cloud providers.
// An address that carries an IPv4 address inside is judged by that inner address.

import ipaddr from "ipaddr.js"

/**
 * - `public`: may be contacted.
 * - `private`: not public; a trusted setting may open it.
 * - `never`: metadata services, link-local and unreadable addresses; no setting opens them.
 */
export interface AddressVerdict {
  readonly kind: "public" | "private" | "never"
  /** What it is, as a noun phrase for a message. */
  readonly why: string
}

const publicAddress: AddressVerdict = { kind: "public", why: "a public address" }

/** Metadata and provider-internal services outside the link-local block. */
const metadataAddresses: readonly string[] = [
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:42::42",
  "fd00:ec2::23",
  "fd00:ec2::254",
  "fd20:ce::254",
]

const metadataNames: readonly string[] = [
  "instance-data",
  "instance-data.ec2.internal",
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
]

/** Special-use and private-use suffixes; each also stands for itself. The documentation names stay allowed. */
const privateSuffixes: readonly string[] = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "in-addr.arpa",
  "ip6.arpa",
  "ipv4only.arpa",
  "resolver.arpa",
  "service.arpa",
  "test",
  "invalid",
  "onion",
  "alt",
  "ip6-localhost",
  "ip6-loopback",
]

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** Judges one IP address in any spelling that ipaddr.js reads; anything else is `never`. */
export function judgeAddress(address: string): AddressVerdict {
  const inner = innermostAddress(address)
  if (inner === undefined) return { kind: "never", why: "not an IP address" }
  const text = inner.toString()
  if (metadataAddresses.includes(text)) return { kind: "never", why: "a cloud metadata service" }
  const range = inner.range()
  if (range === "linkLocal") {
    return { kind: "never", why: "a link-local address, where metadata services live" }
  }
  if (range !== "unicast") return { kind: "private", why: rangeName(range) }
  const isOutside = inner instanceof ipaddr.IPv6 && !inner.match(globalUnicast)
  return isOutside ? { kind: "private", why: "a reserved address" } : publicAddress
}

/** Judges a host name that is no IP literal, before it is resolved. Expects lower case without trailing dot. */
export function judgeName(name: string): AddressVerdict {
  if (metadataNames.includes(name)) return { kind: "never", why: "a cloud metadata service" }
  const isPrivate = privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  if (isPrivate) return { kind: "private", why: "a name for private use" }
  return { kind: "public", why: "a name to resolve" }
}

/** True for IPv4 and IPv6 literals, without brackets. */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(host)
}

/** The address itself, or the IPv4 address that it carries: mapped, translated, NAT64, 6to4, Teredo, ISATAP. */
export function innermostAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (address.includes("%") || !ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed
  return embeddedIpv4(parsed) ?? parsed
}

function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray()
  switch (address.range()) {
    case "ipv4Mapped":
    case "rfc6145":
      return ipv4At(bytes, 12)
    case "rfc6052":
      // Only the well-known prefix 64:ff9b::/96 has the IPv4 address in its last four bytes.
      return bytes.slice(4, 12).every((byte) => byte === 0) ? ipv4At(bytes, 12) : undefined
    case "6to4":
      return ipv4At(bytes, 2)
    case "teredo":
      return teredoClient(bytes)
    case "unicast":
      return isatapPrivate(bytes)
    default:
      return undefined
  }
}

/** RFC 4380: the client's address has its bits inverted. A server that is not public spoils it. */
function teredoClient(bytes: readonly number[]): ipaddr.IPv4 {
  const server = ipv4At(bytes, 4)
  if (server.range() !== "unicast") return server
  return ipv4At(
    bytes.map((byte) => byte ^ 0xff),
    12,
  )
}

/** RFC 5214: interface identifier [02]00:5efe:a.b.c.d. Only a non-public inner address matters. */
function isatapPrivate(bytes: readonly number[]): ipaddr.IPv4 | undefined {
  const isIsatap = [0, 2].includes(bytes[8] ?? -1) && bytes[9] === 0 && bytes[10] === 0x5e
  if (!isIsatap || bytes[11] !== 0xfe) return undefined
  const inner = ipv4At(bytes, 12)
  return inner.range() === "unicast" ? undefined : inner
}

function ipv4At(bytes: readonly number[], offset: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes.slice(offset, offset + 4))
}

function rangeName(range: string): string {
  const names: Readonly<Record<string, string>> = {
    loopback: "a loopback address",
    private: "a private address",
    uniqueLocal: "a private address",
    carrierGradeNat: "a shared address (carrier-grade NAT)",
    unspecified: "the unspecified address",
    multicast: "a multicast address",
    broadcast: "the broadcast address",
  }
  return names[range] ?? "a reserved address"
}
