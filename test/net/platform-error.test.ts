import { describe, expect, it } from "vitest"
import { abortedFailure } from "../../src/net/net-failure.ts"
import { asNetFailure } from "../../src/net/platform-error.ts"

const url = new URL("https://pages.example/a?token=secret")
const { signal } = new AbortController()

function coded(code: string, message = "it went wrong with secret"): Error {
  return Object.assign(new Error(message), { code })
}

describe("asNetFailure", () => {
  it.each([
    ["ECONNREFUSED", "connect-failed"],
    ["EHOSTUNREACH", "connect-failed"],
    ["UND_ERR_CONNECT_TIMEOUT", "connect-failed"],
    ["ECONNRESET", "connection-lost"],
    ["UND_ERR_SOCKET", "connection-lost"],
    ["UND_ERR_HEADERS_OVERFLOW", "headers-too-large"],
    ["HPE_INVALID_CONSTANT", "protocol-error"],
    ["CERT_HAS_EXPIRED", "tls-failed"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls-failed"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls-failed"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls-failed"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls-failed"],
  ])("reads %s as %s", (code, reason) => {
    expect(asNetFailure(coded(code), url, signal).reason).toBe(reason)
  })

  it("looks into the errors of several addresses, and into causes", () => {
    const several = new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")])
    expect(asNetFailure(several, url, signal).message).toContain("ECONNREFUSED")
    const caused = new Error("fetch failed", { cause: coded("ECONNRESET") })
    expect(asNetFailure(caused, url, signal).reason).toBe("connection-lost")
  })

  it("shows neither query nor message of the platform", () => {
    expect(asNetFailure(coded("ECONNREFUSED"), url, signal).message).not.toContain("secret")
  })

  it("lets an abort win over its echo", () => {
    const stopped = AbortSignal.abort(abortedFailure())
    expect(asNetFailure(coded("UND_ERR_SOCKET"), url, stopped).reason).toBe("aborted")
  })
})
