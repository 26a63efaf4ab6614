import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { loadConfig } from "../../src/config/load.ts"
import { describeProblem } from "../../src/config/problem.ts"
import { fileSources } from "../../src/config/sources.ts"
import { defineFeature } from "../../src/feature/feature.ts"

const feature = defineFeature({
  name: "fetching",
  summary: "A feature.",
  options: { mark: z.string().default("none").describe("A mark.") },
  opens: [],
  restricts: [],
  actsOn: [],
  offers: ["fetch_page"],
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

const loadAll = (environment: Record<string, string>) =>
  loadConfig([feature], { directory: project, worktree: undefined, home, environment }, undefined)

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

  test("a place in the home folder is told without the user's name", async () => {
    const folder = path.join(home, ".config/opencode")
    put(folder, "opencode-workbench.jsonc", '{\n"fetching": { "mark": 1 } }')
    expect((await load()).problems[0]?.place).toBe("~/.config/opencode/opencode-workbench.jsonc:2")
    put(folder, "opencode-workbench.jsonc", "{")
    expect((await load()).problems[0]?.place).toBe("~/.config/opencode/opencode-workbench.jsonc")
  })

  test("a mistake in the options of the entry is told with its place where that is known", async () => {
    const places = { directory: project, worktree: undefined, home, environment: {} }
    const entryPlace = path.join(home, "opencode.json:3")
    const { problems } = await loadConfig([feature], { ...places, entryPlace }, { fetchin: {} })
    expect(problems[0]?.place).toBe("options in ~/opencode.json:3")
    expect((await load({ fetchin: {} })).problems[0]?.place).toBe("options in opencode.json")
  })

  test("a key that is written more than once is told once, and the line is that of the one that counts", async () => {
    put(
      path.join(project, ".opencode"),
      "opencode-workbench.jsonc",
      '{\n"fetching": {"mark": "a"},\n"fetching": {\n"mark": "b",\n"mark": 1,\n"mark": 2}\n}',
    )
    const { mark, problems } = await load()
    expect(mark).toBe("none")
    const file = path.join(project, ".opencode/opencode-workbench.jsonc")
    expect(problems).toMatchObject([
      {
        code: "CONFIG_KEY_REPEATED",
        key: "fetching",
        place: `${file}:3`,
        message: "is written 2 times (lines 2, 3); the last one counts.",
      },
      { key: "fetching.mark", message: "is written 3 times (lines 4, 5, 6); the last one counts." },
      { code: "CONFIG_VALUE_INVALID", place: `${file}:6` },
    ])
  })

  test("an unknown tool name is told with its line", async () => {
    const text = '{ "disabledTools": [\n"fetch_page",\n"fetch_pag" ] }'
    put(path.join(project, ".opencode"), "opencode-workbench.jsonc", text)
    const { problems } = await load()
    expect(problems).toMatchObject([
      {
        code: "CONFIG_KEY_UNKNOWN",
        key: "disabledTools",
        place: expect.stringMatching(/:3$/),
        message: 'names "fetch_pag", which does not exist; did you mean "fetch_page"?',
      },
    ])
  })

  test.each(["of", "disabled", "2"])(
    "OPENCODE_WORKBENCH=%s is told with what is understood",
    async (value) => {
      const { problems } = await load(undefined, { OPENCODE_WORKBENCH: value })
      expect(problems.map(describeProblem)).toEqual([
        `CONFIG_VALUE_INVALID: "${value}" is not understood, so nothing was switched off. All off: off, 0, false, no. All on: on, 1, true, yes, or no such variable. (OPENCODE_WORKBENCH)`,
      ])
    },
  )

  test.each(["", "on", "TRUE", " 1 "])("OPENCODE_WORKBENCH=%j leaves all on", async (value) => {
    const config = await loadAll({ OPENCODE_WORKBENCH: value })
    expect(config.problems).toEqual([])
    expect(config.features.get("fetching")?.isEnabled).toBe(true)
  })

  test.each(["off", "No", " 0 "])("OPENCODE_WORKBENCH=%j turns all off", async (value) => {
    const config = await loadAll({ OPENCODE_WORKBENCH: value })
    expect(config.problems).toEqual([])
    expect(config.features.get("fetching")?.isEnabled).toBe(false)
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
