// How large the package is: the tarball, what the host loads at start, and an installation with all dependencies.
// A bound that must rise is raised here, in sight.

import { spawnSync } from "node:child_process"
import { lstatSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { repositoryRoot } from "./command.ts"

export interface SizeFinding {
  readonly name: string
  readonly value: number
  readonly max: number
  readonly unit: "kB" | "MB" | "files"
}

const bounds = {
  /** Everything that npm transfers of ours. */
  tarballKb: 400,
  /** Built files are few; a folder that slips in shows here. */
  files: 80,
  /** With all dependencies of this platform; two thirds are the two ast-grep engines. */
  installedMb: 110,
} as const

/** What may stand in the tarball. */
const expected =
  /^package\/(package\.json|README\.md|LICENSE|CHANGELOG\.md|schema\.json|dist\/third-party-licences\.txt|dist\/(tui\/)?index\.d\.ts|dist\/.+\.js)$/

export function measurePackage(tarball: string): readonly SizeFinding[] {
  const files = tarNames(gunzipSync(readFileSync(tarball)))
  return [
    {
      name: "tarball",
      value: lstatSync(tarball).size / 1_000,
      max: bounds.tarballKb,
      unit: "kB",
    },
    { name: "files in it", value: files.length, max: bounds.files, unit: "files" },
    {
      name: `files in it that do not belong there ${unexpectedFiles(files).join(" ")}`.trim(),
      value: unexpectedFiles(files).length,
      max: 0,
      unit: "files",
    },
    {
      name: "installed with dependencies",
      value: installedBytes() / 1_000_000,
      max: bounds.installedMb,
      unit: "MB",
    },
  ]
}

function unexpectedFiles(files: readonly string[]): readonly string[] {
  return files.filter((file) => !expected.test(file))
}

/** Names in a tar archive: 512-byte headers, the size in octal at 124, contents padded to 512. */
function tarNames(archive: Buffer): readonly string[] {
  const names: string[] = []
  for (let offset = 0; offset + 512 <= archive.length; ) {
    const text = (from: number, length: number) =>
      archive.toString("utf8", offset + from, offset + from + length).replace(/\0.*$/s, "")
    const name = text(0, 100)
    if (name === "") break
    const prefix = text(345, 155)
    names.push(prefix === "" ? name : `${prefix}/${name}`)
    offset += 512 + Math.ceil(Number.parseInt(text(124, 12), 8) / 512) * 512
  }
  return names
}

/** Bytes of the production dependencies in node_modules, as npm lists them, without the package itself. */
function installedBytes(): number {
  const isShell = process.platform === "win32"
  const args = ["ls", "--omit=dev", "--all", "--parseable"]
  const { stdout } = spawnSync("npm", args, {
    cwd: repositoryRoot,
    encoding: "utf8",
    shell: isShell,
  })
  const [, ...folders] = stdout.trim().split("\n")
  if (folders.length === 0) throw new Error("npm lists no dependency")
  return [...new Set(folders)].reduce((sum, folder) => sum + bytesOf(folder), 0)
}

/** Nested dependencies are folders of their own in the list. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === "node_modules" ? sum : sum + bytesOf(place)
    return entry.isFile() ? sum + lstatSync(place).size : sum
  }, 0)
}
