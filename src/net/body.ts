// Reads a response body within limits, whatever its headers claim: real bytes are counted on the wire and
// after decoding, and reading stops at a limit instead of after it.

import { pipeline, Readable, type Transform } from "node:stream"
import zlib from "node:zlib"
import { netLimits } from "./limits.ts"
import { NetFailure } from "./net-failure.ts"

export interface BodyLimits {
  /** Decoded bytes that are kept; what follows is not read. */
  readonly bytesMax: number
}

export interface BodyRead {
  readonly bytes: Uint8Array
  /** Bytes that came over the connection. */
  readonly wireBytes: number
  /** Why the end is missing: our limit, or a connection that ended early. */
  readonly cut: "limit" | "connection" | undefined
}

/** Codings that we ask for: what every supported runtime decodes. */
export const acceptedEncodings = "gzip, deflate, br"

/**
 * Collects a body. Stops at `bytesMax` decoded bytes and at 10 MiB on the wire (`cut: "limit"`).
 * Throws NetFailure `decompression-ratio` above 100:1 from 1 MiB on, `body-undecodable` for bad or unknown codings,
 * and whatever ends the source while nothing has arrived.
 */
export async function readBounded(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  limits: BodyLimits,
): Promise<BodyRead> {
  const wire = countWire(source)
  const chunks: Uint8Array[] = []
  let decodedBytes = 0
  let cut: BodyRead["cut"]
  try {
    for await (const chunk of decode(wire.chunks, parseEncodings(encoding))) {
      decodedBytes += chunk.byteLength
      checkRatio(decodedBytes, wire.state.bytes)
      chunks.push(chunk)
      if (decodedBytes < limits.bytesMax) continue
      cut = decodedBytes > limits.bytesMax ? "limit" : cut
      if (cut !== undefined) break
    }
  } catch (error) {
    if (!isConnectionLoss(error) || decodedBytes === 0) throw asBodyFailure(error)
    cut = "connection"
  }
  if (wire.state.isCut) cut = "limit"
  const bytes = Buffer.concat(chunks).subarray(0, limits.bytesMax)
  return { bytes, wireBytes: wire.state.bytes, cut }
}

function countWire(source: AsyncIterable<Uint8Array>) {
  const state = { bytes: 0, isCut: false }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      state.bytes += chunk.byteLength
      yield chunk
      if (state.bytes > netLimits.wireBytesMax) {
        state.isCut = true
        return
      }
    }
  }
  return { state, chunks: chunks() }
}

function checkRatio(decodedBytes: number, wireBytes: number): void {
  const { ratioFromBytes, ratioMax } = netLimits
  if (decodedBytes < ratioFromBytes || decodedBytes <= wireBytes * ratioMax) return
  throw new NetFailure("decompression-ratio", {
    what: `The body was given up after ${decodedBytes} bytes: it unpacks to more than ${ratioMax} times its size.`,
    next: "Do not fetch it again; it is built to exhaust memory.",
  })
}

function parseEncodings(header: string | undefined): readonly string[] {
  const names = (header ?? "").toLowerCase().split(",")
  const encodings = names
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
  if (encodings.length <= netLimits.encodingsMax) return encodings
  throw undecodable(
    `The body has ${encodings.length} content codings; at most ${netLimits.encodingsMax}.`,
  )
}

async function* decode(
  source: AsyncGenerator<Uint8Array>,
  encodings: readonly string[],
): AsyncIterable<Uint8Array> {
  if (encodings.length === 0) {
    yield* source
    return
  }
  const first = await source.next()
  if (first.done === true) return
  // Codings are listed in the order they were applied; only the outermost can be recognised by its first byte.
  const decoders = encodings.toReversed().map((name, layer) => {
    return createDecoder(name, layer === 0 ? first.value : undefined)
  })
  let last: Readable = Readable.from(rejoin(first.value, source))
  // Errors reach the reader of the last stream; the callback has nothing to add.
  for (const decoder of decoders) last = pipeline(last, decoder, () => undefined)
  yield* last
}

async function* rejoin(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

function createDecoder(name: string, firstBytes: Uint8Array | undefined): Transform {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants
  // Flushing instead of finishing keeps what a cut-off stream did deliver.
  const options = { finishFlush: Z_SYNC_FLUSH, chunkSize: 64 * 1024 }
  switch (name) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip(options)
    case "deflate": {
      // RFC 9110 8.4.1.2: some servers send raw deflate without the zlib header.
      const hasHeader = firstBytes === undefined || ((firstBytes[0] ?? 0) & 0x0f) === 0x08
      return hasHeader ? zlib.createInflate(options) : zlib.createInflateRaw(options)
    }
    case "br":
      return zlib.createBrotliDecompress({
        finishFlush: BROTLI_OPERATION_FLUSH,
        chunkSize: 64 * 1024,
      })
    default:
      throw undecodable(`The content coding "${name.slice(0, 40)}" is not supported.`)
  }
}

function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && "code" in error && connectionCodes.includes(String(error.code))
}

const connectionCodes: readonly string[] = [
  "UND_ERR_SOCKET",
  "ECONNRESET",
  "EPIPE",
  "Z_BUF_ERROR",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]

function asBodyFailure(error: unknown): unknown {
  const isDecoding =
    error instanceof Error &&
    "code" in error &&
    /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(String(error.code))
  return isDecoding ? undecodable("The body is not what its content coding says.", error) : error
}

function undecodable(what: string, cause?: unknown): NetFailure {
  return new NetFailure(
    "body-undecodable",
    { what, next: "The server is at fault; use another source." },
    { cause },
  )
}
