// Reads and writes configuration files the careful way: what is read-only stays, links are followed, and a file is
// replaced in one step or not at all.

import { randomBytes } from "node:crypto"
import {
  lstat,
  mkdir,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises"
import path from "node:path"

export const notUtf8 = "it is not UTF-8 text"

export type TextFile =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string }

export async function readTextFile(file: string): Promise<TextFile> {
  try {
    const bytes = await readFile(file)
    const text = bytes.toString("utf8")
    const isText = Buffer.from(text, "utf8").equals(bytes)
    return isText ? { kind: "text", text } : { kind: "failed", reason: notUtf8 }
  } catch (error) {
    const code = errorCode(error)
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" }
    return { kind: "failed", reason: describeCode(code) }
  }
}

/** Undefined when it went well, else the reason. `expected` is what the file held when the edit was planned. */
export async function replaceTextFile(
  file: string,
  text: string,
  expected: string | undefined,
): Promise<string | undefined> {
  const current = await readTextFile(file)
  const now = current.kind === "text" ? current.text : undefined
  if (current.kind === "failed" || now !== expected) return "it changed in the meantime; run again"
  try {
    const target = await followLinks(file)
    const folder = path.dirname(target)
    if (target === file) await mkdir(folder, { recursive: true })
    else if (!(await isThere(folder)))
      return `it is a link into ${folder}, which does not exist; make that folder or remove the link`
    const mode = now === undefined ? 0o644 : (await stat(target)).mode
    // Root may write what is marked read-only, but the mark was set for a reason.
    if ((mode & 0o222) === 0) return "it is read-only"
    await writeBeside(target, text, mode & 0o777)
    return undefined
  } catch (error) {
    return describeCode(errorCode(error))
  }
}

/** Where a write must go: also through a link to a file that is still to be made. */
async function followLinks(file: string): Promise<string> {
  if (await isThere(file)) return realpath(file)
  const info = await lstat(file).catch(() => undefined)
  if (!info?.isSymbolicLink()) return file
  const folder = await realpath(path.dirname(file))
  return followLinks(path.resolve(folder, await readlink(file)))
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false
    throw error
  }
}

async function writeBeside(target: string, text: string, mode: number): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`
  try {
    const handle = await open(draft, "wx", mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export function errorCode(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined
  return typeof code === "string" ? code : "unknown"
}

function describeCode(code: string): string {
  if (code === "EACCES" || code === "EPERM") return "you have no permission for it"
  if (code === "EROFS") return "its disk is read-only"
  if (code === "EISDIR") return "it is a folder"
  return `the system says ${code}`
}
