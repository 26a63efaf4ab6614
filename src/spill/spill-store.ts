// Where outputs that are too long for a tool result, and saved binaries, go (X2): the host's own temp folder,
// which the host reads without asking (HOST-QUIRK-33).

import { randomBytes } from "node:crypto"
import { chmod, lstat, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { HostError } from "../host/host-error.ts"

export const spillLimits = {
  /** Inline output of one tool call; the host cuts at 51,200 bytes (HOST-QUIRK-34). */
  inlineBytesMax: 48 * 1024,
  /** Inline lines of one tool call; the host cuts at 2,000. */
  inlineLinesMax: 1900,
  /** All spilled files of one user together; the oldest go first. */
  quotaBytesMax: 200 * 1024 * 1024,
  /** Files older than this are removed when the next one is written. */
  ageMsMax: 24 * 60 * 60 * 1000,
} as const

export interface SpillStore {
  readonly folder: string
  /** Writes exclusively with mode 0600 under a random name that ends in `-<name>`; returns the absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>
  /** Creates a private subfolder (0700) for one call and returns its absolute path. */
  createFolder(name: string): Promise<string>
}

/** True when a text fits a tool result without being cut by the host. */
export function fitsInline(text: string): boolean {
  if (Buffer.byteLength(text, "utf8") > spillLimits.inlineBytesMax) return false
  let lines = 1
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
    lines += 1
    if (lines > spillLimits.inlineLinesMax) return false
  }
  return true
}

/** The head of a text that fits a tool result, with a closing line that names the file of the whole text. */
export function cutToInline(text: string, file: string): string {
  const note = `\n[The output is longer than a tool result may be. The whole text: ${file}]`
  const lines = text.split("\n").slice(0, spillLimits.inlineLinesMax - note.split("\n").length)
  const bytesMax = spillLimits.inlineBytesMax - Buffer.byteLength(note, "utf8")
  const head = Buffer.from(lines.join("\n"), "utf8").subarray(0, bytesMax)
  // A cut inside a character leaves an incomplete sequence at the end, which is dropped.
  return `${new TextDecoder("utf-8").decode(head).replace(/\uFFFD+$/, "")}${note}`
}

/** `temporaryFolder` is the operating system's, without the host's `opencode` part. */
export function createSpillStore(
  temporaryFolder: string = os.tmpdir(),
  now: () => number = Date.now,
): SpillStore {
  const userId = process.getuid?.() ?? os.userInfo().username
  const folder = path.join(temporaryFolder, "opencode", `workbench-${userId}`)
  return {
    folder,
    write: async (name, content) => {
      await openFolder(folder)
      await sweep(folder, now())
      const file = path.join(folder, `${randomName()}-${safeName(name)}`)
      await writeFile(file, content, { flag: "wx", mode: 0o600 })
      return file
    },
    createFolder: async (name) => {
      await openFolder(folder)
      const child = path.join(folder, `${randomName()}-${safeName(name)}`)
      await mkdir(child, { mode: 0o700 })
      return child
    },
  }
}

/** Keeps letters, digits, dot, dash and underscore; never empty, never hidden, at most 80 characters. */
export function safeName(name: string): string {
  const clean = name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+/, "")
  return clean.slice(-80) || "output"
}

function randomName(): string {
  return randomBytes(8).toString("hex")
}

async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const entry = await lstat(folder)
  const isOurs = process.getuid === undefined || entry.uid === process.getuid()
  if (entry.isSymbolicLink() || !entry.isDirectory() || !isOurs) {
    throw new HostError("refused", "no", `the folder for long outputs is not ours: ${folder}`)
  }
  if ((entry.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

async function sweep(folder: string, now: number): Promise<void> {
  const names = await readdir(folder)
  const entries = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const info = await stat(file).catch(() => undefined)
      return { file, bytes: info?.size ?? 0, changedAt: info?.mtimeMs ?? 0 }
    }),
  )
  entries.sort((left, right) => right.changedAt - left.changedAt)
  let bytes = 0
  for (const entry of entries) {
    bytes += entry.bytes
    const isStale = now - entry.changedAt > spillLimits.ageMsMax
    if (isStale || bytes > spillLimits.quotaBytesMax) {
      await rm(entry.file, { recursive: true, force: true })
    }
  }
}
