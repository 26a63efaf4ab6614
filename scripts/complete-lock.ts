// Adds lock entries for optional platform packages that the registry in use does not carry, because `npm ci`
// refuses a lock without them. Run it after `npm install`; a repo test says when it is needed.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const lockFile = new URL("../package-lock.json", import.meta.url)

interface LockEntry {
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  packages: Record<string, LockEntry & Readonly<Record<string, unknown>>>
}

interface MissingPackage {
  readonly name: string
  readonly version: string
  readonly dev: boolean
}

/** Names and versions of optional packages that no entry of the lock stands for. */
export function missingOptional(lock: Lock): readonly MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([place, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !lock.packages[`${place}/node_modules/${name}`])
      .filter(([name]) => !lock.packages[`node_modules/${name}`])
      .map(([name, range]) => ({
        name,
        version: range.replace(/^[\^~]/, ""),
        dev: entry.dev === true,
      })),
  )
}

function platformEntry({ name, version, dev }: MissingPackage): Readonly<Record<string, unknown>> {
  const os = name.includes("darwin") ? "darwin" : name.includes("win") ? "win32" : "linux"
  return {
    version,
    cpu: [name.includes("arm64") ? "arm64" : "x64"],
    ...(dev ? { dev } : {}),
    ...(name.includes("musl") ? { libc: ["musl"] } : {}),
    optional: true,
    os: [os],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock: Lock = JSON.parse(readFileSync(lockFile, "utf8"))
  for (const missing of missingOptional(lock)) {
    lock.packages[`node_modules/${missing.name}`] = platformEntry(missing)
  }
  const names = Object.keys(lock.packages).sort()
  lock.packages = Object.fromEntries(names.map((name) => [name, lock.packages[name] ?? {}]))
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
}
