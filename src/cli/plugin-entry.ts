// Whether the file exists that an entry of the plugin list leads to. The host says nothing where it does not, neither
// on the screen nor in its log (HOST-QUIRK-46).

import { existsSync, readFileSync, statSync } from "node:fs"
import path from "node:path"
import { readRecord, readString } from "../lib/json.ts"
import { pathOf } from "./plugin-spec.ts"

const sourceEntries = ["index.ts", "index.js", "index.mjs"] as const

/** One sentence about what is missing; undefined where the file exists, and for entries that name no path. */
export function describeMissingEntry(entry: string, folder: string): string | undefined {
  const spec = entry.replace(/^[^/\\]+@(?=file:\/)/, "")
  if (!/^(\.{1,2}[\\/]|file:)/.test(spec) && !path.isAbsolute(spec)) return undefined
  const place = path.resolve(folder, spec.startsWith("file:") ? pathOf(spec) : spec)
  if (!existsSync(place)) return `Its file ${place} does not exist.`
  if (!statSync(place).isDirectory()) return undefined
  const manifest = path.join(place, "package.json")
  if (!existsSync(manifest)) {
    const hasEntry = sourceEntries.some((name) => existsSync(path.join(place, name)))
    return hasEntry ? undefined : `${place} has neither a package.json nor an index file.`
  }
  const declared = declaredEntry(readFileSync(manifest, "utf8"))
  if (declared === undefined) return `${manifest} names no entry for the host.`
  const file = path.resolve(place, declared)
  return existsSync(file) ? undefined : `${manifest} names ${declared}, which does not exist.`
}

/** `exports["./server"]` goes before `main`, as in the host; a manifest that cannot be read names none. */
function declaredEntry(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    const server = readRecord(readRecord(manifest, "exports"), "./server")
    return (
      readString(server, "import") ?? readString(server, "default") ?? readString(manifest, "main")
    )
  } catch {
    return undefined
  }
}
