// Name to addresses, once per connection: every answer is judged, and the caller connects to these and no others.

import { lookup as systemDnsLookup } from "node:dns/promises"
import { type Access, checkAnswers } from "./access.ts"
import { isAddress } from "./address-policy.ts"
import { failureOfSignal, NetFailure } from "./net-failure.ts"
import { plainHostname } from "./url.ts"

export interface PinnedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves a name to all its addresses. Injected in tests. */
export type Lookup = (hostname: string) => Promise<readonly PinnedAddress[]>

/** The operating system's resolver, hosts file included. */
export const systemLookup: Lookup = async (hostname) => {
  const answers = await systemDnsLookup(hostname, { all: true, verbatim: true })
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/**
 * The judged addresses of a URL's host; an IP literal stands for itself and is not looked up.
 * Throws NetFailure `dns-failed`, `address-denied`, or the signal's.
 */
export async function resolvePinned(
  url: URL,
  options: { readonly access: Access; readonly lookup: Lookup; readonly signal: AbortSignal },
): Promise<readonly PinnedAddress[]> {
  const host = plainHostname(url)
  const answers = isAddress(host)
    ? [literalAddress(host)]
    : await untilAborted(askLookup(host, options.lookup), options.signal)
  const addresses = answers.map((answer) => answer.address)
  const denied = checkAnswers(url, addresses, options.access)
  if (denied !== undefined) throw denied
  return answers
}

function literalAddress(address: string): PinnedAddress {
  return { address, family: address.includes(":") ? 6 : 4 }
}

async function askLookup(host: string, lookup: Lookup): Promise<readonly PinnedAddress[]> {
  const answers = await lookup(host).catch((cause: unknown) => {
    throw dnsFailure(host, cause)
  })
  if (answers.length === 0) throw dnsFailure(host, undefined)
  return answers
}

/** System lookups cannot be stopped, so the wait for them is. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(failureOfSignal(signal))
    if (signal.aborted) return onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })
}

function dnsFailure(host: string, cause: unknown): NetFailure {
  return new NetFailure(
    "dns-failed",
    {
      what: `The name ${host} does not resolve.`,
      next: "Check the spelling of the host, or search for the page.",
    },
    { cause },
  )
}
