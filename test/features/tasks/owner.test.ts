import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, expect, test } from "vitest"
import { createOwnerEpochs, type LockProbe } from "../../../src/features/tasks/owner.ts"

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Locks within this test alone: a file is held by one, and the file is there while it is. */
function surroundings() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-owner-"))
  folders.push(folder)
  const held = new Set<string>()
  const probe: LockProbe = {
    hold: async (file) => {
      if (held.has(file)) return "held-elsewhere"
      held.add(file)
      writeFileSync(file, "")
      return { release: () => held.delete(file) }
    },
  }
  const open = async () => {
    const owners = createOwnerEpochs(folder, probe)
    await owners.open()
    return owners
  }
  return { folder, open, crash: () => held.clear() }
}

test("an owner counts as alive while it holds its lock", async () => {
  const { open } = surroundings()
  const [one, two] = [await open(), await open()]
  expect(await two.isAlive(one.owner)).toBe(true)
  await one.close()
  expect(await two.isAlive(one.owner)).toBe(false)
})

test("a process that crashed is proven dead by its free lock", async () => {
  const { open, crash } = surroundings()
  const [one, two] = [await open(), await open()]
  crash()
  expect(await two.isAlive(one.owner)).toBe(false)
})

test("an owner that nobody knows is dead, oneself is alive", async () => {
  const owners = await surroundings().open()
  expect(await owners.isAlive("nobody")).toBe(false)
  expect(await owners.isAlive(owners.owner)).toBe(true)
})

test("without proof an owner counts as alive", async () => {
  const { folder, open } = surroundings()
  const one = await open()
  const broken: LockProbe = {
    hold: async () => {
      throw new Error("no SQLite")
    },
  }
  expect(await createOwnerEpochs(folder, broken).isAlive(one.owner)).toBe(true)
})

test("of many that claim one generation exactly one wins", async () => {
  const { open } = surroundings()
  const owners = await Promise.all(Array.from({ length: 10 }, open))
  const won = await Promise.all(owners.map((one) => one.claim("ses_1", "dead", 3)))
  expect(won.filter(Boolean)).toHaveLength(1)
  expect(await owners[0]?.claim("ses_1", "dead", 4)).toBe(true)
})

test("a claim that this process has won stays won, and lost for others, while it lives", async () => {
  const { open } = surroundings()
  const [one, two] = [await open(), await open()]
  expect(await one.claim("ses_1", "dead", 1)).toBe(true)
  expect(await two.claim("ses_1", "dead", 1)).toBe(false)
  expect(await one.claim("ses_1", "dead", 1)).toBe(true)
})

test("what a process had claimed that died before it wrote its record passes on, to one", async () => {
  const { open, crash } = surroundings()
  const first = await open()
  expect(await first.claim("ses_1", "dead", 1)).toBe(true)
  crash()
  const owners = await Promise.all(Array.from({ length: 10 }, open))
  const won = await Promise.all(owners.map((one) => one.claim("ses_1", "dead", 1)))
  expect(won.filter(Boolean)).toHaveLength(1)
  // Whoever reads the record of the one in between comes to the same end.
  const late = await Promise.all(owners.map((one) => one.claim("ses_1", first.owner, 1)))
  expect(late).toEqual(won)
})

test("a claim is never there without its winner's name, so that no death in between can block the task", async () => {
  const { folder, open } = surroundings()
  const owners = await open()
  const claims = path.join(folder, "claims")
  const seen = new Set<string>()
  for (let generation = 0; generation < 50; generation++) {
    let isDone = false
    const claimed = owners.claim("ses_1", "dead", generation).finally(() => {
      isDone = true
    })
    while (!isDone) {
      for (const name of readdirSync(claims).filter((name) => name.endsWith(`-${generation}`))) {
        seen.add(readFileSync(path.join(claims, name), "utf8"))
      }
      await new Promise(setImmediate)
    }
    await claimed
  }
  expect([...seen]).toEqual([owners.owner])
  expect(readdirSync(claims)).toHaveLength(50)
})

test("ids from metadata never leave the folder", async () => {
  const { folder, open } = surroundings()
  const owners = await open()
  expect(await owners.claim("../../escape", "../..", 1)).toBe(true)
  expect(await owners.isAlive("../../../etc/passwd")).toBe(false)
  expect(folder.length).toBeGreaterThan(0)
})
