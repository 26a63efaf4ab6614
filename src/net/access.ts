// Whether a URL and the addresses behind its name may be contacted: the address policy, the port rule,
// and what the user opened with `allowPrivate` and `allowPorts`. Metadata services stay closed whatever is set.

import { innermostAddress, isAddress, judgeAddress, judgeName } from "./address-policy.ts"
import { type Allowance, parseAllowance } from "./allowance.ts"
import { describeUrl, NetFailure } from "./net-failure.ts"
import { effectivePort, plainHostname } from "./url.ts"

export interface Access {
  readonly allowances: readonly Allowance[]
  readonly ports: readonly number[]
}

/** Below 1024 only these are open without a setting. */
const wellKnownPorts: readonly number[] = [80, 443]

/** From 1024 on: the WHATWG "bad ports", and databases and control sockets that answer to anything. */
const closedPorts: readonly number[] = [
  1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 5984,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 9300, 10080, 11211, 27017,
]

/** Builds the access rules. Entries that parseAllowance does not read are left out. */
export function createAccess(
  settings: {
    readonly allowPrivate?: readonly string[]
    readonly allowPorts?: readonly number[]
  } = {},
): Access {
  const allowances = (settings.allowPrivate ?? []).map(parseAllowance)
  return {
    allowances: allowances.filter((allowance) => allowance !== undefined),
    ports: settings.allowPorts ?? [],
  }
}

/** Judges scheme-checked URL before anything is resolved: literal or name, and port. Undefined means go on. */
export function checkTarget(url: URL, access: Access): NetFailure | undefined {
  const host = plainHostname(url)
  if (isAddress(host)) return checkAddress(url, host, access) ?? checkPort(url, access)
  const verdict = judgeName(host)
  if (verdict.kind === "never") return deniedFailure(url, `${host} is ${verdict.why}`, true)
  // A private name may still be meant by an allowed network: its addresses decide.
  const isOpen = isHostAllowed(url, access) || access.allowances.some((it) => it.kind === "network")
  if (verdict.kind === "private" && !isOpen) {
    return deniedFailure(url, `${host} is ${verdict.why}`, false)
  }
  return checkPort(url, access)
}

/**
 * Judges a URL whose name somebody else will resolve (a proxy): an opened network cannot vouch for a private name then.
 * Undefined means go on.
 */
export function checkUnresolved(url: URL, access: Access): NetFailure | undefined {
  if (isAddress(plainHostname(url))) return checkTarget(url, access)
  const hosts = access.allowances.filter((it) => it.kind === "host")
  return checkTarget(url, { ...access, allowances: hosts })
}

/** Judges every address that a name resolved to; one bad answer refuses all. */
export function checkAnswers(
  url: URL,
  addresses: readonly string[],
  access: Access,
): NetFailure | undefined {
  for (const address of addresses) {
    const failure = checkAddress(url, address, access)
    if (failure !== undefined) return failure
  }
  return undefined
}

function checkAddress(url: URL, address: string, access: Access): NetFailure | undefined {
  const verdict = judgeAddress(address)
  if (verdict.kind === "public") return undefined
  const host = plainHostname(url)
  const subject = host === address ? `${address} is` : `${host} resolves to ${address},`
  if (verdict.kind === "never") return deniedFailure(url, `${subject} ${verdict.why}`, true)
  if (isHostAllowed(url, access) || isNetworkAllowed(address, access)) return undefined
  return deniedFailure(url, `${subject} ${verdict.why}`, false)
}

/** Whether the user opened exactly this host and port. */
export function isHostAllowed(url: URL, access: Access): boolean {
  const host = plainHostname(url)
  const port = effectivePort(url)
  return access.allowances.some((it) => it.kind === "host" && it.host === host && it.port === port)
}

function isNetworkAllowed(address: string, access: Access): boolean {
  const inner = innermostAddress(address)
  if (inner === undefined) return false
  return access.allowances.some(
    (it) =>
      it.kind === "network" && it.network[0].kind() === inner.kind() && inner.match(it.network),
  )
}

function checkPort(url: URL, access: Access): NetFailure | undefined {
  const port = effectivePort(url)
  const isOrdinary = wellKnownPorts.includes(port) || (port >= 1024 && !closedPorts.includes(port))
  if (isOrdinary || access.ports.includes(port) || isHostAllowed(url, access)) return undefined
  return new NetFailure("port-denied", {
    what: `${describeUrl(url)} was not contacted: port ${port} is not one that web pages use.`,
    next: `Use a page on a usual port; the user can open this one with "allowPorts": [${port}].`,
  })
}

function deniedFailure(url: URL, what: string, isFinal: boolean): NetFailure {
  const place = `${plainHostname(url).includes(":") ? url.hostname : plainHostname(url)}:${effectivePort(url)}`
  return new NetFailure("address-denied", {
    what: `${describeUrl(url)} was not contacted: ${what}.`,
    next: isFinal
      ? "No setting opens this; use a public address."
      : `Do not try other spellings. The user can open it with "allowPrivate": ["${place}"] in the global configuration.`,
  })
}
