// What the package leaves on disk: long outputs and saved pages in the temp folder, which go by themselves after a
// day or now with `--clean`; and small files that tell the hosts of running tasks apart, which must stay.

import { lstat, readdir, rm } from "node:fs/promises"
import path from "node:path"
import { createSpillStore } from "../../spill/spill-store.ts"
import { errorCode } from "../files.ts"
import type { CliPlaces } from "../places.ts"
import type { Check, DoctorContext, Finding } from "./check.ts"

export const leftoversCheck: Check = {
  name: "files on disk",
  run: async (context) => [
    ...(await spillFindings(context)),
    ...(await ownerFindings(context.places)),
  ],
}

async function spillFindings({ isCleaning, places }: DoctorContext): Promise<readonly Finding[]> {
  const { folder } = createSpillStore(places.environment.TMPDIR || undefined)
  const size = await measure(folder)
  if (size === undefined) return [{ level: "ok", message: "Nothing is left on disk." }]
  const what = `${size.files} files, ${(size.bytes / 1_048_576).toFixed(1)} MiB, in ${folder}`
  if (!isCleaning) {
    const next = "They go after 24 hours; this command with doctor --clean removes them now."
    return [{ level: "info", message: `${what}.`, next }]
  }
  try {
    await rm(folder, { recursive: true, force: true })
    return [{ level: "ok", message: `Removed: ${what}.` }]
  } catch (error) {
    const message = `Not removed: ${what} (${errorCode(error)}).`
    return [{ level: "warning", message, next: "Remove that folder by hand." }]
  }
}

async function ownerFindings({ environment, home }: CliPlaces): Promise<readonly Finding[]> {
  const data = environment.XDG_DATA_HOME || path.join(home, ".local", "share")
  const folder = path.join(data, "opencode", "workbench")
  const size = await measure(folder)
  if (size === undefined) return []
  const message = `${size.files} small files in ${folder} tell the hosts of running tasks apart; they are kept.`
  return [{ level: "info", message }]
}

/** Undefined where the folder is missing, empty, or a link of somebody else's making. */
async function measure(folder: string) {
  const info = await lstat(folder).catch(() => undefined)
  if (!info?.isDirectory()) return undefined
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (entry) => {
      const found = await lstat(path.join(entry.parentPath, entry.name)).catch(() => undefined)
      return found?.size ?? 0
    }),
  )
  if (files.length === 0) return undefined
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
