// Errors of sockets, TLS and the HTTP parser, in Node and in the host's runtime, to NetFailure.

import { describeUrl, failureOfSignal, NetFailure, type NetReason } from "./net-failure.ts"

/** Names the failure of an exchange. An aborted signal wins: the rest is its echo. */
export function asNetFailure(error: unknown, url: URL, signal: AbortSignal): NetFailure {
  if (signal.aborted) return failureOfSignal(signal)
  if (error instanceof NetFailure) return error
  const code = errorCode(error)
  const reason = reasonOf(code)
  const { what, next } = texts[reason]
  const detail = code === "" ? "" : ` (${code})`
  return new NetFailure(reason, { what: `${what(url)}${detail}.`, next }, { cause: error })
}

type PlatformReason = Extract<
  NetReason,
  "connect-failed" | "tls-failed" | "connection-lost" | "protocol-error" | "headers-too-large"
>

const texts: Readonly<Record<PlatformReason, { what: (url: URL) => string; next: string }>> = {
  "connect-failed": {
    what: (url) => `No connection to ${url.host} could be made`,
    next: "Check host and port, or use another source.",
  },
  "tls-failed": {
    what: (url) => `The TLS certificate or handshake of ${url.host} was not accepted`,
    next: "Certificates are always checked; use another source.",
  },
  "connection-lost": {
    what: (url) => `The connection to ${url.host} ended before the response was complete`,
    next: "Try once more, or use another source.",
  },
  "protocol-error": {
    what: (url) => `The server behind ${describeUrl(url)} did not answer in valid HTTP`,
    next: "Use another source.",
  },
  "headers-too-large": {
    what: (url) => `The response headers of ${url.host} are larger than 64 KiB`,
    next: "Use another source.",
  },
}

function reasonOf(code: string): PlatformReason {
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW")
    return "headers-too-large"
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return "tls-failed"
  if (/^HPE_|^HTTPParserError$/.test(code)) return "protocol-error"
  if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_CLOSED|UND_ERR_DESTROYED)$/.test(code)) {
    return "connection-lost"
  }
  return "connect-failed"
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ""
  if ("code" in error && typeof error.code === "string") return error.code
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  if (error.cause !== undefined) return errorCode(error.cause)
  return error.name === "Error" ? "" : error.name
}
