// Where files of this package lie that are started as a process or thread of their own, in a source tree and as built.

import path from "node:path"
import { fileURLToPath } from "node:url"
import { findUp } from "./find-up.ts"

/** Folder of our package.json; `from` is a file URL inside the package. */
export function packageRoot(from: string = import.meta.url): string {
  const folder = path.dirname(fileURLToPath(from))
  return findUp(folder, "package.json") ?? folder
}

/** Absolute path of a module by its place below `src` without extension, such as `cli/main`. */
export function packageFile(place: string, from: string = import.meta.url): string {
  const isSource = from.endsWith(".ts")
  const [folder, extension] = isSource ? ["src", "ts"] : ["dist", "js"]
  return path.join(packageRoot(from), folder, `${place}.${extension}`)
}
