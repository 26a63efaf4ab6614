// Where the `ast-grep` binary lies: the platform package beside ours, or the path that the user configured.
// Never `sg` (another program on many systems), never PATH, never a download.

import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

/**
 * - `found`: absolute path of an existing file.
 * - `missing`: no binary; `reason` says why in words for the model.
 */
export type BinaryVerdict =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly reason: string }

/** Platform packages of `@ast-grep/cli`, by `process.platform` and `process.arch`. */
const packages: Readonly<Record<string, string>> = {
  "linux-x64": "@ast-grep/cli-linux-x64-gnu",
  "linux-arm64": "@ast-grep/cli-linux-arm64-gnu",
  "darwin-x64": "@ast-grep/cli-darwin-x64",
  "darwin-arm64": "@ast-grep/cli-darwin-arm64",
  "win32-x64": "@ast-grep/cli-win32-x64-msvc",
  "win32-arm64": "@ast-grep/cli-win32-arm64-msvc",
}

export function findBinary(
  configured: string | undefined,
  platform: string = `${process.platform}-${process.arch}`,
): BinaryVerdict {
  if (configured !== undefined) return judgeConfigured(configured)
  const name = packages[platform]
  if (name === undefined) {
    return { kind: "missing", reason: `there is no ast-grep package for ${platform}` }
  }
  const manifest = resolvePackage(name)
  if (manifest === undefined) {
    return { kind: "missing", reason: `the optional package ${name} is not installed` }
  }
  const executable = process.platform === "win32" ? "ast-grep.exe" : "ast-grep"
  const file = path.join(path.dirname(manifest), executable)
  return existsSync(file)
    ? { kind: "found", path: file }
    : { kind: "missing", reason: `the package ${name} holds no ${executable}` }
}

function judgeConfigured(configured: string): BinaryVerdict {
  const isUsable = path.isAbsolute(configured) && existsSync(configured)
  return isUsable
    ? { kind: "found", path: configured }
    : { kind: "missing", reason: `the configured binary ${configured} does not exist` }
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`)
  } catch {
    return undefined
  }
}
