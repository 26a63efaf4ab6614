// Which process holds a lock file, where the runtime has no SQLite to lock it (T14): the file names the process by its
// id and start time, for an id alone is given again. Without proof to the contrary the holder counts as alive.

import { execFile } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { readNumber, readString } from "../../lib/json.ts"
import { taskLimits } from "./limits.ts"

/** Holds a file that nobody has, or frees one whose process is proven to be gone. */
export async function holdByProcess(file: string): Promise<{ release(): void } | "held-elsewhere"> {
  const startedAt = await readStart(process.pid)
  const own = JSON.stringify({ pid: process.pid, ...(startedAt !== undefined && { startedAt }) })
  try {
    await writeFile(file, own, { flag: "wx", mode: 0o600 })
  } catch {
    if (!(await isGone(file))) return "held-elsewhere"
  }
  return { release: () => undefined }
}

async function isGone(file: string): Promise<boolean> {
  const holder = await readHolder(file)
  const pid = readNumber(holder, "pid") ?? 0
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (!isRunning(pid)) return true
  const [known, now] = [readString(holder, "startedAt"), await readStart(pid)]
  return known !== undefined && now !== undefined && known !== now
}

async function readHolder(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Signal 0 sends nothing; a process of another user is running all the same. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH")
  }
}

/** As the system tells it; undefined where it does not. */
async function readStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    // Field 22; the name in field 2 may hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]
  } catch {
    const options = { timeout: taskLimits.processStartMs, windowsHide: true }
    const listed = promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)], options)
    return listed.then(({ stdout }) => stdout.trim() || undefined).catch(() => undefined)
  }
}
