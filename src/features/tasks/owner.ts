// Owner epochs: which host process runs a task (T14). Each process holds an exclusive SQLite lock on a file of its own
// for as long as it lives; whoever can take that lock has proof that the owner is gone. No age and no clock; process id
// and start time only where the runtime has no SQLite.

import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { holdByProcess } from "./owner-process.ts"

export interface OwnerEpochs {
  /** Random id of this process; its lock is held from `open` to `close`. */
  readonly owner: string
  open(): Promise<void>
  /** True unless the owner is proven dead. */
  isAlive(owner: string): Promise<boolean>
  /**
   * True for exactly one living process that asks for this generation of a dead owner's task, however often it asks.
   * Where the winner has died since, its claim is that of a dead owner.
   */
  claim(taskId: string, deadOwner: string, generation: number): Promise<boolean>
  close(): Promise<void>
}

/** Takes an exclusive lock on a file, or reports that another process holds it. */
export interface LockProbe {
  hold(file: string): Promise<{ release(): void } | "held-elsewhere">
}

export function createOwnerEpochs(folder: string, probe: LockProbe): OwnerEpochs {
  const owner = randomBytes(9).toString("base64url")
  const fileOf = (name: string) => path.join(folder, "owners", `${safe(name)}.lock`)
  const fileOfClaim = (taskId: string, deadOwner: string, generation: number) =>
    path.join(folder, "claims", `${safe(`${taskId}-${deadOwner}`)}-${generation}`)
  let held: { release(): void } | undefined
  const epochs: OwnerEpochs = {
    owner,
    open: async () => {
      await mkdir(path.join(folder, "owners"), { recursive: true, mode: 0o700 })
      await mkdir(path.join(folder, "claims"), { recursive: true, mode: 0o700 })
      const lock = await probe.hold(fileOf(owner))
      if (lock !== "held-elsewhere") held = lock
    },
    isAlive: async (other) => {
      if (other === owner) return true
      const exists = await stat(fileOf(other)).catch(() => undefined)
      if (!exists) return false
      // Without proof an owner counts as alive: nothing is taken from it.
      const lock = await probe.hold(fileOf(other)).catch(() => "held-elsewhere" as const)
      if (lock === "held-elsewhere") return true
      lock.release()
      return false
    },
    claim: async (taskId, deadOwner, generation) => {
      const file = fileOfClaim(taskId, deadOwner, generation)
      if (await createOnce(file, owner)) return true
      const winner = await readFile(file, "utf8").catch(() => "")
      if (winner === owner) return true
      // Nothing there: where a volume has no second names, the winner is just writing its own.
      if (winner === "" || (await epochs.isAlive(winner))) return false
      return epochs.claim(taskId, winner, generation)
    },
    close: async () => {
      held?.release()
      held = undefined
      await rm(fileOf(owner), { force: true })
    },
  }
  return epochs
}

/**
 * Exclusive creation: who loses the race does nothing. The file appears with its content, as a second name of a finished
 * one: whoever dies on the way leaves no claim without a winner. Exclusive writing where a volume has no second names.
 */
async function createOnce(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${content}`
  try {
    await writeFile(draft, content, { mode: 0o600 })
    return await link(draft, file).then(
      () => true,
      (error) => (isTaken(error) ? false : writeOnce(file, content)),
    )
  } catch {
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST"
}

async function writeOnce(file: string, content: string): Promise<boolean> {
  await writeFile(file, content, { flag: "wx", mode: 0o600 })
  return true
}

/** Ids come from metadata that others can write: they never leave the folder. */
function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "").slice(0, 80) || "none"
}

/** SQLite where the runtime has it (the host's does), loaded at the first lock; else the process that a file names. */
export function createOwnerProbe(): LockProbe {
  let loaded: Promise<LockProbe | undefined> | undefined
  return {
    hold: async (file) => {
      loaded ??= loadSqliteProbe()
      const probe = await loaded
      return probe ? probe.hold(file) : holdByProcess(file)
    },
  }
}

/** Undefined outside the host's runtime: its module is not known to Node. */
async function loadSqliteProbe(): Promise<LockProbe | undefined> {
  const name = "bun:sqlite"
  try {
    const { Database } = await import(name)
    return { hold: async (file) => holdWithSqlite(Database, file) }
  } catch {
    return undefined
  }
}

interface Connection {
  run(sql: string): unknown
  close(): void
}

function holdWithSqlite(
  Database: new (file: string) => Connection,
  file: string,
): { release(): void } | "held-elsewhere" {
  const connection = new Database(file)
  try {
    connection.run("PRAGMA busy_timeout = 0")
    connection.run("BEGIN EXCLUSIVE")
    return { release: () => connection.close() }
  } catch {
    connection.close()
    return "held-elsewhere"
  }
}
