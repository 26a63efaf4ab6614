// Which proxy the environment prescribes for a URL: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY,
// lower case first, as curl and Go read them. Loopback targets never go through a proxy.

import ipaddr from "ipaddr.js"
import { isAddress, judgeAddress } from "./address-policy.ts"
import { NetFailure } from "./net-failure.ts"
import { effectivePort, plainHostname } from "./url.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy for this URL, or undefined for a direct connection. Throws NetFailure `proxy-invalid`. */
export function chooseProxy(url: URL, environment: Environment): URL | undefined {
  const scheme = url.protocol === "https:" ? "https_proxy" : "http_proxy"
  const name = [scheme, "all_proxy"].find((key) => readVariable(environment, key) !== undefined)
  if (name === undefined || isExempt(url, readVariable(environment, "no_proxy") ?? ""))
    return undefined
  const value = readVariable(environment, name) ?? ""
  return parseProxy(value.includes("://") ? value : `http://${value}`, name)
}

function parseProxy(value: string, name: string): URL {
  const proxy = URL.canParse(value) ? new URL(value) : undefined
  if (proxy !== undefined && ["http:", "https:"].includes(proxy.protocol)) return proxy
  throw new NetFailure("proxy-invalid", {
    what: `The environment variable ${name.toUpperCase()} does not hold an http or https proxy URL.`,
    next: "Tell the user; nothing is fetched around a proxy that was asked for.",
  })
}

function readVariable(environment: Environment, key: string): string | undefined {
  const value = (environment[key] ?? environment[key.toUpperCase()])?.trim()
  return value === "" ? undefined : value
}

function isExempt(url: URL, noProxy: string): boolean {
  const host = plainHostname(url)
  if (host === "localhost" || (isAddress(host) && judgeAddress(host).why.includes("loopback")))
    return true
  const entries = noProxy.toLowerCase().split(/[\s,]+/)
  return entries.some((entry) => entry !== "" && matchesEntry(url, host, entry))
}

function matchesEntry(url: URL, host: string, entry: string): boolean {
  if (entry === "*") return true
  if (ipaddr.isValidCIDR(entry)) {
    if (!isAddress(host)) return false
    const address = ipaddr.parse(host)
    const network = ipaddr.parseCIDR(entry)
    return address.kind() === network[0].kind() && address.match(network)
  }
  const [, name = entry, port] = /^(.*?|\[.*\])(?::(\d+))?$/.exec(entry) ?? []
  if (port !== undefined && !isAddress(entry) && Number(port) !== effectivePort(url)) return false
  const plain = (isAddress(entry) ? entry : name).replace(/^\*?\./, "").replace(/^\[|\]$/g, "")
  return host === plain || (!isAddress(host) && host.endsWith(`.${plain}`))
}
