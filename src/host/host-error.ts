// A host call that did not come to a clean end.

/**
 * `settled` says what is known about the effect:
 * - `yes`: the host answered with an error; nothing more will happen.
 * - `no`: the call never left; nothing happened.
 * - `unknown`: our deadline fired or the transport broke; the host may still act. Leases hang on this.
 */
export class HostError extends Error {
  override readonly name = "HostError"
  readonly kind: "timeout" | "transport" | "refused" | "not-found" | "unsupported"
  readonly settled: "yes" | "no" | "unknown"
  readonly status: number | undefined

  constructor(
    kind: HostError["kind"],
    settled: HostError["settled"],
    message: string,
    options: { readonly cause?: unknown; readonly status?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.settled = settled
    this.status = options.status
  }
}
