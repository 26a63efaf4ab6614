// Reads the files that a patch names, strictly: what is no text is told apart instead of being decoded by force.

import { readFile, stat } from "node:fs/promises"
import { limits } from "./limits.ts"

export type FileContent =
  | { readonly kind: "absent" }
  | { readonly kind: "directory" }
  | { readonly kind: "too-large" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "unreadable" }

export async function readContent(realPath: string): Promise<FileContent> {
  try {
    const info = await stat(realPath)
    if (info.isDirectory()) return { kind: "directory" }
    if (!info.isFile()) return { kind: "unreadable" }
    if (info.size > limits.fileBytesMax) return { kind: "too-large" }
    return { kind: "bytes", bytes: await readFile(realPath) }
  } catch (error) {
    return { kind: isMissing(error) ? "absent" : "unreadable" }
  }
}

/** True when both hold the same bytes, or both are missing. */
export function isSameContent(left: FileContent, right: FileContent): boolean {
  if (left.kind === "bytes" && right.kind === "bytes") {
    return Buffer.compare(left.bytes, right.bytes) === 0
  }
  return left.kind === right.kind
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return code === "ENOENT" || code === "ENOTDIR"
}
