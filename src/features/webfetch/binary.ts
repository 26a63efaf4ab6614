// What is told about a body that is no text: type, size, name, and where it was saved (W4). Pure.

import type { ToolAttachment } from "../../feature/tool-spec.ts"
import type { FetchedPage } from "./fetch-page.ts"
import { webfetchLimits } from "./limits.ts"
import type { BinaryKind } from "./sniff.ts"

export interface BinaryFacts {
  readonly kind: BinaryKind
  readonly mime: string
  readonly filename: string
  /** Bytes received, or as the server claims where none were; undefined when it says nothing. */
  readonly bytes: number | undefined
}

export function describeBinaryBody(page: FetchedPage, kind: BinaryKind, mime: string): BinaryFacts {
  const claimed = Number(page.headers.contentLength)
  const isWhole = page.bytes !== undefined && page.cut === undefined
  const size = isWhole ? page.bytes?.byteLength : claimed
  return {
    kind,
    mime,
    filename: fileName(page.headers.contentDisposition, new URL(page.url)),
    bytes: size !== undefined && Number.isFinite(size) && size > 0 ? size : undefined,
  }
}

/** Formats that models read; others stay files. */
const shownFormats: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"]

/** An image as the model can look at it, undefined for other bodies and for larger ones (C6). */
export function imageAttachment(
  facts: BinaryFacts,
  bytes: Uint8Array | undefined,
): ToolAttachment | undefined {
  if (bytes === undefined || !shownFormats.includes(facts.mime)) return undefined
  if (bytes.byteLength === 0 || bytes.byteLength > webfetchLimits.binaryBytesMax) return undefined
  const url = `data:${facts.mime};base64,${Buffer.from(bytes).toString("base64")}`
  return { mime: facts.mime, filename: facts.filename, url }
}

/** `filename*` before `filename` (RFC 6266), else the last part of the path, else the host. */
export function fileName(contentDisposition: string | undefined, url: URL): string {
  const header = contentDisposition ?? ""
  const extended = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  const named = decode(extended) ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2]
  const fromPath = decode(url.pathname.split("/").findLast((part) => part !== ""))
  return sanitize(named ?? "") || sanitize(fromPath ?? "") || sanitize(url.hostname)
}

/** The last path part, without characters that file systems or terminals read otherwise. */
function sanitize(name: string): string {
  const last = name.trim().split(/[\\/]/).at(-1) ?? ""
  const clean = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]+/gu, "_").replace(/^[.\s]+|[.\s]+$/g, "")
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean)
  return `${isDevice ? "_" : ""}${clean}`.slice(-120)
}

function decode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return text.trim()
  }
}
