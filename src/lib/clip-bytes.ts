// Bounds a text in bytes of UTF-8 without cutting a character.

export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8")
}

/** At most `bytesMax` bytes of whole characters; a cut ends in an ellipsis, which counts. */
export function clipBytes(text: string, bytesMax: number): string {
  if (byteLength(text) <= bytesMax) return text
  const mark = "…"
  const head = Buffer.from(text, "utf8").subarray(0, Math.max(0, bytesMax - byteLength(mark)))
  return `${new TextDecoder("utf-8").decode(head).replace(/\uFFFD+$/, "")}${mark}`
}
