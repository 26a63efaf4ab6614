// How a request can fail: one error with a reason that callers can branch on and a text that the model can read.
// Texts name scheme, host and path, never query, credentials, headers or bodies: those may hold secrets.

import type { ErrorCode } from "../lib/error-codes.ts"
import { Refusal } from "../lib/refusal.ts"
import { netLimits } from "./limits.ts"

export type NetReason = keyof typeof codes

/** Which of the waits ran out. `total` covers everything, the body included. */
export type NetPhase = "total" | "connect" | "first byte" | "body"

const codes = {
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
} as const satisfies Readonly<Record<string, ErrorCode>>

/** Reasons that are policy, not weather: no retry and no fallback to another scheme may follow them. */
const policyReasons: readonly NetReason[] = [
  "url-invalid",
  "address-denied",
  "port-denied",
  "proxy-invalid",
  "decompression-ratio",
  "aborted",
]

export class NetFailure extends Refusal {
  readonly reason: NetReason
  /** Set for `timeout` alone. */
  readonly phase: NetPhase | undefined
  /** The error of the platform, for our log. */
  override readonly cause: unknown

  constructor(
    reason: NetReason,
    text: { readonly what: string; readonly next: string },
    detail: { readonly cause?: unknown; readonly phase?: NetPhase } = {},
  ) {
    super(codes[reason], text.what, text.next)
    this.name = "NetFailure"
    this.reason = reason
    this.phase = detail.phase
    this.cause = detail.cause
  }

  get isPolicy(): boolean {
    return policyReasons.includes(this.reason)
  }
}

/** A URL as messages show it: without query, credentials and fragment, clipped. */
export function describeUrl(url: URL): string {
  const text = `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`
  const max = netLimits.shownCharactersMax
  return text.length <= max ? text : `${text.slice(0, max)}…`
}

export function timeoutFailure(phase: NetPhase, ms: number): NetFailure {
  const seconds = Number((ms / 1000).toFixed(1))
  const what = {
    total: `The request did not end within its ${seconds} s.`,
    connect: `No connection was made within ${seconds} s.`,
    "first byte": `The server sent no complete response header within ${seconds} s.`,
    body: `The server sent nothing for ${seconds} s in the middle of the body.`,
  }[phase]
  return new NetFailure(
    "timeout",
    { what, next: "Try once more with a larger timeout, or use another source." },
    { phase },
  )
}

export function abortedFailure(cause?: unknown): NetFailure {
  return new NetFailure(
    "aborted",
    {
      what: "The request was aborted before it ended.",
      next: "Nothing was kept; call again if the content is still wanted.",
    },
    { cause },
  )
}

/** The failure that an aborted signal stands for: its own reason if that is one of ours, else "aborted". */
export function failureOfSignal(signal: AbortSignal): NetFailure {
  const reason: unknown = signal.reason
  return reason instanceof NetFailure ? reason : abortedFailure(reason)
}
