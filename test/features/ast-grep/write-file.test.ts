// Several calls may change one file at the same time: none may undo another and call it written.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { replaceFile } from "../../../src/features/ast-grep/write-file.ts"

const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-write-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a file that is replaced", () => {
  test("by several at once takes one text, and the others learn that it changed", async () => {
    const file = path.join(folder, "a.ts")
    for (let round = 0; round < 20; round += 1) {
      const before = Buffer.from(`before ${round}\n`)
      writeFileSync(file, before)
      const texts = Array.from({ length: 6 }, (_, index) => `text ${index}\n`)
      const outcomes = await Promise.all(
        texts.map((text) => replaceFile(file, before, Buffer.from(text))),
      )
      const written = texts.filter((_, index) => outcomes[index]?.kind === "written")
      expect(written).toEqual([readFileSync(file, "utf8")])
      expect(outcomes.filter(({ kind }) => kind === "changed")).toHaveLength(5)
    }
    expect(readdirSync(folder)).toEqual(["a.ts"])
  })
})
