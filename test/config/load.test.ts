import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { loadConfig } from "../../src/config/load.ts"
import { fileSources } from "../../src/config/sources.ts"
import { defineFeature } from "../../src/feature/feature.ts"

const feature = defineFeature({
  name: "fetching",
  summary: "A feature.",
  options: { mark: z.string().default("none").describe("A mark.") },
  opens: [],
  restricts: [],
  actsOn: [],
  create: () => ({}),
})

let home = ""
let project = ""
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "home-"))
  project = mkdtempSync(path.join(os.tmpdir(), "project-"))
})
afterEach(() => {
  rmSync(home, { recursive: true })
  rmSync(project, { recursive: true })
})

function put(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), text)
}

async function load(tuple?: unknown, environment: Record<string, string> = {}) {
  const places = { directory: project, worktree: undefined, home, environment }
  const config = await loadConfig([feature], places, tuple)
  return { mark: config.features.get("fetching")?.options.mark, problems: config.problems }
}

describe("loading the configuration", () => {
  test("no file at all is normal", async () => {
    expect(await load()).toEqual({ mark: "none", problems: [] })
  })

  test("project file wins over global file, options in opencode.json over both", async () => {
    put(
      path.join(home, ".config/opencode"),
      "opencode-workbench.jsonc",
      '{"fetching": {"mark": "global"}}',
    )
    expect((await load()).mark).toBe("global")
    put(
      path.join(project, ".opencode"),
      "opencode-workbench.json",
      '{"fetching": {"mark": "project"}}',
    )
    expect((await load()).mark).toBe("project")
    expect((await load({ fetching: { mark: "tuple" } })).mark).toBe("tuple")
  })

  test("comments and trailing commas are read, the place of a mistake has its line", async () => {
    put(
      path.join(project, ".opencode"),
      "opencode-workbench.jsonc",
      '{\n// why\n"fetching": {\n"mark": 1,\n},\n}',
    )
    const { problems } = await load()
    expect(problems).toHaveLength(1)
    expect(problems[0]?.place).toBe(`${path.join(project, ".opencode/opencode-workbench.jsonc")}:4`)
  })

  test("a file with a byte order mark in front is read", async () => {
    const text = '\uFEFF{"fetching": {"mark": "read"}}'
    put(path.join(project, ".opencode"), "opencode-workbench.jsonc", text)
    expect(await load()).toEqual({ mark: "read", problems: [] })
  })

  test("broken text is reported with its line and not used", async () => {
    put(
      path.join(project, ".opencode"),
      "opencode-workbench.jsonc",
      '{\n"fetching": {\n"mark": "x"',
    )
    const { mark, problems } = await load()
    expect(mark).toBe("none")
    expect(problems[0]).toMatchObject({
      code: "CONFIG_FILE_UNREADABLE",
      message: expect.stringContaining("line 3"),
    })
  })

  test("a folder in place of the file is reported", async () => {
    mkdirSync(path.join(project, ".opencode/opencode-workbench.jsonc"), { recursive: true })
    expect((await load()).problems[0]?.code).toBe("CONFIG_FILE_UNREADABLE")
  })

  test("an empty file is reported as not being JSON", async () => {
    put(path.join(project, ".opencode"), "opencode-workbench.jsonc", "")
    expect((await load()).problems.map((problem) => problem.code)).toEqual([
      "CONFIG_FILE_UNREADABLE",
    ])
  })

  test("XDG_CONFIG_HOME and OPENCODE_CONFIG_DIR name the global folder", () => {
    const places = {
      directory: "/p",
      worktree: "/w",
      home: "/h",
      environment: { XDG_CONFIG_HOME: "/x", OPENCODE_CONFIG_DIR: "/o" },
    }
    const [globalSource, projectSource] = fileSources(places)
    expect(globalSource?.candidates).toContain("/x/opencode/opencode-workbench.jsonc")
    expect(globalSource?.candidates).toContain("/o/opencode-workbench.jsonc")
    expect(projectSource?.candidates[0]).toBe("/p/.opencode/opencode-workbench.jsonc")
    expect(projectSource?.trust).toBe("project")
  })
})
