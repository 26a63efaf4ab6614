// Text or binary: by MIME type, then by the first bytes (W10). Pure.

import type { FetchedPage } from "./fetch-page.ts"
import { webfetchLimits } from "./limits.ts"

export type BinaryKind = "image" | "audio" | "video" | "pdf" | "binary"

export type BodyVerdict =
  | { readonly kind: "text" }
  | { readonly kind: "binary"; readonly binaryKind: BinaryKind; readonly mime: string }

interface Signature {
  readonly mime: string
  readonly bytes: readonly number[]
  readonly at?: number
}

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

/** Source: the WHATWG MIME sniffing standard and the formats' own specifications. */
const signatures: readonly Signature[] = [
  { mime: "application/pdf", bytes: ascii("%PDF-") },
  { mime: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mime: "image/jpeg", bytes: [0xff, 0xd8, 0xff] },
  { mime: "image/gif", bytes: ascii("GIF8") },
  { mime: "image/webp", bytes: ascii("WEBPVP"), at: 8 },
  { mime: "image/bmp", bytes: ascii("BM") },
  { mime: "image/x-icon", bytes: [0, 0, 1, 0] },
  { mime: "application/zip", bytes: [0x50, 0x4b, 0x03, 0x04] },
  { mime: "application/gzip", bytes: [0x1f, 0x8b, 0x08] },
  { mime: "application/x-7z-compressed", bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { mime: "application/x-xz", bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { mime: "application/wasm", bytes: [0x00, 0x61, 0x73, 0x6d] },
  { mime: "audio/mpeg", bytes: ascii("ID3") },
  { mime: "audio/ogg", bytes: ascii("OggS") },
  { mime: "audio/flac", bytes: ascii("fLaC") },
  { mime: "video/mp4", bytes: ascii("ftyp"), at: 4 },
  { mime: "video/webm", bytes: [0x1a, 0x45, 0xdf, 0xa3] },
]

const textTypes =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|ecmascript|yaml|toml|sql|x-sh|x-httpd-php|xhtml\+xml|graphql|rtf|x-ndjson|ld\+json)\b|image\/svg\+xml)/

/** MIME type without parameters, in lower case; empty where there is none. */
export function mimeOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
}

/** True when the declared type alone says that the body is no text. */
export function isDeclaredBinary(contentType: string | undefined): boolean {
  const mime = mimeOf(contentType)
  if (mime === "" || textTypes.test(mime)) return false
  return /^(image|audio|video|font)\//.test(mime) || mime.startsWith("application/")
}

/** Decides by the declared type and the first 2 KiB. */
export function judgeBody(contentType: string | undefined, bytes: Uint8Array): BodyVerdict {
  const head = bytes.subarray(0, webfetchLimits.sniffBytes)
  const declared = mimeOf(contentType)
  const found = signatures.find((signature) => hasSignature(head, signature))
  const isText = looksLikeText(head)
  if (found !== undefined && !(isText && found.mime === "image/bmp")) return binary(found.mime)
  if (isText || head.byteLength === 0) return judgeUnmarked(declared, head)
  // Declared text with other bytes: a charset without NUL bytes is still text, the converter decodes it.
  const isDeclaredText = textTypes.test(declared) || declared === ""
  return isDeclaredText && zeroBytes(head) <= zerosAllowed(declared, head)
    ? { kind: "text" }
    : binary(declared)
}

function zeroBytes(head: Uint8Array): number {
  return head.filter((byte) => byte === 0).byteLength
}

/** Browsers replace a stray NUL in a page; a page is not binary for it. */
function zerosAllowed(declared: string, head: Uint8Array): number {
  return /html/.test(declared) ? Math.max(2, Math.floor(head.byteLength / 100)) : 0
}

/** Readable bytes are text, whatever opaque type they are given; media types with nothing to show keep theirs. */
function judgeUnmarked(declared: string, head: Uint8Array): BodyVerdict {
  const isMedia = /^(image|audio|video|font)\//.test(declared) && !textTypes.test(declared)
  if (head.byteLength === 0 && isMedia) return binary(declared)
  return { kind: "text" }
}

function binary(mime: string): BodyVerdict {
  return {
    kind: "binary",
    binaryKind: binaryKindOf(mime),
    mime: mime || "application/octet-stream",
  }
}

function binaryKindOf(mime: string): BinaryKind {
  if (mime === "application/pdf") return "pdf"
  const top = mime.split("/")[0]
  return top === "image" || top === "audio" || top === "video" ? top : "binary"
}

function hasSignature(head: Uint8Array, { bytes, at = 0 }: Signature): boolean {
  return bytes.every((byte, index) => head[at + index] === byte)
}

/** The verdict on a fetched page; without its body the declared type decides. */
export function judgePage(page: FetchedPage): BodyVerdict {
  const { contentType } = page.headers
  if (page.bytes !== undefined) return judgeBody(contentType, page.bytes)
  const mime = mimeOf(contentType)
  return { kind: "binary", binaryKind: binaryKindOf(mime), mime }
}

/** True when nothing of the body is missing. */
export function isWhole(page: FetchedPage): boolean {
  return page.bytes !== undefined && page.cut === undefined
}

/** UTF-16 by its mark, else no NUL, under 2 % control characters. */
function looksLikeText(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (isUtf16) return true
  let controls = 0
  for (const byte of head) {
    if (byte === 0) return false
    const isControl =
      byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c
    if (isControl && byte !== 0x1b) controls += 1
  }
  return controls * 50 <= head.byteLength
}
