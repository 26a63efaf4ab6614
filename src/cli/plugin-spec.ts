// How a `plugin` entry names this package, and how it should be named here. Pure but for one look at the disk.

import { existsSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const packageName = "opencode-workbench"

/** By name, with a version or tarball, or as a path or `file://` URL of the package's folder or entry file. */
export function isOurSpec(spec: string, packageRoot: string): boolean {
  if (spec === packageName || spec.startsWith(`${packageName}@`)) return true
  const file = spec.startsWith("file:") ? pathOf(spec) : spec
  const inside = path.relative(packageRoot, path.resolve(file))
  if (path.isAbsolute(file) && !inside.startsWith("..") && !path.isAbsolute(inside)) return true
  return new RegExp(
    `(^|[\\\\/])${packageName}([\\\\/](src|dist)([\\\\/]index\\.[jt]s)?)?[\\\\/]?$`,
  ).test(file)
}

/**
 * The name where the package was installed by a package manager, which means that a registry or tarball has it;
 * else the path of this copy: the folder when it is built, its source entry when not.
 */
export function defaultSpec(packageRoot: string): string {
  if (packageRoot.split(path.sep).includes("node_modules")) return packageName
  const isBuilt = existsSync(path.join(packageRoot, "dist", "index.js"))
  return isBuilt ? packageRoot : path.join(packageRoot, "src", "index.ts")
}

/** The path of a `file:` URL; the text itself where it is none. */
export function pathOf(spec: string): string {
  try {
    return fileURLToPath(spec)
  } catch {
    return spec
  }
}
