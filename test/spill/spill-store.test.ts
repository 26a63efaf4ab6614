import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import {
  createSpillStore,
  cutToInline,
  fitsInline,
  safeName,
  spillLimits,
} from "../../src/spill/spill-store.ts"

let temporary = ""
beforeEach(() => {
  temporary = mkdtempSync(path.join(os.tmpdir(), "spill-"))
})
afterEach(() => rmSync(temporary, { recursive: true, force: true }))

describe("the spill store", () => {
  test("writes below the host's temp folder, private, with a random name", async () => {
    const store = createSpillStore(temporary)
    const first = await store.write("out.txt", "text")
    const second = await store.write("out.txt", "text")
    expect(path.relative(temporary, first).split(path.sep)[0]).toBe("opencode")
    expect(first).not.toBe(second)
    expect(readFileSync(first, "utf8")).toBe("text")
    expect(statSync(first).mode & 0o777).toBe(0o600)
    expect(statSync(store.folder).mode & 0o777).toBe(0o700)
  })

  test("refuses a folder that is a symlink", async () => {
    const store = createSpillStore(temporary)
    mkdirSync(path.join(temporary, "elsewhere"))
    mkdirSync(path.dirname(store.folder), { recursive: true })
    symlinkSync(path.join(temporary, "elsewhere"), store.folder)
    await expect(store.write("a", "x")).rejects.toThrow(/not ours/)
  })

  test("removes files older than a day when it writes the next", async () => {
    let now = Date.now()
    const store = createSpillStore(temporary, () => now)
    const old = await store.write("old", "x")
    const past = new Date(now - spillLimits.ageMsMax - 1000)
    utimesSync(old, past, past)
    now += 1
    const kept = await store.write("new", "y")
    await store.write("third", "z")
    expect(existsSync(old)).toBe(false)
    expect(existsSync(kept)).toBe(true)
  })

  test("a name cannot leave the folder", () => {
    expect(safeName("../../etc/passwd")).toBe("etc-passwd")
    expect(safeName("...")).toBe("output")
    expect(safeName("häßlich.txt")).toBe("häßlich.txt")
  })
})

describe("what fits a tool result", () => {
  test("is bounded in bytes and in lines", () => {
    expect(fitsInline("x".repeat(spillLimits.inlineBytesMax))).toBe(true)
    expect(fitsInline("x".repeat(spillLimits.inlineBytesMax + 1))).toBe(false)
    expect(fitsInline("\n".repeat(spillLimits.inlineLinesMax - 1))).toBe(true)
    expect(fitsInline("\n".repeat(spillLimits.inlineLinesMax))).toBe(false)
  })

  test("a cut text fits, ends with the file's name and never with half a character", () => {
    for (const text of ["ä".repeat(40_000), "line\n".repeat(5000)]) {
      const cut = cutToInline(text, "/tmp/file")
      expect(fitsInline(cut)).toBe(true)
      expect(cut).not.toContain("\uFFFD")
      expect(cut.endsWith("The whole text: /tmp/file]")).toBe(true)
    }
  })
})
