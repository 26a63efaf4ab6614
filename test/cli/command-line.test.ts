import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { readCommandLine } from "../../src/cli/command-line.ts"

const root = mkdtempSync(path.join(os.tmpdir(), "workbench-line-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function problemOf(...typed: readonly string[]): string | undefined {
  const line = readCommandLine(typed)
  return "problem" in line ? line.problem : undefined
}

describe("the command line", () => {
  test("is a command with its options", () => {
    expect(readCommandLine(["init", "--project", "--yes", "--json"])).toMatchObject({
      command: "init",
      values: { project: true, global: false, yes: true, json: true, remove: false },
    })
  })

  test("without a command has none", () => {
    expect(readCommandLine([])).toMatchObject({ command: undefined })
  })

  test("that asks for help is not searched for mistakes", () => {
    expect(problemOf("init", "too", "many", "--help")).toBeUndefined()
  })

  test.each([
    [["doctor", "--nope"], /--nope/],
    [["init", "--spec"], /--spec/],
    [["init", "config"], /^"config" was not expected; one command at a time\.$/],
    [["init", "--project", "--global"], /exclude each other/],
    [["init", "--spec", " "], /^--spec is empty/],
  ])("%j cannot be meant", (typed, wanted) => {
    expect(problemOf(...typed)).toMatch(wanted)
  })

  test("names the folder that is not there, and a file in its place", () => {
    const missing = path.join(root, "missing")
    const wanted = (folder: string) =>
      `--directory: there is no folder ${folder}; make it or correct the path.`
    expect(problemOf("doctor", "--directory", missing)).toBe(wanted(missing))
    const file = path.join(root, "file")
    writeFileSync(file, "")
    expect(problemOf("doctor", "--directory", file)).toBe(wanted(file))
    expect(problemOf("doctor", "--directory", root)).toBeUndefined()
  })

  test("names a package that is not there, but not to take its entry out", () => {
    const spec = path.join(root, "gone.tgz")
    expect(problemOf("init", "--spec", spec)).toContain(`Its file ${spec} does not exist.`)
    expect(problemOf("init", "--remove", "--spec", spec)).toBeUndefined()
    expect(problemOf("init", "--spec", "./relative/to/the/edited/file")).toBeUndefined()
  })
})
