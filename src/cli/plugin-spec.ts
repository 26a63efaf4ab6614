// How a `plugin` entry names this package, and how it should be named here. Reads at most one manifest.

import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { readRecord, readString } from "../lib/json.ts"

export const packageName = "opencode-workbench"

/** By name, with a version or tarball, or as a path or `file://` URL of the package's folder or entry file. */
export function isOurSpec(spec: string, packageRoot: string): boolean {
  if (isByName(spec)) return true
  const file = spec.startsWith("file:") ? pathOf(spec) : spec
  const inside = path.relative(packageRoot, path.resolve(file))
  if (path.isAbsolute(file) && !inside.startsWith("..") && !path.isAbsolute(inside)) return true
  return new RegExp(
    `(^|[\\\\/])${packageName}([\\\\/](src|dist)([\\\\/](tui[\\\\/])?index\\.[jt]s)?)?[\\\\/]?$`,
  ).test(file)
}

/** By the package's name, with or without a version or tarball. */
export function isByName(spec: string): boolean {
  return spec === packageName || spec.startsWith(`${packageName}@`)
}

/**
 * How `init` names this copy. Installed by a package manager: the name, or the tarball or folder that it was installed
 * from. Else the path of this copy: the folder when it is built, its source entry when not.
 */
export function defaultSpec(packageRoot: string): string {
  const parts = packageRoot.split(path.sep)
  const modules = parts.lastIndexOf("node_modules")
  if (modules >= 0) return installedSpec(parts.slice(0, modules).join(path.sep))
  const isBuilt = existsSync(path.join(packageRoot, "dist", "index.js"))
  return isBuilt ? packageRoot : path.join(packageRoot, "src", "index.ts")
}

/** A registry cannot be asked for what came from a file, so the file is named: `npx --package FILE` included. */
function installedSpec(root: string): string {
  const source = readDependency(path.join(root, "package.json"))
  if (!source?.startsWith("file:")) return packageName
  const file = path.resolve(root, source.slice("file:".length))
  return /\.(tgz|tar\.gz)$/.test(file) ? `${packageName}@file:${file}` : file
}

function readDependency(file: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"))
    const fields = ["dependencies", "devDependencies"] as const
    return fields.map((field) => readString(readRecord(manifest, field), packageName)).find(Boolean)
  } catch {
    return undefined
  }
}

/**
 * The entry of tui.json that belongs to an entry of opencode.json; undefined where the host cannot load a panel in
 * that form: a tarball by name (HOST-QUIRK-157).
 */
export function panelSpec(spec: string): string | undefined {
  if (isTarballSpec(spec)) return undefined
  return spec.replace(/([\\/](?:src|dist)[\\/])(index\.[jt]s)$/, "$1tui/$2")
}

/** `name@file:…`, which the host installs under a folder with a colon in its name. */
export function isTarballSpec(spec: string): boolean {
  return /^[^/\\]+@file:/.test(spec)
}

/** The path of a `file:` URL; the text itself where it is none. */
export function pathOf(spec: string): string {
  try {
    return fileURLToPath(spec)
  } catch {
    return spec
  }
}
