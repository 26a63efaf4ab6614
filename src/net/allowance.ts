// What the user opens with an entry of `allowPrivate`. Apart from the rules that use it, because options are read at
// the host's start.

import ipaddr from "ipaddr.js"
import { plainHostname } from "./url.ts"

/** One entry of `allowPrivate`: an exact `host:port`, or a network in CIDR notation. */
export type Allowance =
  | { readonly kind: "host"; readonly host: string; readonly port: number }
  | { readonly kind: "network"; readonly network: [ipaddr.IPv4 | ipaddr.IPv6, number] }

/** Reads an `allowPrivate` entry; undefined when it is neither `host:port` nor a CIDR network. */
export function parseAllowance(entry: string): Allowance | undefined {
  if (ipaddr.isValidCIDR(entry)) return { kind: "network", network: ipaddr.parseCIDR(entry) }
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/@?#*[\]]+):(\d{1,5})$/i.exec(entry)
  const port = Number(match?.[2])
  if (match === null || port < 1 || port > 65_535) return undefined
  const address = `http://${match[1]}:${port}/`
  if (!URL.canParse(address)) return undefined
  const host = plainHostname(new URL(address)).replace(/\.+$/, "")
  return host === "" ? undefined : { kind: "host", host, port }
}
