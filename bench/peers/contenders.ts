// Who is compared: this package, the host alone, and the plugin of the same purpose that most people have. The last is
// installed from the registry into a temporary folder for the comparison alone.

import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, readdirSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { ourPlugin } from "../../test/e2e/support/case-host.ts"
import type { PluginEntry } from "../../test/e2e/support/host-config.ts"
import { packPackage } from "../../test/e2e/support/packed-package.ts"

export const reference = { name: "oh-my-opencode-slim", version: "2.2.24" } as const

export interface Contender {
  readonly name: "ours" | "host alone" | "reference"
  readonly plugins: readonly PluginEntry[]
  /** Folder of an installation with all dependencies. */
  readonly installed: string | undefined
}

/** The reference is left out where the registry cannot be reached. */
export function openContenders(folder: string): readonly Contender[] {
  const referenceRoot = install(
    path.join(folder, "reference"),
    `${reference.name}@${reference.version}`,
  )
  const oursRoot = install(path.join(folder, "ours"), packPackage(path.join(folder, "packed")))
  const entry =
    referenceRoot &&
    path.join(referenceRoot, "node_modules", reference.name, "dist/server/index.js")
  return [
    { name: "ours", plugins: [ourPlugin()], installed: oursRoot },
    { name: "host alone", plugins: [], installed: undefined },
    ...(entry && existsSync(entry)
      ? [
          {
            name: "reference" as const,
            plugins: [pathToFileURL(entry).href],
            installed: referenceRoot,
          },
        ]
      : []),
  ]
}

function install(folder: string, spec: string): string | undefined {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", folder]
  const { status } = spawnSync("npm", ["install", ...flags, spec], { stdio: "ignore" })
  return status === 0 ? folder : undefined
}

/** Bytes of all files below a folder; a file with two names counts twice, as on a copy. */
export function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(path.join(entry.parentPath, entry.name)).size, 0)
}
