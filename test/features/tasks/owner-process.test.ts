import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { createOwnerEpochs } from "../../../src/features/tasks/owner.ts"
import { holdByProcess } from "../../../src/features/tasks/owner-process.ts"

const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-owner-process-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lockOf = (name: string, content: unknown) => {
  const file = path.join(folder, name)
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  return file
}
const isHeld = async (file: string) => (await holdByProcess(file)) === "held-elsewhere"

describe("a lock file that names its process", () => {
  test("is held while that process lives", async () => {
    const file = path.join(folder, "own")
    expect(await isHeld(file)).toBe(false)
    expect(await isHeld(file)).toBe(true)
  })

  test("is free once that process is gone", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"])
    expect(await isHeld(lockOf("gone", { pid }))).toBe(false)
  })

  test("is free where the system tells that its number was given to another process", async () => {
    expect(await isHeld(lockOf("again", { pid: process.pid, startedAt: "1" }))).toBe(
      process.platform === "win32",
    )
  })

  test.each([
    ["says nothing", ""],
    ["is no text of ours", "SQLite format 3"],
    ["names no process", { pid: -1 }],
    ["does not say when its process began", { pid: process.pid }],
  ])("that %s proves nothing: it counts as held", async (name, content) => {
    expect(await isHeld(lockOf(name.replaceAll(" ", "-"), content))).toBe(true)
  })
})

test("without SQLite an owner is alive while its process is", async () => {
  const probe = { hold: holdByProcess }
  const [one, two] = [createOwnerEpochs(folder, probe), createOwnerEpochs(folder, probe)]
  await one.open()
  await two.open()
  expect(await two.isAlive(one.owner)).toBe(true)
  await one.close()
  expect(await two.isAlive(one.owner)).toBe(false)
})
