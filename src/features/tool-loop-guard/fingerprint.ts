// Short stand-ins for calls and results, so that no output is kept. Pure.
// CRC-32 with the length: it must be cheap for 50 KB (6 µs in the host), and a loop needs both the call and its
// result to agree, so a chance collision of one of them is harmless.

import path from "node:path"
import { crc32 } from "node:zlib"

export function fingerprint(text: string): string {
  return `${text.length.toString(36)}.${crc32(text).toString(36)}`
}

/** The same for any order of the lines: ripgrep searches in parallel and gives no fixed order. */
export function unorderedFingerprint(text: string): string {
  return fingerprint(text.split("\n").sort().join("\n"))
}

/** Arguments that do not change what a call does. */
const noise: Readonly<Record<string, readonly string[]>> = {
  bash: ["description", "timeout"],
  task: ["description"],
}

/** Arguments that are paths: relative and absolute spellings are one. */
const paths: Readonly<Record<string, string>> = { read: "filePath", grep: "path", glob: "path" }

/** One text for all spellings of the same call: keys sorted, noise left out, paths absolute. */
export function canonicalCall(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  directory: string,
): string {
  const ignored = noise[tool] ?? []
  let text = tool
  for (const key of Object.keys(args).sort()) {
    const value = args[key]
    if (value === undefined || ignored.includes(key)) continue
    const isPath = key === paths[tool] && typeof value === "string"
    text += ` ${key}=${stable(isPath ? path.resolve(directory, value) : value)}`
  }
  return text
}

/** JSON with sorted keys; what JSON leaves out is left out. Plain values take the short way: most arguments are. */
function stable(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return JSON.stringify(value, (_, inner: unknown) => {
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner)
    if (!isObject) return inner
    return Object.fromEntries(
      Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)),
    )
  })
}

/**
 * The first `max` characters as a text of their own. A plain slice would keep the whole output alive behind it.
 */
export function ownCopy(text: string, max: number): string {
  return Buffer.from(text.slice(0, max), "utf8").toString("utf8")
}
