import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, test } from "vitest"
import { describeMissingEntry } from "../../src/cli/plugin-entry.ts"

const root = mkdtempSync(path.join(os.tmpdir(), "workbench-entry-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(root, name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  return folder
}

describe("the entry that the host would load", () => {
  test("is missing where main names a file that is not there (in-K03)", () => {
    const folder = folderWith("unbuilt", { "package.json": '{ "main": "./dist/index.js" }' })
    expect(describeMissingEntry(folder, "/")).toBe(
      `${folder}/package.json names ./dist/index.js, which does not exist.`,
    )
    expect(describeMissingEntry("./unbuilt", root)).toContain("which does not exist")
  })

  test("is the server export before main", () => {
    const manifest = '{ "main": "./no.js", "exports": { "./server": { "import": "./yes.js" } } }'
    const folder = folderWith("server", { "package.json": manifest, "yes.js": "" })
    expect(describeMissingEntry(pathToFileURL(folder).href, "/")).toBeUndefined()
  })

  test("is an index file where there is no package.json", () => {
    expect(describeMissingEntry(folderWith("source", { "index.ts": "" }), "/")).toBeUndefined()
    expect(describeMissingEntry(folderWith("empty", {}), "/")).toContain("neither a package.json")
  })

  test("is none in a package.json that cannot be read or names none", () => {
    expect(describeMissingEntry(folderWith("broken", { "package.json": "{" }), "/")).toContain(
      "names no entry",
    )
  })

  test("is missing where the path does not exist", () => {
    expect(describeMissingEntry("./nowhere/index.ts", root)).toBe(
      `Its file ${root}/nowhere/index.ts does not exist.`,
    )
  })

  test("is not looked for where the entry is a package name", () => {
    expect(describeMissingEntry("opencode-workbench@1.2.3", "/")).toBeUndefined()
  })

  test("is missing where the tarball of a named entry does not exist", () => {
    expect(describeMissingEntry("opencode-workbench@file:/nope.tgz", "/")).toBe(
      "Its file /nope.tgz does not exist.",
    )
  })
})
