// Finds the pinned host binary in node_modules, the way the host's own launcher chooses it. Downloads nothing.

import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)

/** Folder of this repository. */
export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..")

/** Absolute path of the host binary; an error says how to get it. */
export function hostBinary(): string {
  const file = process.platform === "win32" ? "opencode.exe" : "opencode"
  for (const name of packageNames()) {
    const folder = packageFolder(name)
    const candidate = folder === undefined ? undefined : path.join(folder, "bin", file)
    if (candidate !== undefined && existsSync(candidate)) return candidate
  }
  throw new Error(`no host binary for ${process.platform}-${process.arch}: run npm ci`)
}

/** Folder that holds the pinned `rg`; the host finds it on PATH and need not download one. */
export function ripgrepFolder(): string | undefined {
  const folder = packageFolder(`@vscode/ripgrep-${process.platform}-${process.arch}`)
  return folder === undefined ? undefined : path.join(folder, "bin")
}

function packageFolder(name: string): string | undefined {
  try {
    return path.dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

function packageNames(): readonly string[] {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const base = `opencode-${platform}-${process.arch}`
  const variants = process.arch === "x64" ? [base, `${base}-baseline`] : [base]
  const preferred = hasAvx2() ? variants : variants.toReversed()
  if (process.platform !== "linux") return preferred
  const musl = preferred.map((name) => `${name}-musl`)
  return existsSync("/etc/alpine-release") ? [...musl, ...preferred] : [...preferred, ...musl]
}

/** Where it cannot be told, the baseline build is the safe choice. */
function hasAvx2(): boolean {
  if (os.platform() !== "linux") return false
  try {
    return /(^|\s)avx2(\s|$)/i.test(readFileSync("/proc/cpuinfo", "utf8"))
  } catch {
    return false
  }
}
