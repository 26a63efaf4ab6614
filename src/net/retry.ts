// When one more try is worth it. Pure.

import { netLimits } from "./limits.ts"

const gatewayStatuses: readonly number[] = [502, 503, 504]

/**
 * Milliseconds to wait before the one retry, or undefined for none: 502, 503 and 504 at once or after a
 * `Retry-After` of at most 5 s, 429 only with such a header.
 */
export function retryDelayMs(
  status: number,
  retryAfter: string | undefined,
  now: number,
): number | undefined {
  const isGateway = gatewayStatuses.includes(status)
  if (!isGateway && status !== 429) return undefined
  if (retryAfter === undefined) return isGateway ? netLimits.retryDelayMs : undefined
  const wait = parseRetryAfterMs(retryAfter, now)
  return wait !== undefined && wait <= netLimits.retryAfterMsMax ? wait : undefined
}

/** `Retry-After` as seconds or HTTP date (RFC 9110 10.2.3), in milliseconds from now. */
export function parseRetryAfterMs(value: string, now: number): number | undefined {
  const text = value.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
