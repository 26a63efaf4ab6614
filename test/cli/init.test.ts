// `init` on real files.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type InitRequest, runInit } from "../../src/cli/init.ts"
import { findPlaces } from "../../src/cli/places.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "workbench-init-"))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const file = () => path.join(root, "opencode.json")

function init(more: Partial<InitRequest> = {}, directory = root) {
  const places = findPlaces(directory, { HOME: root, XDG_CONFIG_HOME: path.join(root, "config") })
  return runInit(places, {
    scope: "project",
    action: "add",
    spec: "opencode-workbench",
    isPanelWanted: false,
    isConfirmed: true,
    confirm: undefined,
    ...more,
  })
}

describe("init", () => {
  test("makes a file where there is none and says how to undo it", async () => {
    const outcome = await init()
    expect(outcome.exitCode).toBe(0)
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({
      $schema: "https://opencode.ai/config.json",
      plugin: ["opencode-workbench"],
    })
    expect(outcome.json).toMatchObject({ written: true, undo: `delete ${file()}` })
  })

  test("makes the global file and its folder", async () => {
    const outcome = await init({ scope: "global" })
    const made = path.join(root, "config", "opencode", "opencode.json")
    expect(outcome.json).toMatchObject({ file: made, written: true })
    expect(existsSync(made)).toBe(true)
  })

  test("prefers the file that exists and keeps its comments", async () => {
    const commented = path.join(root, "opencode.jsonc")
    writeFileSync(commented, '{\n  // mine\n  "model": "a/b"\n}\n')
    await init()
    expect(readFileSync(commented, "utf8")).toBe(
      '{\n  // mine\n  "model": "a/b",\n  "plugin": ["opencode-workbench"]\n}\n',
    )
    expect(existsSync(file())).toBe(false)
  })

  test("shows the change and writes nothing without a yes", async () => {
    writeFileSync(file(), '{\n  "model": "a/b"\n}\n')
    const outcome = await init({ isConfirmed: false })
    expect(outcome.exitCode).toBe(2)
    expect(outcome.text).toBe(
      [
        `${file()}, from line 1`,
        "  {",
        '-   "model": "a/b"',
        '+   "model": "a/b",',
        '+   "plugin": ["opencode-workbench"]',
        "  }",
        "",
        "Nothing was written. Run it again with --yes to make this change.",
      ].join("\n"),
    )
    expect(readFileSync(file(), "utf8")).toBe('{\n  "model": "a/b"\n}\n')
  })

  test.each([
    [true, true],
    [false, false],
  ])("follows the answer %s of the person at the terminal", async (answer, isWritten) => {
    const outcome = await init({ isConfirmed: false, confirm: async () => answer })
    expect(outcome.json.written).toBe(isWritten)
    expect(existsSync(file())).toBe(isWritten)
  })

  test("an empty file becomes one with the entry, and the undo takes the entry out again", async () => {
    writeFileSync(file(), "")
    expect((await init()).json).toMatchObject({
      written: true,
      undo: "this command with: init --project --remove",
    })
    expect(JSON.parse(readFileSync(file(), "utf8")).plugin).toEqual(["opencode-workbench"])
  })

  test("with --remove where nothing is listed changes nothing", async () => {
    writeFileSync(file(), "{}\n")
    const outcome = await init({ action: "remove" })
    expect(outcome).toMatchObject({
      exitCode: 0,
      text: `${file()} does not list the plugin. Nothing was changed.`,
      json: { command: "init", action: "remove", changed: false, written: false },
    })
  })

  test("in a git repository does not look above it", async () => {
    await init()
    const repository = path.join(root, "repository")
    mkdirSync(path.join(repository, ".git"), { recursive: true })
    const outcome = await init({}, repository)
    expect(outcome.json).toMatchObject({
      file: path.join(repository, "opencode.json"),
      written: true,
    })
  })

  test("a second time changes nothing", async () => {
    await init()
    const before = readFileSync(file(), "utf8")
    expect(await init()).toMatchObject({ exitCode: 0, json: { changed: false } })
    expect(readFileSync(file(), "utf8")).toBe(before)
  })

  test("with --remove restores the bytes", async () => {
    const before = '{\n  // mine\n  "plugin": ["x"] // others\n}\n'
    writeFileSync(file(), before)
    await init()
    await init({ action: "remove" })
    expect(readFileSync(file(), "utf8")).toBe(before)
  })

  test("names file and line of a broken file and leaves it alone", async () => {
    writeFileSync(file(), '{\n  "model": nope\n}\n')
    const outcome = await init()
    expect(outcome.exitCode).toBe(1)
    expect(outcome.text).toContain(`${file()}:2 is not valid`)
    expect(readFileSync(file(), "utf8")).toBe('{\n  "model": nope\n}\n')
  })

  test("leaves a read-only file alone", async () => {
    writeFileSync(file(), "{}")
    chmodSync(file(), 0o444)
    const outcome = await init()
    expect(outcome).toMatchObject({
      exitCode: 1,
      text: `${file()} was not written: it is read-only.`,
    })
    expect(readFileSync(file(), "utf8")).toBe("{}")
  })

  test("says what is in the way when the file is a folder", async () => {
    mkdirSync(file())
    expect((await init()).text).toBe(`${file()} cannot be read: it is a folder.`)
  })

  test("writes through a symbolic link", async () => {
    const target = path.join(root, "dotfiles.json")
    writeFileSync(target, "{}\n")
    symlinkSync(target, file())
    await init()
    expect(readFileSync(target, "utf8")).toContain("opencode-workbench")
  })

  test("writes through a link to a file that is still to be made", async () => {
    const target = path.join(root, "dotfiles.json")
    symlinkSync("dotfiles.json", file())
    await init()
    expect(lstatSync(file()).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, "utf8")).toContain("opencode-workbench")
  })

  test("names the missing folder that a link leads into", async () => {
    symlinkSync("nowhere/dotfiles.json", file())
    const outcome = await init()
    expect(outcome.exitCode).toBe(1)
    expect(outcome.text).toContain(`it is a link into ${path.join(root, "nowhere")}, which does`)
    expect(lstatSync(file()).isSymbolicLink()).toBe(true)
  })

  test("changes nothing where a folder above lists the plugin, also outside git", async () => {
    await init()
    const below = path.join(root, "a", "b")
    mkdirSync(below, { recursive: true })
    const outcome = await init({}, below)
    expect(outcome).toMatchObject({ exitCode: 0, json: { changed: false, file: file() } })
    expect(outcome.text).toContain(`${file()}:4 already lists the plugin`)
    expect(existsSync(path.join(below, "opencode.json"))).toBe(false)
  })

  test("of two files edits the one that lists the plugin, else the .jsonc", async () => {
    writeFileSync(file(), "{}\n")
    writeFileSync(`${file()}c`, "{}\n")
    expect((await init()).json).toMatchObject({ file: `${file()}c`, written: true })
    writeFileSync(file(), '{"plugin":["opencode-workbench"]}\n')
    writeFileSync(`${file()}c`, "{}\n")
    expect((await init()).json).toMatchObject({ file: file(), changed: false })
  })

  test.each([
    ["opencode.json", { "opencode.json": '{"plugin":["other"]}', "opencode.jsonc": "{}" }],
    [
      "opencode.jsonc",
      { "opencode.json": '{"plugin":["opencode-workbench"]}', "opencode.jsonc": '{"plugin":[]}' },
    ],
    ["config.json", { "config.json": '{"plugin":["other"]}', "opencode.json": "{}" }],
    ["opencode.json", { "config.json": "{}" }],
  ])("edits %s, whose list the host uses, among the global files %j", async (name, texts) => {
    const folder = path.join(root, "config", "opencode")
    mkdirSync(folder, { recursive: true })
    for (const [each, text] of Object.entries(texts)) writeFileSync(path.join(folder, each), text)
    const outcome = await init({ scope: "global" })
    expect(outcome.json).toMatchObject({ file: path.join(folder, name), written: true })
    expect((await init({ scope: "global", action: "remove" })).json.written).toBe(true)
  })

  test("with --remove promises no undo of options that init cannot bring back", async () => {
    writeFileSync(file(), '{ "plugin": [["opencode-workbench", { "webfetch": false }]] }\n')
    const outcome = await init({ action: "remove" })
    expect(outcome.text).toContain(
      '- { "plugin": [["opencode-workbench", { "webfetch": false }]] }',
    )
    expect(outcome.json.undo).toContain("back by hand")
  })

  test("names a file that is nested too deeply", async () => {
    writeFileSync(file(), `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)
    expect((await init()).text).toContain("it is nested too deeply")
  })

  test("refuses a file that is not text", async () => {
    writeFileSync(file(), Buffer.from([0x7b, 0xff, 0x7d]))
    expect((await init()).text).toBe(`${file()} cannot be read: it is not UTF-8 text.`)
  })

  test("does not overwrite what changed while it was asking", async () => {
    writeFileSync(file(), "{}\n")
    const confirm = async () => {
      writeFileSync(file(), '{"model":"a/b"}\n')
      return true
    }
    const outcome = await init({ isConfirmed: false, confirm })
    expect(outcome.text).toContain("it changed in the meantime")
    expect(readFileSync(file(), "utf8")).toBe('{"model":"a/b"}\n')
  })
})

describe("init with the task panel", () => {
  const panelFile = () => path.join(root, "tui.json")
  const withPanel = (more: Partial<InitRequest> = {}) => init({ isPanelWanted: true, ...more })

  test("writes both files after one question", async () => {
    const previews: string[] = []
    const confirm = async (preview: string) => previews.push(preview) > 0
    const outcome = await withPanel({ isConfirmed: false, confirm })
    expect(previews).toHaveLength(1)
    expect(previews[0]).toContain(`${panelFile()} (new)`)
    expect(JSON.parse(readFileSync(panelFile(), "utf8"))).toEqual({
      $schema: "https://opencode.ai/tui.json",
      plugin: ["opencode-workbench"],
    })
    expect(outcome.json).toMatchObject({
      file: file(),
      written: true,
      panel: { file: panelFile(), changed: true, written: true },
      undo: `delete ${file()}; delete ${panelFile()}`,
    })
  })

  test("with --remove restores the bytes of both", async () => {
    const before = '{\n  // mine\n  "theme": "x"\n}\n'
    for (const one of [file(), panelFile()]) writeFileSync(one, before)
    await withPanel()
    expect(readFileSync(panelFile(), "utf8")).toContain("opencode-workbench")
    await withPanel({ action: "remove" })
    expect(readFileSync(file(), "utf8")).toBe(before)
    expect(readFileSync(panelFile(), "utf8")).toBe(before)
  })

  test("adds the panel where only the plugin was listed", async () => {
    await init()
    const outcome = await withPanel()
    expect(outcome.json).toMatchObject({ changed: false, panel: { changed: true, written: true } })
  })

  test("writes neither where one is broken", async () => {
    writeFileSync(panelFile(), "{ nope")
    const outcome = await withPanel()
    expect(outcome.exitCode).toBe(1)
    expect(outcome.text).toContain(`${panelFile()}:1 is not valid`)
    expect(existsSync(file())).toBe(false)
  })

  test("names the panel's entry of a checkout", async () => {
    await withPanel({ spec: "/srv/workbench/src/index.ts" })
    expect(readFileSync(panelFile(), "utf8")).toContain("/srv/workbench/src/tui/index.ts")
  })

  test("says that a tarball brings no panel", async () => {
    const outcome = await withPanel({ spec: "opencode-workbench@file:/tmp/x.tgz" })
    expect(outcome.text).toContain("the host loads no panel from a tarball")
    expect(existsSync(panelFile())).toBe(false)
    expect(readFileSync(file(), "utf8")).toContain("x.tgz")
  })
})
