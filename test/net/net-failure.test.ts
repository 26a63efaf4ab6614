import { describe, expect, it } from "vitest"
import { NetFailure, type NetReason } from "../../src/net/net-failure.ts"

const codes: Readonly<Record<NetReason, string>> = {
  "url-invalid": "NET_URL_INVALID",
  "address-denied": "NET_ADDRESS_DENIED",
  "port-denied": "NET_PORT_DENIED",
  "proxy-invalid": "NET_PROXY_INVALID",
  "dns-failed": "NET_DNS_FAILED",
  "connect-failed": "NET_CONNECT_FAILED",
  "tls-failed": "NET_TLS_FAILED",
  "connection-lost": "NET_CONNECTION_LOST",
  timeout: "NET_TIMEOUT",
  aborted: "NET_ABORTED",
  "protocol-error": "NET_PROTOCOL_ERROR",
  "headers-too-large": "NET_HEADERS_TOO_LARGE",
  "body-too-large": "NET_BODY_TOO_LARGE",
  "body-undecodable": "NET_BODY_UNDECODABLE",
  "decompression-ratio": "NET_DECOMPRESSION_RATIO",
}
const reasons = Object.keys(codes) as NetReason[]

describe("NetFailure", () => {
  it.each(reasons)("%s has its code in front of its text", (reason) => {
    const failure = new NetFailure(reason, { what: "What.", next: "Next." })
    expect(failure.message).toBe(`${codes[reason]}: What.\nNext.`)
  })
})
