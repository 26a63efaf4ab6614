// Replaces one file as a whole: through a temporary sibling and a rename, so that it is never half written.

import { randomBytes } from "node:crypto"
import { readFileSync, renameSync } from "node:fs"
import { chmod, chown, lstat, open, rm } from "node:fs/promises"
import path from "node:path"

/**
 * - `written`
 * - `changed`: the file is no longer the one that the change was planned for; nothing was written.
 * - `read-only`: nobody may write it; nothing was written.
 * - `failed`: the system refused; the old file is untouched.
 */
export type WriteOutcome =
  | { readonly kind: "written" }
  | { readonly kind: "changed" | "read-only" }
  | { readonly kind: "failed"; readonly reason: string }

/** `file` is a real path. Mode and, where allowed, owner are kept. */
export async function replaceFile(
  file: string,
  expected: Buffer,
  content: Buffer,
): Promise<WriteOutcome> {
  const sibling = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(6).toString("hex")}`,
  )
  try {
    const info = await lstat(file)
    if (!info.isFile()) return { kind: "changed" }
    if ((info.mode & 0o222) === 0) return { kind: "read-only" }
    const handle = await open(sibling, "wx", info.mode & 0o7777)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await chmod(sibling, info.mode & 0o7777)
    await chown(sibling, info.uid, info.gid).catch(() => undefined)
    // Look and rename in one go: another call of this process cannot write in between, so that of several for one
    // file one wins and the others are told. Another process still could, for as long as the two calls take.
    if (!readFileSync(file).equals(expected)) return { kind: "changed" }
    renameSync(sibling, file)
    return { kind: "written" }
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) }
  } finally {
    await rm(sibling, { force: true }).catch(() => undefined)
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined
  if (code === "ENOENT") return "the file is gone"
  return code ?? (error instanceof Error ? error.message : String(error))
}
