// Page files of one call: written by us, read by its research session and by nobody else.

import { readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { isWithin, realPathOfNearest } from "../../lib/inside.ts"
import { Refusal } from "../../lib/refusal.ts"

/** Writes exclusively; returns the absolute path. */
export async function writePageFile(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text, { flag: "wx", mode: 0o600 })
  return file
}

/** Lines of a page file. Refuses every path outside the call's folder, symlinks included. */
export async function readPageLines(folder: string, file: string): Promise<readonly string[]> {
  const absolute = path.resolve(folder, file)
  const [realFolder, realFile] = await Promise.all([folder, absolute].map(realPathOfNearest))
  if (realFolder === undefined || realFile === undefined || !isWithin(realFolder, realFile)) {
    throw outsideRefusal()
  }
  const text = await readFile(realFile, "utf8").catch(() => undefined)
  if (text === undefined) throw outsideRefusal()
  return text.split("\n")
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 2 })
}

function outsideRefusal(): Refusal {
  return new Refusal(
    "AGENTIC_FETCH_PAGE_UNKNOWN",
    "That file is not a page of this research.",
    "Use the file that the question names.",
  )
}
