// Every number of the net kernel, with unit and reason.

export const netLimits = {
  /** Characters of a URL; browsers and servers agree on about this much. */
  urlCharactersMax: 2048,
  /** Name resolution and connecting, TLS included. */
  connectMs: 10_000,
  /** From the connection to the last response header. */
  firstByteMs: 20_000,
  /** Silence inside a body. */
  idleMs: 15_000,
  /** Response headers together; the HTTP parser stops at more. */
  headerBytesMax: 64 * 1024,
  /** Bytes of a body as they travel. */
  wireBytesMax: 10 * 1024 * 1024,
  /** Bytes of a body after decoding. */
  decodedBytesMax: 10 * 1024 * 1024,
  /** Decoded bytes from which the ratio counts; small pages compress well. */
  ratioFromBytes: 1024 * 1024,
  /** Decoded bytes per wire byte; real text stays below 40. */
  ratioMax: 100,
  /** Content codings on top of each other; more is only seen in attacks. */
  encodingsMax: 2,
  /** Requests at one time, probes included. */
  requestsMax: 4,
  /** Requests to one host at one time. */
  requestsPerHostMax: 2,
  /** Longest wait that a server may ask for before the one retry. */
  retryAfterMsMax: 5_000,
  /** Wait before the one retry when the server names none. */
  retryDelayMs: 300,
  /** Redirects followed for one request. */
  redirectsMax: 10,
  /** Body of a JSON API answer. */
  jsonBytesMax: 1024 * 1024,
  /** Total time of a JSON API request where the caller names none. */
  jsonTotalMs: 30_000,
  /** Characters of a URL or host in a message. */
  shownCharactersMax: 200,
} as const
