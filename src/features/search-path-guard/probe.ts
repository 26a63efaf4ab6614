// What stands at a path right now. The only place of this feature that asks the disk about single paths.

import { constants } from "node:fs"
import { access, lstat, readlink, realpath, stat } from "node:fs/promises"
import path from "node:path"

export type PathState =
  | { readonly kind: "folder" }
  | { readonly kind: "file"; readonly realPath: string }
  | { readonly kind: "missing" }
  /** A segment before the last is a file: `blocker`. */
  | { readonly kind: "through-file"; readonly blocker: string }
  | { readonly kind: "broken-link"; readonly link: string; readonly target: string }
  | { readonly kind: "unreadable" }
  /** Socket, device or pipe. */
  | { readonly kind: "special" }

export interface Probe {
  look(absolute: string): Promise<PathState>
}

export const diskProbe: Probe = { look }

async function look(absolute: string): Promise<PathState> {
  const target = withoutTrailingSlash(absolute)
  try {
    const info = await stat(target)
    if (info.isFile()) return { kind: "file", realPath: await realpath(target) }
    if (!info.isDirectory()) return { kind: "special" }
    await access(target, constants.R_OK | constants.X_OK)
    return { kind: "folder" }
  } catch (error) {
    return explain(target, errorCode(error))
  }
}

async function explain(target: string, code: string | undefined): Promise<PathState> {
  if (code === "EACCES" || code === "EPERM") return { kind: "unreadable" }
  if (code === "ENOTDIR") {
    return { kind: "through-file", blocker: await nearest(target, async (at) => isFile(at)) }
  }
  const link = await nearest(target, async (at) => (await readLink(at)) !== undefined)
  const pointsTo = await readLink(link)
  const isBroken = pointsTo !== undefined && !(await exists(link))
  return isBroken ? { kind: "broken-link", link, target: pointsTo } : { kind: "missing" }
}

/** The path itself or its nearest ancestor that satisfies `is`; the root where none does. */
async function nearest(start: string, is: (at: string) => Promise<boolean>): Promise<string> {
  let current = start
  while (current !== path.dirname(current) && !(await is(current))) current = path.dirname(current)
  return current
}

async function isFile(at: string): Promise<boolean> {
  return stat(at).then(
    (info) => !info.isDirectory(),
    () => false,
  )
}

async function exists(at: string): Promise<boolean> {
  return stat(at).then(
    () => true,
    () => false,
  )
}

async function readLink(at: string): Promise<string | undefined> {
  const info = await lstat(at).catch(() => undefined)
  return info?.isSymbolicLink() ? readlink(at).catch(() => undefined) : undefined
}

function withoutTrailingSlash(absolute: string): string {
  const trimmed = path.sep === "/" ? absolute.replace(/\/+$/, "") : absolute.replace(/[\\/]+$/, "")
  const isDriveRoot = /^[a-z]:$/i.test(trimmed)
  return trimmed === "" || isDriveRoot ? absolute : trimmed
}

function errorCode(error: unknown): string | undefined {
  const isCoded = error instanceof Error && "code" in error && typeof error.code === "string"
  return isCoded ? String(error.code) : undefined
}
